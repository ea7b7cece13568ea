/**
 * A hundred households in one folder: each opens by itself, and other engines compute all of them at
 * once. For a whole year instead of a month, with files packed as they are kept:
 * `HOMES_MONTHS=12 deno run -A npm:vitest run tests/scale`.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import pl from "nodejs-polars";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { householdNames } from "../../src/archive/contents.ts";
import { householdFolder, monthRange } from "../../src/archive/layout.ts";
import { openArchive } from "../../src/archive/open_archive.ts";
import type { EnergyRow } from "../../src/energy/table.ts";
import { selector } from "../../src/selector.ts";
import { byDuckDB, byWattbook } from "./daily_import.ts";
import { homes, METRICS, writeHomes } from "./homes.ts";

const COUNT = 100;
/** March: clocks change in the zones of three homes out of four, on two different days. */
const WHOLE_YEAR = process.env["HOMES_MONTHS"] === "12";
const MONTHS = WHOLE_YEAR
  ? Array.from({ length: 12 }, (_, month) => `2025-${String(month + 1).padStart(2, "0")}`)
  : ["2025-03"];
const LAST = WHOLE_YEAR ? "2025-12-30" : "2025-03-30";
const DAYS = { from: `${MONTHS[0]}-02`, to: LAST };
const ALL = homes(COUNT);
const LONG = WHOLE_YEAR ? 3_600_000 : 180_000;

let dir: string, ours: Map<string, EnergyRow>;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "homes-"));
  // For a month the homes are scraped every five minutes: packing files takes most of the time.
  const oneIn = WHOLE_YEAR ? 1 : 5;
  await writeHomes(dir, ALL, { months: MONTHS, smallest: WHOLE_YEAR, oneIn });
  ours = new Map();
  for (const { name } of ALL) {
    for (const row of await byWattbook(dir, name, DAYS)) ours.set(`${name} ${row.date}`, row);
  }
}, LONG);
afterAll(() => rm(dir, { recursive: true, force: true }));

describe("a hundred households", () => {
  test("are a table each, with the days of their own zones", async () => {
    expect(await householdNames(dir)).toEqual(ALL.map(({ name }) => name));
    const hours = (home: number, day: string) => ours.get(`${ALL[home]!.name} ${day}`)!.hours;
    // Berlin, Lisbon, New York, Kolkata.
    expect([0, 1, 2, 3].map((home) => hours(home, "2025-03-30"))).toEqual([23, 23, 24, 24]);
    expect([0, 1, 2, 3].map((home) => hours(home, "2025-03-09"))).toEqual([24, 24, 23, 24]);
  });

  test("are the same to DuckDB: one query of the page, to a milliwatt-hour", async () => {
    const theirs = await byDuckDB(dir, DAYS);
    expect(theirs.size).toBe(ours.size);
    // Both take the readings at both midnights from the same line between the same two samples. What
    // is left is that we add up the register's steps: a millionth is the rounding of 10⁵ additions.
    for (const [day, { import_kwh, method }] of ours) {
      expect(method).toMatch(/^import:counter /);
      expect(Math.abs(theirs.get(day)! - import_kwh!), day).toBeLessThan(1e-6);
    }
  }, LONG);

  test(
    "are one lazy frame to Polars, and only the files that a query needs are opened",
    async () => {
      const files = `${dir}/household=*/metric=gridbox_ha_multimeter_power_W/month=*/data.parquet`;
      const peaks = await pl.scanParquet(files, { hivePartitioning: true })
        .filter(pl.col("month").eq(pl.lit("2025-03")))
        .groupBy("household").agg(pl.col("value").max().alias("peak_w"))
        .sort("household").collect();
      expect(peaks.getColumn("household").toArray()).toEqual(ALL.map(({ name }) => name));
      const { start, end } = monthRange("2025-03");
      for (const home of [0, 57, 99]) {
        const archive = await openArchive(householdFolder(dir, ALL[home]!.name));
        const { columns } = await archive.samples(selector(METRICS[0]), { start, end: end - 1 });
        expect(peaks.getColumn("peak_w").get(home)).toBe(Math.max(...columns.value));
      }
    },
    LONG,
  );
});
