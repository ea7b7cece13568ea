/** What the daily table says of gaps, and what stands behind it. */
import { describe, expect, test } from "vitest";
import { joinSeries, type LabelledSamples } from "../../src/columns.ts";
import { analyseDays, type AnalysisOptions } from "../../src/energy/days.ts";
import { parseHousehold } from "../../src/household.ts";
import { HOUR, MINUTE, type TimeRange } from "../../src/time.ts";
import { memorySource } from "../memory_source.ts";

const START = Date.UTC(2025, 5, 1), DAY = 24 * HOUR;
const at = (day: number, hour: number) => START + (day - 1) * DAY + hour * HOUR;
/** Generates 1 kW from 6 to 18 o'clock; the house draws 400 W. */
const watts = (time: number) => time % DAY >= 6 * HOUR && time % DAY <= 18 * HOUR ? 1000 : 0;
/** The day counter: what was generated since midnight. [kWh] */
const today = (time: number) => Math.min(12, Math.max(0, (time % DAY) / HOUR - 6));

const SERIES: Record<string, (time: number) => number> = {
  gridbox_ha_multimeter_power_W: (time) => 400 - watts(time),
  gridbox_ha_multimeter_energy_Wh: (time) => {
    const before = Math.floor((time - START) / DAY) * 12, hour = (time % DAY) / HOUR;
    return 5_000_000 + 400 * (before + Math.min(hour, 6) + Math.max(0, hour - 18));
  },
  inverter_ac_active_power_watts: watts,
  inverter_production_today_kwh: today,
  inverter_production_total_kwh: (time) =>
    100 + Math.floor((time - START) / DAY) * 12 + today(time),
};
const isInverter = (name: string) => name.startsWith("inverter");

/** Some days, without the samples that are lost. The inverter is silent while it does not generate. */
function house(isLost: (name: string, time: number) => boolean, days = 10) {
  const series = Object.entries(SERIES).map(([name, value]): LabelledSamples => {
    const time = Float64Array.from({ length: days * 24 * 60 }, (_, i) => START + i * MINUTE)
      .filter((one) => !(isInverter(name) && watts(one) === 0) && !isLost(name, one));
    return { labels: { __name__: name }, time, value: time.map(value) };
  }).filter(({ time }) => time.length > 0);
  return memorySource(joinSeries(series));
}

const within = (time: number, { start, end }: TimeRange) => time > start && time < end;
const LONG = { start: at(4, 12), end: at(5, 10) };
const HOUSE = parseHousehold({ zone: "UTC" });
const DAY_COUNTER_ONLY = parseHousehold({ zone: "UTC", roles: { yield_total: null } });

async function analysis(
  isLost: (name: string, time: number) => boolean,
  household = HOUSE,
  options: Partial<AnalysisOptions> = {},
  days = 10,
) {
  const found = await analyseDays(house(isLost, days), household, {
    from: "2025-06-03",
    to: "2025-06-06",
    now: at(20, 0),
    ...options,
  });
  const flags = found.table.rows.filter((row) => row.flags.length > 0)
    .map((row) => [row.date.slice(-2), ...row.flags]);
  const awake = found.gaps.generation.filter((gap) => gap.class !== "night")
    .map((gap) => [gap.class, gap.evidence]);
  return { ...found, flags, awake };
}

describe("a silence of the inverter from noon to the next morning", () => {
  const inverterLost = (name: string, time: number) => isInverter(name) && within(time, LONG);
  /** Nothing is generated either: the counter goes on where it was. */
  const standstill = (of: ReturnType<typeof house>): ReturnType<typeof house> => ({
    ...of,
    async samples(selector, range, options) {
      const found = await of.samples(selector, range, options);
      if (selector.metric !== "inverter_production_total_kwh") return found;
      const { time, value } = found.columns;
      // What was not generated: from noon on 4 June to ten o'clock on the 5th, ten hours of light.
      const later = value.map((kwh, i) => time[i]! >= LONG.end ? kwh - 10 : kwh);
      return { ...found, columns: { ...found.columns, value: later } };
    },
  });
  const noExport = (name: string, time: number) =>
    inverterLost(name, time) || name === "gridbox_ha_multimeter_power_W";

  test("is the logger's, as long as the house exports", async () => {
    const { flags, awake } = await analysis(inverterLost);
    expect(awake).toEqual([
      ["logger_down", "exported up to 600 W"],
      ["logger_down", "exported up to 600 W"],
    ]);
    expect(flags).toEqual([
      ["04", "pv_gap", "logger_down", "yield_recovered"],
      ["05", "pv_gap", "logger_down"],
    ]);
  });

  test("is proven by the day counter for the new day only, and never an outage", async () => {
    const { awake, flags } = await analysis(noExport, DAY_COUNTER_ONLY);
    expect(awake).toEqual([
      ["unknown", "no counter shows what happened"],
      ["logger_down", "counter advanced by at least 4 kWh"],
    ]);
    expect(flags.find(([day]) => day === "04")).toEqual(expect.arrayContaining(["gap_unknown"]));
    expect(flags.find(([day]) => day === "05")).toEqual(expect.arrayContaining(["logger_down"]));
    expect(flags.flat()).not.toContain("outage");
  });

  test("is an outage if the lifetime counter stood still", async () => {
    const off = (name: string, time: number) =>
      noExport(name, time) || (name === "inverter_production_today_kwh" && time > at(4, 0));
    const { gaps, table } = await analyseDays(standstill(house(off)), HOUSE, {
      from: "2025-06-03",
      to: "2025-06-06",
      now: at(20, 0),
    });
    expect(gaps.generation.filter((gap) => gap.class !== "night").map((gap) => gap.evidence))
      .toEqual(["counter stood still", "counter stood still"]);
    expect(table.rows.map((row) => row.flags.includes("outage")))
      .toEqual([false, true, true, false]);
  });
});

describe("without coordinates", () => {
  test("nights are nights by the days around, and say so", async () => {
    const { gaps, flags } = await analysis(() => false);
    expect(flags).toEqual([]);
    expect(new Set(gaps.generation.map((gap) => `${gap.class}: ${gap.evidence}`))).toEqual(
      new Set(["night: no generation at this hour on this day and the days around it"]),
    );
    const placed = await analysis(
      () => false,
      parseHousehold({ zone: "UTC", latitude: 0, longitude: 0 }),
    );
    expect(new Set(placed.gaps.generation.map((gap) => gap.evidence)))
      // The sun rises at the equator some minutes before six.
      .toEqual(new Set(["the sun is down"]));
  });

  test("and without any generation, nothing is taken for a night", async () => {
    const { awake, gaps, flags, table } = await analysis(isInverter);
    expect(gaps.generation).toHaveLength(1);
    expect(awake).toEqual([["logger_down", "exported up to 600 W"]]);
    expect(flags.map(([day]) => day)).toEqual(["03", "04", "05", "06"]);
    expect(table.rows.map((row) => row.coverage_pv)).toEqual([null, null, null, null]);

    const blind = await analysis((name) =>
      isInverter(name) || name === "gridbox_ha_multimeter_power_W"
    );
    expect(blind.awake).toEqual([["unknown", "unknown whether it was night"]]);
    for (const flags of blind.flags) {
      expect(flags).toEqual(expect.arrayContaining(["pv_gap", "gap_unknown"]));
    }
  });

  test("a house without an inverter has none of this", async () => {
    const none = parseHousehold({
      zone: "UTC",
      roles: { generation_power: null, yield_today: null, yield_total: null },
    });
    const { gaps, flags } = await analysis(isInverter, none);
    expect(gaps.generation).toEqual([]);
    expect(flags).toEqual([]);
  });
});

describe("where no power is bound, the counters tell when the inverter was heard", () => {
  const withoutPower = (roles: Record<string, null>, place = {}) =>
    parseHousehold({ zone: "UTC", ...place, roles: { generation_power: null, ...roles } });
  const PLACE = { latitude: 0, longitude: 0 };
  const HOUSES = [
    ["the day counter, without coordinates", { yield_total: null }, {}],
    ["the day counter, with coordinates", { yield_total: null }, PLACE],
    ["the lifetime counter, without coordinates", { yield_today: null }, {}],
    ["the lifetime counter, with coordinates", { yield_today: null }, PLACE],
    ["both, without coordinates", {}, {}],
    ["both, with coordinates", {}, PLACE],
  ] as const;
  const noonLost = (name: string, time: number) =>
    isInverter(name) && within(time, { start: at(4, 12), end: at(4, 13) });

  test.each(HOUSES)("by %s: the same as the power tells", async (_, roles, place) => {
    for (const lost of [() => false, noonLost]) {
      const bound = await analysis(lost, parseHousehold({ zone: "UTC", ...place, roles }));
      const unbound = await analysis(lost, withoutPower(roles, place));
      expect(unbound.gaps).toEqual(bound.gaps);
      expect(unbound.table.rows).toEqual(bound.table.rows);
    }
  });

  test("which is that all is well, but for an hour at noon", async () => {
    const { table, flags, awake } = await analysis(noonLost, withoutPower({}));
    expect(awake).toEqual([["logger_down", "exported up to 600 W"]]);
    expect(flags).toEqual([["04", "pv_gap", "logger_down", "recovered"]]);
    expect(table.rows.map((row) => row.coverage_pv)).toEqual([1, 11 / 12, 1, 1]);
    expect(table.rows.every((row) => row.complete)).toBe(true);
  });

  test("and nothing is integrated that was not measured", async () => {
    const { reconciled } = await analysis(() => false, withoutPower({}));
    expect(reconciled.map((day) => day.yield_integral_kwh)).toEqual([null, null, null, null]);
  });

  test("however a range is divided", async () => {
    const lost = (name: string, time: number) =>
      isInverter(name) && within(time, { start: at(3, 23), end: at(8, 9) });
    const whole = { from: "2025-06-01", to: "2025-06-10" };
    for (const [, roles, place] of HOUSES) {
      const household = withoutPower(roles, place);
      const all = await analysis(lost, household, whole);
      for (const stretch of [1, 3]) {
        const parts = await analysis(lost, household, { ...whole, stretch });
        expect(parts.gaps).toEqual(all.gaps);
        expect(parts.table.rows).toEqual(all.table.rows);
      }
    }
  });
});

describe("flags of gaps", () => {
  const meter = (minutes: number) => (name: string, time: number) =>
    name.startsWith("gridbox") &&
    within(time, { start: at(4, 12), end: at(4, 12) + minutes * MINUTE });

  test.each([
    // In the exporting hours the register stands still: nothing proves what happened.
    [90, 0.998, ["grid_gap", "gap_unknown"]],
    [90, 0.5, ["grid_gap", "gap_unknown"]],
    [6, 0.5, ["grid_gap", "gap_unknown"]],
    // Five minutes and less are no news by themselves, but the day is not complete.
    [5, 0.998, ["grid_gap"]],
    [5, 0.5, []],
    [4, 0.5, []],
  ])("of %d minutes of the meter, at %d of completeness, are %j", async (minutes, share, flags) => {
    const options = { completeCoverage: share };
    const { table } = await analysis(meter(minutes), HOUSE, options);
    expect(table.rows[1]!.flags).toEqual(flags);
    expect(table.rows[0]!.flags).toEqual([]);
  });

  test("count what a day lacks, not what its neighbour lacks", async () => {
    const lost = (name: string, time: number) =>
      name.startsWith("gridbox") && within(time, { start: at(4, 23), end: at(5, 0) + 3 * MINUTE });
    const { table } = await analysis(lost, HOUSE, { completeCoverage: 0.9 });
    expect(table.rows.map((row) => row.flags.includes("logger_down")))
      .toEqual([false, true, false, false]);
  });

  test("tell the meter's gaps from the inverter's", async () => {
    const lost = (name: string, time: number) =>
      within(time, { start: at(4, 8), end: at(4, 9) }) && !isInverter(name) ||
      within(time, { start: at(5, 8), end: at(5, 9) }) && isInverter(name);
    const { flags } = await analysis(lost);
    expect(flags).toEqual([
      ["04", "grid_gap", "gap_unknown"],
      ["05", "pv_gap", "logger_down", "recovered"],
    ]);
  });

  test("of a day without any sample name what is proven of it", async () => {
    const lost = (_: string, time: number) => within(time, { start: at(4, 0) - 1, end: at(5, 0) });
    const { table } = await analysis(lost);
    expect(table.rows[1]!.flags).toEqual(["no_data", "logger_down"]);
    const unmetered = parseHousehold({
      zone: "UTC",
      roles: { import_energy: null, generation_power: null, yield_today: null, yield_total: null },
    });
    expect((await analysis(lost, unmetered)).table.rows[1]!.flags).toEqual(["no_data"]);
  });
});

/** A silence of 24 days, in which no neighbour of a day generates. */
test("gaps never overlap, however a range is divided", async () => {
  const DAYS = 40;
  const lost = (name: string, time: number) =>
    isInverter(name) && within(time, { start: at(5, 12), end: at(29, 12) });
  for (const stretch of [1, 5, 10, 400]) {
    const { gaps } = await analysis(lost, HOUSE, {
      from: "2025-06-01",
      to: "2025-07-10",
      stretch,
      now: at(DAYS + 1, 0),
    }, DAYS);
    const silent = gaps.generation.filter((gap) => gap.end > at(5, 12) && gap.start < at(29, 12));
    expect([silent[0]!.start, silent.at(-1)!.end]).toEqual([at(5, 12), at(29, 12)]);
    silent.slice(1).forEach((gap, i) => expect(gap.start).toBe(silent[i]!.end));
  }
});

describe("however a range is divided", () => {
  const whole = { from: "2025-06-01", to: "2025-06-10" };
  const PLACED = parseHousehold({ zone: "UTC", latitude: 0, longitude: 0 });

  test.each([
    ["without coordinates", HOUSE],
    ["with coordinates", PLACED],
  ])("gaps of days are one gap, %s", async (_, household) => {
    const lost = (name: string, time: number) =>
      within(time, { start: at(2, 12), end: at(7, 10) }) && name.startsWith("gridbox") ||
      within(time, { start: at(3, 8), end: at(8, 9) }) && isInverter(name);
    const all = await analysis(lost, household, whole);
    expect(all.gaps.grid).toHaveLength(2);
    for (const stretch of [1, 2, 3, 7]) {
      const parts = await analysis(lost, household, { ...whole, stretch });
      expect(parts.gaps, `${stretch} days`).toEqual(all.gaps);
      expect(parts.table.rows, `${stretch} days`).toEqual(all.table.rows);
    }
  });
});
