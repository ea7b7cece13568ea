import { expect, test } from "vitest";
import { clockSkew } from "../../../../src/commands/doctor/server.ts";
import { NOW, outcomeOf } from "../fakes.ts";

const SECOND = 1000;

test.each([
  [0, "ok", "agree"],
  [-900, "ok", "agree"],
  [12 * SECOND, "ok", "12 s ahead"],
  [-90 * SECOND, "warning", "90 s behind"],
  [3600 * SECOND, "failure", "60 min ahead"],
])("a skew of %d ms", async (skew, status, found) => {
  const way = { stopped: null, client: null, skew };
  const { findings, facts } = await outcomeOf(clockSkew, { way });
  expect(findings).toMatchObject([{ status, found: expect.stringContaining(found) }]);
  expect(findings[0]!.advice === undefined).toBe(status === "ok");
  expect(facts?.serverTime?.()).toBe(NOW + skew);
});
