/**
 * Many households side by side, a year at one sample a minute each: what one of them costs.
 *
 * @module
 */

import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pl from "nodejs-polars";
import { householdFolder, monthFile } from "../src/archive/layout.ts";
import { byDuckDB, byWattbook } from "../tests/scale/daily_import.ts";
import { type Home, homes, METRICS, writeHomes } from "../tests/scale/homes.ts";
import { type Report, type Row, toRow } from "./benchmark.ts";
import { interleave, type InterleaveOptions, timed } from "./interleave.ts";

const COUNT = 20, DAYS = { from: "2025-01-02", to: "2025-12-30" };
const MONTHS = Array.from(
  { length: 12 },
  (_, month) => `2025-${String(month + 1).padStart(2, "0")}`,
);

/** Measures households. */
export async function households(): Promise<Report> {
  const dir = await mkdtemp(join(tmpdir(), "wattbook-bench-homes-")), all = homes(COUNT);
  try {
    const [written] = await times({
      write: () => writeHomes(dir, all, { months: MONTHS }),
    }, { rounds: 1, repeats: 1, warmup: 0 });
    const queries = await times({
      "daily table, by Wattbook one after the other": async () => {
        for (const { name } of all) await byWattbook(dir, name, DAYS);
      },
      "daily import, by DuckDB in one query": () => byDuckDB(dir, DAYS),
      "greatest power of each month, by Polars in one query": () => peaks(dir),
    }, { rounds: 3, repeats: 1 });
    const size = await bytesOf(dir, all) / COUNT / 1e6;
    return {
      title: `households: ${COUNT} of them, a year of grid power and register at 1 min`,
      comparisons: [
        { caption: "time per household", unit: "ms", rows: [...queries, written!] },
        {
          caption: "on disk per household",
          unit: "MB",
          rows: [toRow("1.05 million samples", [size])],
        },
      ],
      goals: [],
      notes: [
        "DuckDB and Polars use all processors. Wattbook uses one, except while Polars reads files for it. " +
        "Writing includes packing each finished month as small as possible.",
      ],
    };
  } finally {
    await rm(dir, { recursive: true });
  }
}

/** What the works take per household, as rows. */
async function times(
  works: Readonly<Record<string, () => Promise<unknown>>>,
  options: InterleaveOptions,
): Promise<Row[]> {
  const contenders = Object.fromEntries(
    Object.entries(works).map(([name, work]) => [name, timed(work)]),
  );
  const figures = await interleave(contenders, options);
  return Object.entries(figures).map(([name, all]) => toRow(name, all.map((ms) => ms / COUNT)));
}

function peaks(dir: string): Promise<pl.DataFrame> {
  return pl.scanParquet(`${dir}/household=*/metric=${METRICS[0]}/month=*/data.parquet`, {
    hivePartitioning: true,
  }).groupBy(["household", "month"]).agg(pl.col("value").max()).collect();
}

async function bytesOf(dir: string, all: readonly Home[]): Promise<number> {
  let bytes = 0;
  for (const { name } of all) {
    for (const metric of METRICS) {
      for (const month of MONTHS) {
        bytes += (await stat(monthFile(householdFolder(dir, name), { metric, month }))).size;
      }
    }
  }
  return bytes;
}
