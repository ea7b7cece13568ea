/**
 * A coarse look at every candidate: its value each half hour of the last days, enough to see which
 * ones could be a power, a counter or a state of charge.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import { eachSeries, labelKey, type SeriesColumns } from "../columns.ts";
import { identityLabels } from "../frames/restarts.ts";
import { quote } from "../selector.ts";
import { MINUTE, type TimeRange } from "../time.ts";
import type { Candidate } from "./candidates.ts";
import { DAY } from "./traces.ts";

/** Usual distance of the values. [ms] */
const SKETCH_STEP = 30 * MINUTE;

/** Servers refuse longer queries (VictoriaMetrics above 16 kB). [characters] */
const LONGEST = 8000;

/** What the values of a candidate look like. */
export interface Sketch {
  /** Distance of the values. [ms] */
  readonly step: number;
  /** One value per step; NaN without a sample in the hour before. */
  readonly value: Float64Array;
}

/**
 * Sketches candidates.
 *
 * @param options `step`: distance of the values, half an hour by default. [ms]
 * @returns Sketches by candidate; candidates without samples are left out.
 * @throws {WattbookError} Whatever the client throws.
 */
export async function sketchAll(
  client: Pick<Client, "queryRange">,
  candidates: readonly Candidate[],
  { start, end }: TimeRange,
  options: {
    readonly step?: number;
    readonly signal?: AbortSignal;
    onProgress?(done: number, total: number): void;
  } = {},
): Promise<Map<Candidate, Sketch>> {
  const { step = SKETCH_STEP, signal, onProgress } = options;
  const byKey = new Map(
    candidates.map((one) => [labelKey({ ...one.labels, __name__: one.metric }), one]),
  );
  const first = Math.ceil(start / step) * step;
  const points = Math.floor((end - first) / step) + 1;
  const sketches = new Map<Candidate, Sketch>();
  const batches = batchesOf([...new Set(candidates.map(({ metric }) => metric))]);
  for (const [index, names] of batches.entries()) {
    const query = `last_over_time({__name__=~${quote(names.join("|"))}}[1h])`;
    const range = { start: first, end: first + (points - 1) * step, step };
    const { columns } = await client.queryRange(query, range, { signal });
    enter(columns);
    onProgress?.(index + 1, batches.length);
  }
  return sketches;

  function enter(columns: SeriesColumns): void {
    for (const { labels, time, value } of eachSeries(columns)) {
      const candidate = byKey.get(labelKey(identityLabels(labels)));
      if (!candidate) continue;
      const known = sketches.get(candidate)?.value ?? new Float64Array(points).fill(NaN);
      sketches.set(candidate, { step, value: known });
      time.forEach((at, row) => {
        const slot = Math.round((at - first) / step);
        // The parts of a restarted series follow each other; the later one counts.
        if (!Number.isNaN(value[row]!)) known[slot] = value[row]!;
      });
    }
  }
}

/** Names as alternatives of a regular expression, in groups that a query can hold. */
function batchesOf(metrics: readonly string[]): string[][] {
  const batches: string[][] = [];
  let length = Infinity;
  for (const name of metrics.map((one) => one.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))) {
    if (length + name.length > LONGEST) {
      batches.push([]);
      length = 0;
    }
    batches.at(-1)!.push(name);
    length += name.length + 1;
  }
  return batches;
}

/** What a sketch may be. */
export interface Shape {
  /**
   * `counter` only rises, except for resets; `day_counter` falls to zero about once a day; `level`
   * stays between 0 and 100 (or 0 and 1) and moves in small steps, as a state of charge does; `power` is
   * any other value that changes; `constant` does not change.
   */
  readonly kind: "power" | "counter" | "day_counter" | "constant";
  /** Whether it stays between 0 and 100, as a state of charge. */
  readonly isBounded: boolean;
  /** Greatest distance from zero. */
  readonly size: number;
  /** Whether it takes both signs. */
  readonly isSigned: boolean;
  /** Rise of a counter per day. */
  readonly perDay: number;
  /**
   * How far its activity is that of the sun: 1 if all of it lies within the same part of each day.
   * [0–1]
   */
  readonly sun: number;
}

/** Judges the shape of a sketch. */
export function shapeOf({ step, value }: Sketch): Shape {
  const perDay = DAY / step;
  let least = Infinity, most = -Infinity, rises = 0, falls = 0, bigFalls = 0, rise = 0, known = 0;
  let before = NaN;
  const activity = new Float64Array(perDay);
  let isWhole = true;
  for (const [slot, now] of value.entries()) {
    if (Number.isNaN(now)) continue;
    known++;
    least = Math.min(least, now);
    most = Math.max(most, now);
    isWhole &&= Number.isInteger(now);
    if (now > before) {
      rises++;
      rise += now - before;
      activity[slot % perDay]! += now - before;
    } else if (now < before) {
      falls++;
      if (before > 0 && now >= 0 && now < 0.2 * before) bigFalls++;
    }
    before = now;
  }
  const days = Math.max(1, value.length / perDay);
  const size = Math.max(Math.abs(least), Math.abs(most));
  const base = {
    size,
    isBounded: least >= 0 && most <= 101,
    isSigned: least < -0.002 * size && most > 0.002 * size,
    perDay: rise / days,
  };
  if (known < 2 || least === most) return { ...base, kind: "constant", sun: 0 };
  const isRising = rises >= 2 && least >= 0;
  if (isRising && falls <= Math.max(1, 0.02 * rises) && bigFalls <= 1) {
    return { ...base, kind: "counter", sun: quietPart(activity) };
  }
  // Power falls about as often as it rises; a day counter falls once a day, to almost nothing.
  if (isRising && bigFalls >= 0.5 * (days - 1) && falls <= bigFalls + 1 && bigFalls <= days + 1) {
    return { ...base, kind: "day_counter", sun: quietPart(activity) };
  }
  const powers = new Float64Array(perDay);
  value.forEach((now, slot) => {
    if (!Number.isNaN(now)) powers[slot % perDay]! += Math.max(0, now);
  });
  return { ...base, kind: "power", sun: quietPart(powers) };
}

/**
 * Length of the longest part of the day in which next to nothing happens, from 5 hours (0) to 9 hours
 * (1), around midnight if need be.
 */
function quietPart(activity: Float64Array): number {
  const perDay = activity.length;
  const sum = activity.reduce((a, b) => a + b, 0);
  if (!(sum > 0)) return 0;
  let best = 0;
  for (let from = 0; from < perDay; from++) {
    let length = 0, part = 0;
    while (length < perDay) {
      part += activity[(from + length) % perDay]!;
      if (part > 0.005 * sum) break;
      length++;
    }
    best = Math.max(best, length);
  }
  const hours = best * 24 / perDay;
  return Math.min(1, Math.max(0, (hours - 5) / 4));
}
