import { expect, test } from "vitest";
import { joinSeries } from "../../src/columns.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { defaultHousehold } from "../../src/household.ts";
import { HOUR, MINUTE } from "../../src/time.ts";
import { utcWindows } from "../../src/verify/compare.ts";
import { type Evidence, evidenceOf, isRuleMissing } from "../../src/verify/evidence.ts";
import { memorySource } from "../memory_source.ts";
import { load } from "../notation.ts";

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

test("evidenceOf(): an empty server has no evidence", async () => {
  const house = defaultHousehold({ zone: "UTC" }), found: Evidence[] = [];
  await analyseDays(memorySource(joinSeries([])), house, {
    ...{ from: "2025-06-01", to: "2025-06-02", rules: ["grid_power"] },
    onStretch: ({ roles }) => found.push(evidenceOf(house, roles)),
  });
  expect(found.map(({ exported }) => exported.time.length)).toEqual([0]);
});

test("evidenceOf(): what the server sees is a series per pod, in W and kWh", async () => {
  const house = defaultHousehold({ zone: "UTC" }), found: Evidence[] = [];
  const start = Date.UTC(2025, 5, 1);
  const samples = `
    gridbox_ha_multimeter_energy_Wh{pod="a"} 1000+50x10
    gridbox_ha_multimeter_energy_Wh{pod="b"} _x11 1750+50x10
    gridbox_ha_multimeter_power_W -600x120
    home:power_grid_import:watts -500x120`;
  await analyseDays(memorySource(load(samples, { start })), house, {
    ...{ from: "2025-06-01", to: "2025-06-01", rules: ["grid_power"] },
    onStretch: ({ roles }) => found.push(evidenceOf(house, roles)),
  });
  const [{ imports: [meter], exported, rule }] = found as [Evidence];
  expect(meter!.series.map(({ value }) => [value[0], value.at(-1)])).toEqual([[1, 1.5], [
    1.75,
    2.25,
  ]]);
  expect([meter!.merged.value[0], meter!.merged.value.at(-1)]).toEqual([1, 2.25]);
  expect(exported.value[0]).toBe(600);
  expect(rule.map(({ value }) => value[0])).toEqual([-500]);
});

test("isRuleMissing(): a rule that began at noon was missing in the morning", () => {
  const [day] = utcWindows("2025-06-01", "2025-06-01"), noon = day!.start + 12 * 3_600_000;
  const meter = { time: Float64Array.of(day!.start, noon), value: Float64Array.of(1, 1) };
  const rule = [{ time: Float64Array.of(noon), value: Float64Array.of(1) }];
  expect(isRuleMissing({ meters: [[meter]], rule }, day!)).toBe(true);
});
