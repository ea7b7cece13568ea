import { describe, expect, test } from "vitest";
import { analyseDays } from "../../src/energy/analysis.ts";
import { auditFrame } from "../../src/energy/audit.ts";
import { gapFrame } from "../../src/frames/gaps.ts";
import { openArchive } from "../../src/archive/open_archive.ts";
import { parseHousehold, readHousehold } from "../../src/household.ts";
import { HOUR } from "../../src/time.ts";
import { load } from "../notation.ts";
import { memorySource } from "../memory_source.ts";

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
    expect(gapFrame(gaps.grid).height).toBe(gaps.grid.length);
  });
});
