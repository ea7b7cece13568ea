import { describe, expect, test } from "vitest";
import { joinSeries } from "../../src/columns.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { clockNotice } from "../../src/energy/repairs.ts";
import type { EnergyRow, EnergyTable } from "../../src/energy/table.ts";
import { offsetText } from "../../src/frames/day_counter.ts";
import { type Household, parseHousehold } from "../../src/household.ts";
import { demoHouse } from "../simulator/house/demo_house.ts";
import { clockOffset } from "../simulator/house/faults/clock_offset.ts";
import type { Fault } from "../simulator/house/faults/fault.ts";
import { demoHouseholdFile } from "../simulator/house/household_file.ts";
import { simulate } from "../simulator/house/simulate.ts";
import { truthWithin } from "../simulator/house/truth_within.ts";
import { addDays, HOUR, localDays, MINUTE } from "../../src/time.ts";
import { memorySource } from "../memory_source.ts";

const { zone } = demoHouse;
const household: Household = parseHousehold(demoHouseholdFile);
/** Ten days of June, without a restart of the inverter's exporter among them. */
const LIVED = { from: "2025-06-05", to: "2025-06-14" };
const ASKED = { from: "2025-06-07", to: "2025-06-12" };
/** A lifetime counter in whole tenths, read at two midnights; and a minute's chord under clouds. */
const TOLERANCE = 0.105;

const midnights = localDays("2025-05-01", "2025-07-01", zone).map(({ start }) => start);
const wrongClock = (hours: number) =>
  clockOffset({ offset: hours * HOUR, midnights, isSleepless: Math.abs(hours) < 3 });

const sourceOf = (faults: Fault[]) =>
  memorySource(joinSeries(simulate(demoHouse, { ...LIVED, faults }).series));
/** The house without any fault. */
const sound = sourceOf([]);

async function looked(faults: Fault[], where = zone) {
  const source = faults.length === 0 ? sound : sourceOf(faults);
  return await analyseDays(source, { ...household, zone: where }, ASKED);
}

/** True yields by the start of the day; many cases ask for the same days. [kWh] */
const truths = new Map<number, number>();

function trueYield({ date, start, end }: EnergyRow): number {
  const known = truths.get(start) ?? truthWithin(demoHouse, { label: date, start, end }).yield_kwh;
  truths.set(start, known);
  return known;
}

function expectRightYields({ rows }: EnergyTable): void {
  expect(rows).toHaveLength(6);
  for (const row of rows) {
    expect(Math.abs(row.yield_kwh! - trueYield(row)), row.date).toBeLessThan(TOLERANCE);
    expect(row.method).toContain("yield:lifetime_counter");
  }
}

describe("a day counter that is reset at another hour than midnight", () => {
  test.each<[string, Fault[], string, string]>([
    ["clock an hour late", [wrongClock(1)], zone, "reset 1 h after midnight of Europe/Berlin"],
    ["clock an hour early", [wrongClock(-1)], zone, "reset 1 h before midnight of Europe/Berlin"],
    ["clock seven hours late", [wrongClock(7)], zone, "reset 7 h after midnight of Europe/Berlin"],
  ])(
    "%s: the yields are right, one notice tells, no day is flagged",
    async (_, faults, where, told) => {
      const { table, repairs } = await looked(faults, where);
      expect(table.rows.map(({ flags, complete }) => [flags, complete]))
        .toEqual(table.rows.map(() => [[], true]));
      expectRightYields(table);
      expect(table.notices).toEqual([expect.stringContaining(told)]);
      expect(repairs.map(({ rule }) => rule)).toEqual(["clock"]);
    },
  );

  test.each([
    ["five time zones east", "Asia/Kolkata", "after midnight of Asia/Kolkata"],
    ["six time zones west", "America/New_York", "before midnight of America/New_York"],
    ["half around the world", "Pacific/Auckland", "after midnight of Pacific/Auckland"],
  ])(
    "zone %s: the yields are right, but the sun tells and no day is complete",
    async (_, where, told) => {
      const { table, repairs } = await looked([], where);
      expect(table.rows.map(({ flags, complete }) => [flags, complete]))
        .toEqual(table.rows.map(() => [["zone_wrong"], false]));
      expectRightYields(table);
      expect(table.notices).toEqual([
        expect.stringContaining(`"zone": "${zone}" (or --zone`),
        expect.stringContaining(told),
      ]);
      expect(repairs.map(({ rule }) => rule)).toEqual(["clock"]);
    },
  );

  test("needs its tolerance: the day counter alone is off by far more", async () => {
    const source = sourceOf([wrongClock(7)]);
    const { table, repairs } = await analyseDays(source, household, { ...ASKED, repair: false });
    const row = table.rows[0]!;
    expect(Math.abs(row.yield_kwh! - trueYield(row))).toBeGreaterThan(10 * TOLERANCE);
    // The notice is told all the same.
    expect(table.notices).toHaveLength(1);
    expect(repairs.map(({ rule }) => rule)).not.toContain("clock");
  });

  test("one day has the same numbers alone as among others", async () => {
    const kolkata = { ...household, zone: "Asia/Kolkata" };
    const all = await analyseDays(sound, kolkata, ASKED);
    const day = addDays(ASKED.from, 2);
    const one = await analyseDays(sound, kolkata, { from: day, to: day });
    expect(one.table.rows).toEqual(all.table.rows.filter(({ date }) => date === day));
  });
});

test("a right clock and a right zone are not worth a word", async () => {
  const { table, repairs } = await looked([]);
  expect([table.notices, repairs]).toEqual([[], []]);
  expect(table.rows[0]!.method).toContain("yield:day_counter");
});

test.each([
  [60, 60, "1 h after midnight"],
  [-61, -60, "1 h before midnight"],
  [119, 121, "2 h after midnight"],
  [326, 334, "5 h 30 min after midnight"],
  [72, 504, "between 1 h 12 min and 8 h 24 min after midnight"],
  [-504, -48, "between 8 h 24 min and 48 min before midnight"],
])("offsetText() of %d to %d min", (earliest, latest, text) => {
  expect(offsetText({ earliest: earliest * MINUTE, latest: latest * MINUTE })).toBe(text);
});

test("clockNotice() says both causes and what to do about each", () => {
  const notice = clockNotice({ earliest: HOUR, latest: HOUR }, "Europe/Berlin");
  expect(notice).toMatch(
    /clock is wrong: set its time.*is not the zone of the house: correct --zone/,
  );
});
