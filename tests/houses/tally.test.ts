import { expect, test } from "vitest";
import { loadNotice } from "../../src/energy/load_curve.ts";
import { HOUR, localDays } from "../../src/time.ts";
import type { Verdict } from "./judge.ts";
import { besideGoal, hasOddCurves } from "./tally.ts";

test.each([
  [0.001_03, 0.001, "0.103 %"],
  [0.001, 0.001, "0.10 %"],
  [0.0003, 0.001, "0.03 %"],
  [0.9899, 0.99, "98.99 %"],
  [0.994, 0.99, "99.4 %"],
])("a share of %d beside a goal of %d is written as %s", (share, goal, text) => {
  expect(besideGoal(share, goal)).toBe(text);
});

test("a load curve that is off is odd, unless Wattbook says so", () => {
  const days = localDays("2025-06-01", "2025-06-04", "UTC");
  const time = Float64Array.from({ length: 96 }, (_, i) => days[0]!.start + i * HOUR);
  const curve = { days, time, step: HOUR, load_w: time.map(() => 1000) };
  const notices = loadNotice(curve, days.map(() => ({ low: 9, high: 10 })));
  const verdict = { loads: { known: 4, off: 4 }, efficiency: null, notices: [] as string[] };
  expect(hasOddCurves({ ...verdict, notices } as unknown as Verdict)).toBe(false);
  expect(hasOddCurves(verdict as unknown as Verdict)).toBe(true);
});

test.each([[0.81, 0.82, false], [0.97, 0.82, true], [NaN, 0.9, true]])(
  "an efficiency of %d is odd beside a true one of %d: %s",
  (says, is, isOdd) => {
    const verdict = { loads: { known: 0, off: 0 }, efficiency: { says, is }, notices: [] };
    expect(hasOddCurves(verdict as unknown as Verdict)).toBe(isOdd);
  },
);
