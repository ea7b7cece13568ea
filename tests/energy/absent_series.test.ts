import { expect, test } from "vitest";
import { dailyTable } from "../../src/energy/days.ts";
import { defaultHousehold, parseHousehold } from "../../src/household.ts";
import { load } from "../notation.ts";
import { memorySource } from "../memory_source.ts";

const DAY = { from: "1970-01-01", to: "1970-01-01", now: Infinity };
const INVERTER = `
  inverter_ac_active_power_watts 5x9
  inverter_production_today_kwh 1x9
`;

test("a source without the meter says so, with the selectors and what to do", async () => {
  const house = defaultHousehold({ zone: "UTC", meterAinRegex: "12(-1)?" });
  const { notices } = await dailyTable(memorySource(load(INVERTER)), house, DAY);
  expect(notices).toEqual([
    'No series for grid_power (gridbox_ha_multimeter_power_W{ain=~"12(-1)?"}), import_energy ' +
    '(gridbox_ha_multimeter_energy_Wh{ain=~"12(-1)?"}) in memory on these days; correct ' +
    "METER_AIN_REGEX or the roles in the household file, null for what the house does not have",
  ]);
});

test("what the house does not have, and what only helps out, is not missed", async () => {
  const roles = { grid_power: null, import_energy: null };
  const house = parseHousehold({ zone: "UTC", roles });
  expect((await dailyTable(memorySource(load(INVERTER)), house, DAY)).notices).toEqual([]);
});

test("of a source that has nothing, no series is missed in particular", async () => {
  const house = defaultHousehold({ zone: "UTC" });
  expect((await dailyTable(memorySource(load("")), house, DAY)).notices).toEqual([]);
});
