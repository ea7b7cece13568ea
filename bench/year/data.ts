/**
 * The archives that the year is measured with: the demo house, scraped every 15 seconds, in a zone
 * that never changes its clocks, so that each year can be the one after it, earlier.
 *
 * @module
 */

import { rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeArchive } from "../../src/archive/write_archive.ts";
import { writeBlocks } from "../../tests/servers/prometheus.ts";
import {
  joinPieces,
  joinSeries,
  type LabelledSamples,
  rowAt,
  type SeriesColumns,
} from "../../src/columns.ts";
import { demoHouse } from "../../tests/simulator/house/demo_house.ts";
import { simulate } from "../../tests/simulator/house/simulate.ts";
import { HOUR, localDay, SECOND, startOfDay } from "../../src/time.ts";

const ZONE = "Africa/Algiers", INTERVAL = 15 * SECOND;
const POWER = "gridbox_ha_multimeter_power_W", REGISTER = "gridbox_ha_multimeter_energy_Wh";
const DAY_COUNTER = "inverter_production_today_kwh";
/** What is simulated. */
const FROM = "2025-01-01", TO = "2025-12-31";
/** Length of a year. [ms] */
const YEAR = 365 * 24 * HOUR;
/** Raised when other data come out. */
const VERSION = 1;

/** An archive of whole years. */
export interface YearsArchive {
  /** The folder, with a household file that binds the three series and nothing else. */
  readonly dir: string;
  /** First day. */
  readonly from: string;
  /** Last day. */
  readonly to: string;
}

/** An archive of so many years: made once, some minutes long, and kept among the temporary files. */
export async function yearsArchive(years: number): Promise<YearsArchive> {
  const dir = join(tmpdir(), `wattbook-bench-${years}-years-v${VERSION}`);
  const start = startOfDay(FROM, ZONE);
  const archive = { dir, from: localDay(start - (years - 1) * YEAR, ZONE), to: TO };
  if (await stat(dir).catch(() => null)) return archive;
  const partial = `${dir}.partial`;
  await rm(partial, { recursive: true, force: true });
  for (const columns of yearsOfSamples(years)) await writeArchive(partial, columns);
  await writeFile(join(partial, "household.json"), yearsHousehold());
  await rename(partial, dir);
  return archive;
}

/**
 * The same samples as blocks of a Prometheus: made once, some minutes long, and kept among the
 * temporary files. Each year is written by itself, because the tool that writes blocks reads its whole
 * input once for each of them.
 *
 * @returns The folder.
 */
export async function yearsBlocks(years: number): Promise<string> {
  const dir = join(tmpdir(), `wattbook-bench-${years}-years-blocks-v${VERSION}`);
  if (await stat(dir).catch(() => null)) return dir;
  const partial = `${dir}.partial`;
  await rm(partial, { recursive: true, force: true });
  const year = simulated(), rise = riseOf(year.filter(isRegister));
  for (let ago = years - 1; ago >= 0; ago--) {
    const columns = joinSeries(
      year.map((one) => earlier(one, ago * YEAR, isRegister(one) ? ago * rise : 0)),
    );
    await writeBlocks([columns], partial, { blockHours: BLOCK_HOURS });
  }
  await rename(partial, dir);
  return dir;
}

/** Longer than a year, so that nearly every year is one block. [h] */
const BLOCK_HOURS = 40_000;

/** All samples of so many years, one metric after the other. */
function* yearsOfSamples(years: number): Generator<SeriesColumns> {
  for (const series of Map.groupBy(simulated(), ({ labels }) => labels.__name__).values()) {
    const pieces = Array.from({ length: years }, (_, year) => {
      const ago = years - 1 - year;
      return series.map((one) =>
        earlier(one, ago * YEAR, isRegister(one) ? ago * riseOf(series) : 0)
      );
    });
    yield joinPieces(pieces.flat());
  }
}

/** The household file that binds the three series and nothing else. */
export function yearsHousehold(): string {
  return JSON.stringify(household());
}

/** The samples of exactly a year. */
function simulated(): LabelledSamples[] {
  const house = { ...demoHouse, zone: ZONE };
  const { series } = simulate(house, { from: FROM, to: TO, scrape: { interval: INTERVAL } });
  const start = startOfDay(FROM, ZONE);
  return series.flatMap(({ labels, time, value }) => {
    if (![POWER, REGISTER, DAY_COUNTER].includes(labels.__name__!)) return [];
    const from = rowAt(time, start), to = rowAt(time, start + YEAR);
    const rows = { time: time.subarray(from, to), value: value.subarray(from, to) };
    return to > from ? [{ labels, ...rows }] : [];
  });
}

function isRegister({ labels }: LabelledSamples): boolean {
  return labels.__name__ === REGISTER;
}

/** How much a register rises in the year, the next one's first step included. */
function riseOf(series: readonly LabelledSamples[]): number {
  const values = series.map(({ value }) => value);
  return Math.max(...values.map((one) => one.at(-1)!)) - Math.min(...values.map((one) => one[0]!));
}

function earlier(
  { labels, time, value }: LabelledSamples,
  span: number,
  less: number,
): LabelledSamples {
  return { labels, time: time.map((at) => at - span), value: value.map((one) => one - less) };
}

function household(): unknown {
  const { latitude, longitude, ain } = demoHouse;
  const roles = { generation_power: null, yield_total: null };
  return { zone: ZONE, latitude, longitude, meter_ain_regex: `${ain}(-1)?`, roles };
}
