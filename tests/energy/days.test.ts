import { describe, expect, test } from "vitest";
import { openArchive } from "../../src/archive/open_archive.ts";
import { joinSeries } from "../../src/columns.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { computeKpis } from "../../src/energy/kpis.ts";
import type { Source } from "../../src/energy/signals/source.ts";
import { formatSelector } from "../../src/selector.ts";
import { auditFrame } from "../../src/energy/repairs.ts";
import type { PowerTable } from "../../src/energy/power.ts";
import type { EnergyRow } from "../../src/energy/table.ts";
import { gapsOf } from "../../src/house/power.ts";
import { type Household, parseHousehold, readHousehold } from "../../src/household.ts";
import { HOUR, MINUTE, type TimeRange } from "../../src/time.ts";
import { memorySource } from "../memory_source.ts";
import { load } from "../notation.ts";
import { demoHouse, demoOptions } from "../simulator/house/demo_house.ts";
import { simulate } from "../simulator/house/simulate.ts";

/** Every role that has to do with energy. */
const READ_ROLES = [
  ...["grid_power", "import_energy", "generation_power", "string_power"] as const,
  ...["yield_today", "yield_total"] as const,
];
const start = Date.UTC(2025, 5, 1);
const house = parseHousehold({ zone: "UTC", fuse_amperes: 35, phases: 3 });
/** One watt-hour a minute from a day before, with a fault in the middle of 2 June. */
const withFault = (fault: string) =>
  memorySource(load(
    `gridbox_ha_multimeter_energy_Wh 5000000+1x2160 ${fault}
     gridbox_ha_multimeter_power_W 60x4320`,
    { start },
  ));
const range = { from: "2025-06-02", to: "2025-06-02" };

describe("analyseDays()", () => {
  test.each([
    // a glitch to zero; a sum of increments would book the whole meter
    ["0 5002162+1x2158", "glitch", ["counter_repaired"], true, 1.44],
    // a leap of 50 kWh, once
    ["5052161 5002162+1x2158", "spike", ["counter_repaired"], true, 1.44],
    // another meter: what it shows is not energy, and the minute of the change is lost
    ["1234567+1x2159", "replaced", ["counter_replaced"], false, 1.439],
  ])("names '%s' a %s", async (fault, rule, flags, complete, kwh) => {
    const { table, repairs } = await analyseDays(withFault(fault), house, range);
    expect(repairs.map((row) => [row.role, row.rule])).toEqual([["import_energy", rule]]);
    expect(table.rows[0]).toMatchObject({ flags: expect.arrayContaining(flags) });
    expect(table.rows[0]!.import_kwh).toBeCloseTo(kwh, 9);
    if (complete) expect(table.rows[0]!.flags).not.toContain("counter_replaced");
    expect(auditFrame(repairs).getColumn("rule").toArray()).toEqual([rule]);
  });

  test("a leap beyond the fuse never becomes energy, and one that repair is told to take does", async () => {
    const source = withFault("5052161+1x2159");
    const careful = await analyseDays(source, house, range);
    expect(careful.table.rows[0]!.import_kwh).toBeCloseTo(1.439, 9);
    const naive = await analyseDays(source, house, { ...range, repair: false });
    expect(naive.table.rows[0]!.import_kwh).toBeCloseTo(51.44, 9);
    expect(naive.repairs).toEqual([]);
  });

  describe("a power sample that cannot be true", () => {
    const sampled = (grid: string, generation = "0x4320") =>
      memorySource(load(
        `gridbox_ha_multimeter_power_W ${grid}
         gridbox_ha_multimeter_energy_Wh 5000000x4320
         inverter_ac_active_power_watts ${generation}`,
        { start },
      ));
    const strung = parseHousehold({
      zone: "UTC",
      fuse_amperes: 35,
      phases: 3,
      strings: [{ name: "pv1", kwp: 9 }],
      latitude: 50,
      longitude: 9,
    });

    test("never becomes export, is on the record, and flags its day", async () => {
      const source = sampled("-60x2160 -10000000 -60x2159");
      const { table, repairs, gaps } = await analyseDays(source, strung, range);
      expect(table.rows[0]!.export_kwh).toBeCloseTo(1.44, 9);
      expect(table.rows[0]!.coverage_grid).toBeCloseTo(1, 9);
      expect(table.rows[0]!.flags).toContain("impossible_power");
      expect(gaps.grid).toEqual([]);
      expect(repairs).toMatchObject([{
        time: start + 2161 * 60_000,
        until: start + 2161 * 60_000,
        role: "grid_power",
        rule: "impossible_power",
        before: null,
        after: null,
        kwh: 0,
        power: -1e7,
      }]);
      // Two segments of a minute, each half of it.
      expect(repairs[0]!.keptOut).toBeCloseTo(-1e7 / 60 / 1000, 2);
      const [row] = auditFrame(repairs).toRecords();
      expect(row).toMatchObject({ before_kwh: null, after_kwh: null, power_w: -1e7 });
    });

    test("is taken as it is without repair", async () => {
      const source = sampled("-60x2160 -10000000 -60x2159");
      const { table, repairs } = await analyseDays(source, strung, { ...range, repair: false });
      expect(table.rows[0]!.export_kwh).toBeCloseTo(1.44 + 1e4 / 60, 2);
      expect(table.rows[0]!.flags).not.toContain("impossible_power");
      expect(repairs).toEqual([]);
    });

    test("leaves a gap where there are many in a row, one line of the audit for all", async () => {
      const { table, repairs, gaps } = await analyseDays(
        sampled("-60x2160 -10000000x29 -60x2130"),
        strung,
        range,
      );
      expect(repairs).toHaveLength(1);
      expect(repairs[0]!.until! - repairs[0]!.time).toBe(29 * 60_000);
      expect(gaps.grid).toHaveLength(1);
      expect(table.rows[0]!.coverage_grid).toBeCloseTo(1 - 31 / 1440, 6);
      expect(table.rows[0]!.export_kwh).toBeCloseTo(1.44 - 31 * 0.001, 6);
      expect(table.rows[0]!.complete).toBe(false);
    });

    test("never becomes yield either; what an inverter draws at night is no negative yield", async () => {
      // A kilowatt from 6:00 to 18:00, else 11 W drawn; once 80 kW out of 9 kWp.
      const night = "-11x359", day = "1000x719";
      const midday = "1000x359 80000 1000x359";
      const generation = [night, day, night, night, midday, night, night, day, night].join(" ");
      const { table, repairs } = await analyseDays(sampled("-60x4320", generation), strung, range);
      expect(repairs.map(({ role, rule, power }) => [role, rule, power]))
        .toEqual([["generation_power", "impossible_power", 80_000]]);
      expect(table.rows[0]!.flags).toContain("impossible_power");
      // The two edges of a minute between −11 W and 1 kW are the tolerance.
      expect(Math.abs(table.rows[0]!.yield_kwh! - 12)).toBeLessThan(0.02);
    });

    test("is told by the fuse, by the panels, and by 90 kW where neither is known", async () => {
      const found = async (watts: number, household = house) => {
        const source = sampled(`-60x2160 ${watts} -60x2159`);
        return (await analyseDays(source, household, range)).repairs.length;
      };
      // 35 A at three phases, and half as much again.
      expect([await found(36_000), await found(36_300)]).toEqual([0, 1]);
      const unknown = parseHousehold({ zone: "UTC" });
      expect([await found(-89_000, unknown), await found(-91_000, unknown)]).toEqual([0, 1]);
    });
  });

  test("keeps the energy of a gap within the day, marked as recovered", async () => {
    const source = memorySource(load(
      `gridbox_ha_multimeter_energy_Wh 5000000+1x2160 _x119 5002280+1x2040
       gridbox_ha_multimeter_power_W 60x2160 _x119 60x2040`,
      { start },
    ));
    const { table, gaps, repairs } = await analyseDays(source, house, range);
    expect(table.rows[0]!.import_kwh).toBeCloseTo(1.44, 9);
    expect(table.rows[0]!.flags)
      .toEqual(expect.arrayContaining(["grid_gap", "logger_down", "recovered"]));
    expect(repairs.map(({ rule, kwh }) => [rule, Math.round(kwh * 1000)]))
      .toEqual([["catch_up", 120]]);
    expect(gaps.grid).toMatchObject([{ class: "logger_down" }]);
    expect(gaps.grid[0]!.end - gaps.grid[0]!.start).toBe(2 * HOUR);
  });

  test("has no rows for a day that the clocks skipped, and borders for the day after it", async () => {
    const apia = { ...house, zone: "Pacific/Apia" }, nothing = memorySource(load(""));
    const days = async (from: string, to: string) =>
      (await analyseDays(nothing, apia, { from, to })).table.rows.map(({ date }) => date);
    expect(await days("2011-12-30", "2011-12-30")).toEqual([]);
    expect(await days("2011-12-31", "2011-12-31")).toEqual(["2011-12-31"]);
    await expect(days("2011-12-31", "2011-12-30")).rejects.toMatchObject({ code: "BAD_RANGE" });
  });

  test("has the demo's faults in its audit and its gaps, and nothing else", async () => {
    const demo = "data/fixtures/demo";
    const household = await readHousehold(`${demo}/household.json`);
    const { repairs, gaps } = await analyseDays(await openArchive(demo), household, {
      from: "2025-01-01",
      to: "2025-12-31",
    });
    const day = ({ time }: { time: number }) => new Date(time).toISOString().slice(0, 10);
    expect(repairs.map((row) => [day(row), row.role, row.rule])).toEqual([
      ["2025-04-09", "yield_today", "late_reset"],
      ["2025-06-03", "yield_today", "catch_up"],
      ["2025-06-03", "yield_total", "catch_up"],
    ]);
    const awake = gaps.generation.filter((gap) => gap.class !== "night");
    expect(awake).toMatchObject([{ class: "logger_down" }]);
    expect(new Date(awake[0]!.start).toISOString()).toMatch(/^2025-06-03T09:1/);
    // The exporter repeats the last value for five minutes. Each day begins and ends in the dark: 364 whole nights and two halves.
    expect(gaps.generation.filter((gap) => gap.class === "night")).toHaveLength(366);
    expect(gapsOf(gaps, "UTC").frame.height).toBe(gaps.grid.length + gaps.generation.length);
  });
});

test("one pass answers everything: no selector is asked for the same time twice", async () => {
  const demo = "data/fixtures/demo", archive = await openArchive(demo);
  const household = await readHousehold(`${demo}/household.json`);
  const asked = new Map<string, TimeRange[]>();
  let read = 0;
  const source: Source = {
    ...archive,
    async samples(selector, range, options) {
      const name = formatSelector(selector);
      asked.set(name, [...asked.get(name) ?? [], range]);
      const pulled = await archive.samples(selector, range, options);
      read += pulled.columns.time.length;
      return pulled;
    },
  };
  const { table, power } = await analyseDays(source, household, {
    ...{ from: "2025-02-20", to: "2025-05-03", strings: true },
    power: [{ step: 15 * MINUTE }, { step: 5 * MINUTE }],
  });
  const kpis = computeKpis(table, { power: power[0]!, household });
  expect(Object.values(kpis.figures).every(({ value }) => value !== null)).toBe(true);
  expect(power.map(({ time }) => time.length)).toEqual([73 * 96 - 4, 73 * 288 - 12]);

  const bound = Object.values(household.bindings).flat().map(({ selector }) => selector);
  expect([...asked.keys()].toSorted()).toEqual(expect.arrayContaining(
    READ_ROLES.flatMap((role) => household.bindings[role]).map(({ selector }) =>
      formatSelector(selector)
    ),
  ));
  let once = 0;
  for (const [name, ranges] of asked) {
    const sorted = ranges.toSorted((a, b) => a.start - b.start);
    for (const [index, { start }] of sorted.entries()) {
      if (index > 0) expect(start, name).toBeGreaterThan(sorted[index - 1]!.end);
    }
    const selector = bound.find((one) => formatSelector(one) === name)!;
    const whole = { start: sorted[0]!.start, end: sorted.at(-1)!.end };
    once += (await archive.samples(selector, whole)).columns.time.length;
  }
  expect(read).toBe(once);
});

describe("a long range is looked at in stretches", () => {
  const from = "2025-05-20", to = "2025-06-20";
  const hour = (day: string, at: number) => Date.parse(`${day}T00:00Z`) + at * HOUR;
  const { series } = simulate(demoHouse, { from, to, faults: demoOptions.faults! });
  // The import register is silent for six days, around the border of two months.
  const silence = { start: hour("2025-05-29", 9), end: hour("2025-06-04", 15) };
  const all = series.map((one) => {
    if (one.labels["__name__"] !== "gridbox_ha_multimeter_energy_Wh") return one;
    const heard = (_: number, i: number) =>
      one.time[i]! < silence.start || one.time[i]! > silence.end;
    return { ...one, time: one.time.filter(heard), value: one.value.filter(heard) };
  });
  const source = memorySource(joinSeries(all));
  const place = { latitude: demoHouse.latitude, longitude: demoHouse.longitude };
  const { ain, zone } = demoHouse;
  const withSun = parseHousehold({ zone, ...place, meter_ain_regex: `${ain}(-1)?` });
  const power = [{ step: 15 * MINUTE }, { step: HOUR, minCoverage: 0.5 }];
  const analysed = (household: Household, stretch?: number) =>
    analyseDays(source, household, {
      ...{ from, to, power, strings: true },
      ...stretch !== undefined && { stretch },
    });

  test.each([1, 2, 7, 16, undefined])("of %s days, as at once", async (stretch) => {
    const whole = await analysed(withSun, 400), parts = await analysed(withSun, stretch);
    expect(parts.table.rows.map(rounded)).toEqual(whole.table.rows.map(rounded));
    expect(parts.gaps).toEqual(whole.gaps);
    expect(parts.repairs).toEqual(whole.repairs);
    expect(whole.gaps.generation.length).toBeGreaterThan(30);
    expect(whole.repairs.length).toBeGreaterThan(0);
    expect(parts.reconciled.map(({ dc_integral_kwh }) => dc_integral_kwh?.toPrecision(11)))
      .toEqual(whole.reconciled.map(({ dc_integral_kwh }) => dc_integral_kwh?.toPrecision(11)));
    whole.power.forEach((one, index) => expectSamePower(parts.power[index]!, one));
    expect(whole.power.map(({ strings }) => strings.length)).toEqual([2, 2]);
  });

  test("without coordinates too", async () => {
    const { latitude: _, longitude: __, ...blind } = withSun;
    const whole = await analysed(blind, 400), parts = await analysed(blind, 3);
    expect(parts.table.rows.map(rounded)).toEqual(whole.table.rows.map(rounded));
    expect(parts.gaps).toEqual(whole.gaps);
    whole.power.forEach((one, index) => expectSamePower(parts.power[index]!, one));
  });

  test("a register's silence across stretches loses nothing: the days around it and it add up", async () => {
    const { table: { rows } } = await analysed(withSun, 2);
    const back = rows.find(({ date }) => date === "2025-06-04")!;
    expect(back.flags).toContain("register_interpolated");
    expect(rows.find(({ date }) => date === "2025-05-29")!.flags).toContain(
      "register_interpolated",
    );
  });
});

/** Every slot, but for the last bits of sums in another order. */
function expectSamePower(power: PowerTable, truth: PowerTable): void {
  const columns = ({ grid_w, import_w, export_w, generation_w, load_w, strings }: PowerTable) =>
    [
      ...[grid_w, import_w, export_w, generation_w, load_w],
      ...strings.map(({ power_w }) => power_w),
    ].map((column) => Array.from(column, (watts) => watts.toPrecision(11)));
  expect(columns(power)).toEqual(columns(truth));
  const { time, days, rawPeaks, daylight, gaps, notices } = power;
  expect({ time, days, rawPeaks, daylight, gaps, notices }).toEqual({
    time: truth.time,
    days: truth.days,
    rawPeaks: truth.rawPeaks,
    daylight: truth.daylight,
    gaps: truth.gaps,
    notices: truth.notices,
  });
}

/** Sums of samples in another order differ in their last bits. */
function rounded(row: EnergyRow): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "number" ? Number(value.toPrecision(11)) : value,
    ]),
  );
}
