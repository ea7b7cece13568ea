import { expect, test } from "vitest";
import { checkRedaction } from "../../src/doctor/check_redaction.ts";

test.each(
  [
    ["standard", "but not every secret"],
    ["strict", "only numbers, paths and known words"],
  ] as const,
)("says what REDACT=%s lets through", (redact, words) => {
  const [finding] = checkRedaction({ redact });
  expect(finding).toMatchObject({ status: "ok", found: expect.stringContaining(words) });
  expect(finding!.found).toContain(`REDACT=${redact}`);
});
