import { expect, test } from "vitest";
import { WattbookError } from "../../src/errors.ts";
import { failure, printResult, printSummary } from "../../src/terminal/findings.ts";

const ok = { check: "zone", title: "Zone", status: "ok", found: "Europe/Berlin" } as const;

test("failure() gives the hint of an error as its advice", () => {
  const refused = new WattbookError("CONNECTION_REFUSED", "Nobody is there", { hint: "Start it." });
  expect(failure(refused)).toEqual({
    status: "failure",
    found: "Nobody is there",
    advice: "Start it.",
  });
});

test("printResult() is a line, with a second one for the advice", () => {
  expect(printResult(ok)).toMatch(/^✓ ok +Zone +Europe\/Berlin\n$/);
  expect(printResult({ ...ok, status: "failure", advice: "Set it." }).split("\n")[1])
    .toBe("            → Set it.");
});

test("printSummary() counts", () => {
  expect(printSummary([ok, ok])).toBe("2 ok, 0 warnings, 0 failures, 0 skipped\n");
});
