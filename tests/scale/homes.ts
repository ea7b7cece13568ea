/**
 * Many households, derived from the demo household: each with a size, a zone, a meter and a scrape
 * phase of its own.
 *
 * @module
 */

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { householdFolder, monthRange } from "../../src/archive/layout.ts";
import { openArchive } from "../../src/archive/open_archive.ts";
import { writeMonth } from "../../src/archive/write_archive.ts";
import { eachSeries, joinSeries, type LabelledSamples, samplesWithin } from "../../src/columns.ts";
import { selector } from "../../src/selector.ts";
import { MINUTE } from "../../src/time.ts";

/** What a home's meter is asked for. */
export const METRICS = [
  "gridbox_ha_multimeter_power_W",
  "gridbox_ha_multimeter_energy_Wh",
] as const;

const DEMO = fileURLToPath(new URL("../../data/fixtures/demo", import.meta.url));
const ZONES = ["Europe/Berlin", "Europe/Lisbon", "America/New_York", "Asia/Kolkata"];

/** One home. */
export interface Home {
  /** Name of the household. */
  readonly name: string;
  /** IANA zone of its days. */
  readonly zone: string;
  /** How much more it draws and feeds in than the demo household. */
  readonly size: number;
  /** How much later than the demo household's its meter is scraped. [ms] */
  readonly phase: number;
  /** Its register at the begin of the demo household's. [Wh] */
  readonly register: number;
}

/** So many homes, the same ones each time. */
export function homes(count: number): Home[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `home-${String(index).padStart(3, "0")}`,
    zone: ZONES[index % ZONES.length]!,
    size: 0.5 + (index * 0.618034) % 1,
    phase: (index * 7919) % MINUTE,
    register: index * 1_234_567,
  }));
}

/** Options of {@linkcode writeHomes}. */
export interface WriteHomesOptions {
  /** UTC months, `YYYY-MM`. */
  readonly months: readonly string[];
  /**
   * Whether files are packed as those of months that are over, which takes ten times as long.
   *
   * @default {true}
   */
  readonly smallest?: boolean;
  /**
   * Keeps one sample in so many, as a server that scrapes less often.
   *
   * @default {1}
   */
  readonly oneIn?: number;
}

/** Writes archives of homes side by side, each with its household file. */
export async function writeHomes(
  dir: string,
  all: readonly Home[],
  { months, smallest = true, oneIn = 1 }: WriteHomesOptions,
): Promise<void> {
  const demo = await openArchive(DEMO);
  const ranges = months.map((month) => ({ month, ...monthRange(month) }));
  const around = { start: ranges[0]!.start - MINUTE, end: ranges.at(-1)!.end };
  for (const metric of METRICS) {
    const { columns } = await demo.samples(selector(metric), around);
    const isKept = (_: number, row: number) => row % oneIn === 0;
    const series = [...eachSeries(columns)].map(({ labels, time, value }) => (
      { labels, time: time.filter(isKept), value: value.filter(isKept) }
    ));
    for (const home of all) {
      const own = series.map((one) => ofHome(one, home, metric));
      for (const { month, start, end } of ranges) {
        const pieces = own.map((one) => samplesWithin(one, { start, end: end - 1 }))
          .filter(({ time }) => time.length > 0);
        const record = { selectors: [metric], from: start, to: end - 1, finished: smallest };
        const place = { metric, month, record };
        await writeMonth(householdFolder(dir, home.name), joinSeries(pieces), place);
      }
    }
  }
  for (const { name, zone } of all) {
    const folder = householdFolder(dir, name);
    await mkdir(folder, { recursive: true });
    const roles = { generation_power: null, yield_today: null, yield_total: null };
    const file = { zone, meter_ain_regex: `${name}(-1)?`, roles };
    await writeFile(join(folder, "household.json"), JSON.stringify(file));
  }
}

/** A series of the demo household as a home's meter reports it: in whole watts and watt-hours. */
export function ofHome(
  { labels, time, value }: LabelledSamples,
  { name, size, phase, register }: Home,
  metric: string,
): LabelledSamples {
  const isRegister = metric === METRICS[1];
  return {
    labels: { ...labels, ain: `${name}-1` },
    time: time.map((at) => at + phase),
    value: value.map((one) => Math.round(one * size) + (isRegister ? register : 0)),
  };
}
