/**
 * Makes the demo household anew, in place: `deno task fixtures`. The same code gives the same bytes,
 * so `git diff` shows what a change to the simulator does to it.
 *
 * @module
 */

import { mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { writeArchive } from "../../../src/archive/write_archive.ts";
import { joinSeries } from "../../../src/columns.ts";
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

const DEMO = fileURLToPath(new URL("../../../data/fixtures/demo", import.meta.url));

if (import.meta.main) {
  const { series, truth } = simulate(demoHouse, demoOptions);
  await rm(DEMO, { recursive: true, force: true });
  await mkdir(DEMO, { recursive: true });
  const files = await writeArchive(DEMO, joinSeries(series));
  await writeFile(`${DEMO}/truth.csv`, truthCsv(truth, demoHouse));
  await writeFile(`${DEMO}/pitfalls.json`, json(demoPitfalls()));
  await writeFile(`${DEMO}/household.json`, json(householdFile()));
  console.error(`Wrote ${files.length} Parquet files and ${truth.length} days of truth to ${DEMO}`);
}
