/**
 * A household and the server that watches it.
 *
 * @module
 */

import type { LabelledSamples } from "../../../src/columns.ts";
import {
  addDays,
  HOUR,
  localDays,
  MINUTE,
  type Period,
  type TimeRange,
} from "../../../src/time.ts";
import type { Fault } from "./faults/fault.ts";
import type { Exporter, House, Pod } from "./house.ts";
import { InverterExporter } from "./inverter_exporter.ts";
import { MeterExporter, type MeterReport } from "./meter_exporter.ts";
import { recordingRules } from "./recording_rules.ts";
import { type ScrapeOptions, scrapeTimes } from "./scrapes.ts";
import { type Trace, trace } from "./trace.ts";
import { type TruthDay, truthOf } from "./truth.ts";

/** Options of {@linkcode simulate}. */
export interface SimulationOptions {
  /** First local day of the ground truth. */
  readonly from: string;
  /** Last local day of the ground truth. */
  readonly to: string;
  /** How the server scrapes. */
  readonly scrape?: ScrapeOptions;
  /** What the meter reports as power. @default "snapshot" */
  readonly meterReport?: MeterReport;
  /** Faults, in the order in which they are applied. @default [] */
  readonly faults?: readonly Fault[];
  /** When the recording rules were written, Unix time; without it there are none. [ms] */
  readonly rulesSince?: number;
}

/** What a simulation gives. */
export interface Simulation {
  /** All that the server stored. Series carry their metric's name as `__name__`. */
  readonly series: readonly LabelledSamples[];
  /** The ground truth, one entry per local day. */
  readonly truth: readonly TruthDay[];
}

/** Samples begin this long before the first local midnight. [ms] */
const LEAD_IN = 6 * HOUR;
/** Samples end this long after the last local midnight. [ms] */
const LEAD_OUT = 50 * MINUTE;

/**
 * Lives through local days at one second and tells what a server stored of them and what was true.
 * The registers start on the day before the first one. The same arguments give the same result, to
 * the last bit.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { demoHouse } from "./demo_house.ts";
 * import { simulate } from "./simulate.ts";
 *
 * const { series, truth } = simulate(demoHouse, { from: "2025-06-01", to: "2025-06-01" });
 * assert(truth[0]!.yield_kwh > 0 && series.length > 0);
 * ```
 */
export function simulate(house: House, options: SimulationOptions): Simulation {
  const days = localDays(addDays(options.from, -1), addDays(options.to, 1), house.zone);
  const shown = { start: days[1]!.start - LEAD_IN, end: days.at(-1)!.start + LEAD_OUT };
  const watched = [
    ...targetsOf(house, house.inverterExporter, {
      ...options,
      shown,
      make: (pod) => new InverterExporter(house, pod),
    }),
    ...targetsOf(house, house.meterExporter, {
      ...options,
      shown,
      make: (pod) => new MeterExporter(house, pod, options.meterReport ?? "snapshot"),
    }),
  ];
  const truth: TruthDay[] = [];
  let today: Trace | undefined;
  for (const day of days) {
    today = trace(house, day, today);
    if (options.from <= day.label && day.label <= options.to) truth.push(truthOf(today));
    for (const target of watched) target.live(day, today);
  }
  const emitted = watched.flatMap(({ exporter }) => exporter.series());
  const raw = (options.faults ?? []).reduce((series, fault) => fault(series), emitted);
  if (options.rulesSince === undefined) return { series: raw, truth };
  const lookback = 1.5 * (options.scrape?.interval ?? MINUTE);
  const rules = recordingRules(raw, { start: options.rulesSince, end: shown.end, lookback });
  return { series: [...raw, ...rules], truth };
}

/** What a scrape target is to a simulation. */
interface Scraped {
  scrape(time: number, trace: Trace): void;
  series(): LabelledSamples[];
}

interface Target {
  readonly exporter: Scraped;
  /** Scrapes the exporter through a day. */
  live(day: Period, trace: Trace): void;
}

function targetsOf(
  house: House,
  { pods }: Exporter,
  { scrape = {}, shown, make }: {
    scrape?: ScrapeOptions;
    shown: TimeRange;
    make: (pod: Pod) => Scraped;
  },
): Target[] {
  return pods.map((pod) => {
    const exporter = make(pod);
    const range = { start: Math.max(pod.start, shown.start), end: Math.min(pod.end, shown.end) };
    const times = scrapeTimes(`${house.seed}/${pod.pod}`, range, scrape);
    let next = 0;
    const live = ({ start, end }: Period, trace: Trace) => {
      while (next < times.length && times[next]! < start) next++;
      while (next < times.length && times[next]! < end) exporter.scrape(times[next++]!, trace);
    };
    return { exporter, live };
  });
}
