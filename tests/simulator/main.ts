/**
 * Makes both demo households anew, in place: `deno task fixtures`. The same code gives the same
 * bytes, so `git diff` shows what a change to a simulator does to them.
 *
 * @module
 */

import { mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { writeArchive } from "../../src/archive/write_archive.ts";
import { joinSeries, type LabelledSamples } from "../../src/columns.ts";
import { batteryHouse } from "./battery_house/battery_house.ts";
import { batteryHouseholdFile } from "./battery_house/household_file.ts";
import { batteryPitfalls } from "./battery_house/incidents.ts";
import { simulateBatteryHouse } from "./battery_house/simulate.ts";
import { truthCsv as batteryTruthCsv } from "./battery_house/truth.ts";
import { demoHouse, demoOptions } from "./house/demo_house.ts";
import { demoHouseholdFile } from "./house/household_file.ts";
import { demoPitfalls, type Pitfall } from "./house/pitfalls.ts";
import { simulate } from "./house/simulate.ts";
import { truthCsv } from "./house/truth.ts";

/** All files of a demo household. */
interface Demo {
  readonly series: readonly LabelledSamples[];
  /** Content of `truth.csv`. */
  readonly truth: string;
  readonly pitfalls: readonly Pitfall[];
  readonly household: Record<string, unknown>;
}

/** The first household: PV only. */
function demo(): Demo {
  const { series, truth } = simulate(demoHouse, demoOptions);
  return {
    series,
    truth: truthCsv(truth, demoHouse),
    pitfalls: demoPitfalls(),
    household: demoHouseholdFile,
  };
}

/** The second household: battery, wallbox and heat pump. */
function batteryDemo(): Demo {
  const { series, truth } = simulateBatteryHouse();
  return {
    series,
    truth: batteryTruthCsv(truth, batteryHouse.zone),
    pitfalls: batteryPitfalls(),
    household: batteryHouseholdFile(batteryHouse),
  };
}

async function write(name: string, { series, truth, pitfalls, household }: Demo): Promise<void> {
  const folder = fileURLToPath(new URL(`../../data/fixtures/${name}`, import.meta.url));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const files = await writeArchive(folder, joinSeries(series));
  await writeFile(`${folder}/truth.csv`, truth);
  await writeFile(`${folder}/pitfalls.json`, json(pitfalls));
  await writeFile(`${folder}/household.json`, json(household));
  console.error(`Wrote ${files.length} Parquet files and the truth to ${folder}`);
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2) + "\n";
}

if (import.meta.main) {
  const wanted = Deno.args;
  const demos = { "demo": demo, "demo-battery": batteryDemo };
  for (const [name, make] of Object.entries(demos)) {
    if (wanted.length === 0 || wanted.includes(name)) await write(name, make());
  }
}
