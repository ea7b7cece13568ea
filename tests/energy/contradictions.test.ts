import { describe, expect, test } from "vitest";
import type { Flag } from "../../src/catalogue/flags.ts";
import { joinSeries, type LabelledSamples } from "../../src/columns.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { CONTRADICTION_FLAGS } from "../../src/energy/table.ts";
import { parseHousehold } from "../../src/household.ts";
import { HOUR } from "../../src/time.ts";
import { memorySource } from "../memory_source.ts";
import {
  bound,
  generation,
  grid,
  hourOf,
  NO_REGISTER,
  ROLES,
  seriesOf,
  time,
} from "./contradictions/a_house.ts";

const SERIES: Record<string, Float64Array> = {
  ...seriesOf(grid),
  phase_1: grid.map((watts) => watts / 3),
  meter_power_kw: grid.map((watts) => watts / 1000),
  inverter_power_kw: generation.map((watts) => watts / 1000),
};
const source = memorySource(joinSeries(
  Object.entries(SERIES).map(([name, value]): LabelledSamples => (
    { labels: { __name__: name }, time, value }
  )),
));
const EXPORT = { export_energy: bound("meter_export", "kWh") };

async function analyse(roles: object, zone = "UTC", from = "2025-06-01", to = "2025-06-10") {
  const file = { zone, roles: { ...ROLES, ...roles } };
  const { table } = await analyseDays(source, parseHousehold(file), { from, to });
  return table;
}

describe("contradictionsOf()", () => {
  test.each<[string, object]>([
    ["an import register", {}],
    ["both registers", EXPORT],
    ["no register", NO_REGISTER],
    ["a day counter only", { generation_power: null, yield_total: null }],
  ])("says nothing of a house with %s", async (_, roles) => {
    const { rows, notices } = await analyse(roles);
    expect(notices).toEqual([]);
    expect(rows.map(({ complete }) => complete)).toEqual(rows.map(() => true));
  });

  test.each<[string, object, Flag, string]>([
    [
      "a reversed sign",
      { grid_power: bound("meter_power", "W", "export_positive") },
      "sign_reversed",
      '"grid_power": { "selector": "meter_power", "unit": "W" }',
    ],
    [
      "a reversed sign without register",
      { ...NO_REGISTER, grid_power: bound("meter_power", "W", "export_positive") },
      "sign_reversed",
      '"grid_power": { "selector": "meter_power", "unit": "W" }',
    ],
    [
      "a reversed sign with both registers",
      { ...EXPORT, grid_power: bound("meter_power", "W", "export_positive") },
      "sign_reversed",
      '"grid_power": { "selector": "meter_power", "unit": "W" }',
    ],
    [
      "kW for W",
      { ...EXPORT, grid_power: bound("meter_power", "kW") },
      "unit_wrong",
      '"grid_power": { "selector": "meter_power", "unit": "W" }',
    ],
    [
      "W for kW",
      { grid_power: bound("meter_power_kw", "W") },
      "unit_wrong",
      '"grid_power": { "selector": "meter_power_kw", "unit": "kW" }',
    ],
    [
      "W for kW without register",
      { ...NO_REGISTER, grid_power: bound("meter_power_kw", "W") },
      "unit_wrong",
      '"grid_power": { "selector": "meter_power_kw", "unit": "kW" }',
    ],
    [
      "kW for W of the generation",
      { generation_power: bound("inverter_power", "kW") },
      "unit_wrong",
      '"generation_power": { "selector": "inverter_power", "unit": "W" }',
    ],
    [
      "W for kW of the generation",
      { generation_power: bound("inverter_power_kw", "W") },
      "unit_wrong",
      '"generation_power": { "selector": "inverter_power_kw", "unit": "kW" }',
    ],
    [
      "Wh for kWh of a register",
      { import_energy: bound("meter_import", "Wh") },
      "unit_wrong",
      '"import_energy": { "selector": "meter_import", "unit": "kWh" }',
    ],
    [
      "Wh for kWh of the lifetime counter",
      { yield_total: bound("inverter_total", "Wh") },
      "unit_wrong",
      '"yield_total": { "selector": "inverter_total", "unit": "kWh" }',
    ],
    [
      "swapped registers",
      { import_energy: bound("meter_export", "kWh"), export_energy: bound("meter_import", "kWh") },
      "registers_swapped",
      '"import_energy": { "selector": "meter_import", "unit": "kWh" }, ' +
      '"export_energy": { "selector": "meter_export", "unit": "kWh" }',
    ],
    [
      "one phase",
      { grid_power: bound("phase_1", "W") },
      "meter_partial",
      '"grid_power": [{ "selector": "phase_1", "unit": "W" }, …] with the series of every phase',
    ],
    [
      "a consumer beside the meter",
      {
        grid_power: [bound("meter_power", "W"), bound("wallbox_power", "W")],
        import_energy: [bound("meter_import", "kWh"), bound("wallbox_energy", "kWh")],
      },
      "meter_doubled",
      '"grid_power": { "selector": "meter_power", "unit": "W" }, ' +
      '"import_energy": { "selector": "meter_import", "unit": "kWh" }',
    ],
    [
      "a meter twice",
      { ...EXPORT, grid_power: [bound("meter_power", "W"), bound("meter_power_kw", "kW")] },
      "meter_doubled",
      '"grid_power": { "selector": "meter_power", "unit": "W" }',
    ],
    [
      "the grid as generation",
      { generation_power: bound("meter_power", "W") },
      "series_repeated",
      '"generation_power": the inverter\'s own series instead of ' +
      '{ "selector": "meter_power", "unit": "W" }',
    ],
    [
      "the import as yield",
      { yield_total: bound("meter_import", "kWh") },
      "series_repeated",
      '"yield_total": the inverter\'s own series instead of ',
    ],
    [
      "a consumer as generation",
      {
        generation_power: bound("wallbox_power", "W"),
        yield_today: null,
        yield_total: bound("wallbox_energy", "kWh"),
      },
      "generation_wrong",
      '"generation_power": the inverter\'s own series instead of ' +
      '{ "selector": "wallbox_power", "unit": "W" }',
    ],
  ])("finds %s: no day is complete, one notice has the line", async (_, roles, flag, line) => {
    const { rows, notices } = await analyse(roles);
    const found = rows.map(({ flags }) => flags.filter((one) => CONTRADICTION_FLAGS.includes(one)));
    expect(found).toEqual(rows.map(() => [flag]));
    expect(rows.filter(({ complete }) => complete)).toEqual([]);
    const told = notices.filter((notice) => notice.includes("Correct the household file"));
    expect(told).toEqual([expect.stringContaining(line)]);
  });

  test("finds a zone that the sun contradicts", async () => {
    const { rows, notices } = await analyse({}, "Asia/Tokyo");
    expect(rows.map(({ complete, flags }) => [complete, flags.includes("zone_wrong")]))
      .toEqual(rows.map(() => [false, true]));
    expect(notices.join()).toContain("generates around 20:50 of Asia/Tokyo, not around noon");
  });

  test("a hybrid inverter that gives out its battery until late is no other zone", async () => {
    const until = (at: number) => Math.floor(at / (24 * HOUR)) * 2 % 7;
    const output = generation.map((watts, i) => {
      const at = time[i]!, hour = hourOf(at), isEvening = hour >= 19 || hour < until(at);
      return isEvening ? 80 : watts;
    });
    const { table } = await analyseDays(
      memorySource(joinSeries([
        { labels: { __name__: "meter_power" }, time, value: grid },
        { labels: { __name__: "inverter_power" }, time, value: output },
      ])),
      parseHousehold({
        zone: "UTC",
        roles: { ...ROLES, ...NO_REGISTER, yield_today: null, yield_total: null },
      }),
      { from: "2025-06-01", to: "2025-06-10" },
    );
    expect(table.notices).toEqual([]);
  });

  test("finds a wrong sign on a day alone, too", async () => {
    const roles = { grid_power: bound("meter_power", "W", "export_positive") };
    const { rows } = await analyse(roles, "UTC", "2025-06-04", "2025-06-04");
    expect(rows[0]!.flags).toContain("sign_reversed");
  });

  test("a day of impossible power is not complete, whatever the registers say", async () => {
    const broken = time.map((at, i) =>
      at >= Date.UTC(2025, 5, 4) && at < Date.UTC(2025, 5, 5) ? 200_000 : grid[i]!
    );
    const labels = { __name__: "meter_power" };
    const { table } = await analyseDays(
      memorySource(joinSeries([
        { labels, time, value: broken },
        ...["meter_import", "meter_export", "inverter_power", "inverter_today", "inverter_total"]
          .map((name) => ({ labels: { __name__: name }, time, value: SERIES[name]! })),
      ])),
      parseHousehold({ zone: "UTC", roles: { ...ROLES, ...EXPORT } }),
      { from: "2025-06-01", to: "2025-06-10" },
    );
    expect(table.rows.filter(({ complete }) => !complete).map(({ date }) => date))
      .toEqual(["2025-06-04"]);
    expect(table.rows[3]!.flags).toEqual(
      expect.arrayContaining(["impossible_power", "unit_wrong"]),
    );
  });
});
