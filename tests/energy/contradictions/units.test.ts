import { describe, expect, test } from "vitest";
import {
  analyse,
  bound,
  counter,
  COUNTERS_ONLY,
  generation,
  grid,
  load,
  NO_REGISTER,
  onChange,
  seriesOf,
  time,
} from "./a_house.ts";

const WRONG = { flags: ["unit_wrong"], complete: 0 };
const onlyChanges = (deadband: number) => ({
  ...seriesOf(grid),
  meter_power: onChange(grid, deadband),
});

describe("the unit of a register", () => {
  test.each([0, 50])(
    "is compared with power that is written on changes of %i W",
    async (deadband) => {
      const roles = { import_energy: bound("meter_import", "Wh") };
      const said = await analyse(onlyChanges(deadband), { roles });
      expect(said).toMatchObject(WRONG);
      expect(said.notices[0]).toContain(
        '"import_energy": { "selector": "meter_import", "unit": "kWh" }',
      );
    },
  );

  test.each([
    [400, []],
    [600, ["unit_wrong"]],
    [1900, ["unit_wrong"]],
    [2100, []],
  ])("is wrong if the power adds up to %i times as much: %j", async (times, flags) => {
    const series = seriesOf(grid), opening = series.meter_import![0]!;
    const meter_import = series.meter_import!.map((kwh) => (kwh - opening) * 1000 / times);
    const roles = { import_energy: bound("meter_import", "Wh") };
    const said = await analyse({ ...series, meter_import }, { roles });
    expect(said.flags.filter((flag) => flag === "unit_wrong")).toEqual(flags);
  });

  test("is compared over all days if one of two registers never changes", async () => {
    const series = onlyChanges(0), still = grid.map(() => 500);
    const roles = {
      export_energy: [bound("meter_export", "Wh"), bound("night_export", "Wh")],
    };
    const said = await analyse({ ...series, night_export: onChange(still, 0) }, { roles });
    expect(said).toMatchObject(WRONG);
    expect(said.notices[0]).toContain(
      '"export_energy": [{ "selector": "meter_export", "unit": "kWh" }, ' +
        '{ "selector": "night_export", "unit": "kWh" }]',
    );
  });
});

describe("the unit of grid power", () => {
  /** Grid power in milliwatts for some hours of one day. */
  const inMilliwatts = async (hours: number) => {
    const from = Date.UTC(2025, 5, 5), until = from + hours * 3_600_000;
    const power = grid.map((watts, i) =>
      time[i]! >= from && time[i]! < until ? 1000 * watts : watts
    );
    return await analyse({ ...seriesOf(grid), meter_power: power });
  };

  test("is wrong on a day that is impossible for more than half of its time", async () => {
    const said = await inMilliwatts(14);
    expect(said).toMatchObject({ flags: ["unit_wrong"], complete: 9 });
    expect(said.notices[0]).toContain("Grid power is mostly more than fuse or panels allow");
  });

  test("is in no doubt on a day that is impossible for less than that", async () => {
    expect((await inMilliwatts(10)).flags).toEqual([]);
  });
});

test("the unit of a yield counter is compared with the export if no power is bound", async () => {
  const roles = { ...NO_REGISTER, ...COUNTERS_ONLY, yield_today: null };
  const said = await analyse(seriesOf(grid), {
    roles: { ...roles, yield_total: bound("inverter_total", "Wh") },
  });
  expect(said).toMatchObject(WRONG);
  expect(said.notices[0]).toContain(
    '"yield_total": { "selector": "inverter_total", "unit": "kWh" }',
  );
});

test("snow on the panels for days is no wrong unit, because the counters agree", async () => {
  const snow = generation.map((watts) => watts / 400);
  const said = await analyse({
    ...seriesOf(load.map((watts, i) => watts - snow[i]!)),
    inverter_power: snow,
    inverter_today: counter(snow, 0, true),
    inverter_total: counter(snow),
  });
  expect(said.flags).toEqual([]);
});

test("the unit of an export register is found although hardly anything is fed in", async () => {
  const used = grid.map((watts, i) => watts < 0 && i % 400 !== 0 ? 200 : watts);
  const series = seriesOf(used);
  const meter_export = series["meter_export"]!.map((kwh) => 1000 * kwh);
  const said = await analyse({ ...series, meter_export }, {
    roles: { export_energy: bound("meter_export", "kWh") },
  });
  expect(said).toMatchObject(WRONG);
  expect(said.notices[0]).toContain(
    '"export_energy": { "selector": "meter_export", "unit": "Wh" }',
  );
});

test("a yield counter that counts more than panels can give has another unit", async () => {
  const used = load.map((watts) => watts + 500);
  const meter_power = used.map((watts, i) => watts - generation[i]! / 20);
  const dim = generation.map((watts) => watts / 20);
  // Steps of 100 Wh, as many counters have; 1.5 kWh are generated on a day.
  const inverter_total = counter(dim, 1000).map((kwh) => Math.floor(10 * kwh) * 100);
  const said = await analyse({ ...seriesOf(meter_power), inverter_total }, {
    strings: [{ name: "pv1", kwp: 2 }],
    roles: { ...COUNTERS_ONLY, yield_today: null, yield_total: bound("inverter_total", "kWh") },
  });
  expect(said).toMatchObject(WRONG);
  expect(said.notices[0]).toContain(
    '"yield_total": { "selector": "inverter_total", "unit": "Wh" }',
  );
});

test("the unit of a lifetime counter is wrong, also if it falls silent in the end", async () => {
  const until = time.findIndex((at) => at >= Date.UTC(2025, 5, 9));
  const inverter_total = {
    labels: {},
    time: time.subarray(0, until),
    value: counter(generation, 15_000).subarray(0, until),
  };
  const roles = { yield_today: null, yield_total: bound("inverter_total", "Wh") };
  const said = await analyse({ ...seriesOf(grid), inverter_total }, { roles });
  expect(said).toMatchObject(WRONG);
});
