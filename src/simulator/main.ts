/**
 * Makes the demo household anew: `deno task fixtures`. The same code gives the same bytes.
 *
 * @module
 */

import { mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { writeArchive } from "../archive/write_archive.ts";
import { joinSeries } from "../columns.ts";
import { demoHouse, demoOptions } from "./demo_house.ts";
import { demoPitfalls } from "./pitfalls.ts";
import { simulate } from "./simulate.ts";
import { truthCsv } from "./truth.ts";

/** The household file of the demo, as the energy code reads it. */
function householdFile(): Record<string, unknown> {
  const { zone, latitude, longitude, strings, ain } = demoHouse;
  return {
    zone,
    latitude,
    longitude,
    strings: strings.filter(({ kwp }) => kwp > 0).map(({ name, kwp }) => ({ name, kwp })),
    fuse_amperes: 35,
    phases: 3,
    meter_ain_regex: `${ain}(-1)?`,
  };
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2) + "\n";
}

async function writeDemo(dir: string): Promise<void> {
  const { series, truth } = simulate(demoHouse, demoOptions);
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  const files = await writeArchive(dir, joinSeries(series));
  await writeFile(`${dir}/truth.csv`, truthCsv(truth, demoHouse));
  await writeFile(`${dir}/pitfalls.json`, json(demoPitfalls()));
  await writeFile(`${dir}/household.json`, json(householdFile()));
  console.error(`Wrote ${files.length} Parquet files, ${truth.length} days of truth to ${dir}`);
}

if (import.meta.main) {
  const demo = new URL("../../data/fixtures/demo", import.meta.url);
  await writeDemo(Deno.args[0] ?? fileURLToPath(demo));
}
