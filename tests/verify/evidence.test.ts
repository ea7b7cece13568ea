import { expect, test } from "vitest";
import { joinSeries } from "../../src/columns.ts";
import { defaultHousehold } from "../../src/household.ts";
import { HOUR, MINUTE } from "../../src/time.ts";
import { utcWindows } from "../../src/verify/compare.ts";
import { isRuleMissing, pullEvidence } from "../../src/verify/evidence.ts";

const [day] = utcWindows("2025-10-06", "2025-10-06");
const every = (from: number, to: number) => {
  const time = Float64Array.from({ length: (to - from) / MINUTE }, (_, i) => from + i * MINUTE);
  return { time, value: time.map(() => 300) };
};
const { start, end } = day!;
const whole = every(start - 24 * HOUR, end + 24 * HOUR);

test.each([
  ["it began in the middle of the day", [whole], [every(start + 9 * HOUR, end)], true],
  ["it began later", [whole], [every(end + HOUR, end + 2 * HOUR)], true],
  ["it is not there at all", [whole], [], true],
  ["it was there before", [whole], [whole], false],
  ["its first value of the pulled range comes a minute late", [whole], [
    every(start + MINUTE, end),
  ], false],
  // The rule had nothing to record before the meter had.
  ["the meter itself began later", [every(start + 9 * HOUR, end)], [
    every(start + 9 * HOUR + MINUTE, end),
  ], false],
  ["there are no samples of the day to miss", [every(end, end + HOUR)], [], false],
])("a rule is missing or not: %s", (_, meter, rule, expected) => {
  expect(isRuleMissing({ meters: [meter], rule }, day!)).toBe(expected);
});

test("pullEvidence(): an empty server has no evidence", async () => {
  const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
  const nothing = { kind: "server" as const, description: "example", samples };
  const house = defaultHousehold({ zone: "UTC" });
  const evidence = await pullEvidence(nothing, house, { start: 0, end: 1 });
  expect(evidence.exported.time.length).toBe(0);
});

test("isRuleMissing(): a rule that began at noon was missing in the morning", () => {
  const [day] = utcWindows("2025-06-01", "2025-06-01"), noon = day!.start + 12 * 3_600_000;
  const meter = { time: Float64Array.of(day!.start, noon), value: Float64Array.of(1, 1) };
  const rule = [{ time: Float64Array.of(noon), value: Float64Array.of(1) }];
  expect(isRuleMissing({ meters: [[meter]], rule }, day!)).toBe(true);
});
