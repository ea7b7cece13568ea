/**
 * Series that an exporter's restart split, merged into one.
 *
 * @module
 */

import {
  eachSeries,
  labelKey,
  type LabelledSamples,
  type Labels,
  rowAt,
  type Samples,
  type SeriesColumns,
} from "../columns.ts";
import { MINUTE, type TimeRange } from "../time.ts";

/**
 * Labels that say where and by what a series was collected, not what it measures. They change when
 * the exporter restarts or moves.
 */
export const VOLATILE_LABELS: readonly string[] = [
  "pod",
  "instance",
  "container",
  "endpoint",
  "namespace",
  "node",
  "service",
  "job",
  "prometheus",
  "prometheus_replica",
  "replica",
];

/** Options of {@linkcode mergeRestarts}. */
export interface MergeOptions {
  /**
   * Labels that distinguish series; all others are dropped. By default, all labels but the volatile
   * ones.
   */
  readonly identity?: readonly string[];
  /**
   * How long a sample counts while the series goes on, as the lookback of the query language. [ms]
   *
   * @default {300_000}
   */
  readonly staleness?: number;
}

/**
 * Merges the series of each identity into one, as `max without (pod, instance, …)` does at every
 * sample. Where two series overlap, the greater value counts; a series counts from its first to
 * its last sample, so the last value of a stopped exporter does not linger.
 *
 * @returns One series per identity, in order of first appearance, with the identity labels only.
 * The samples of a series that was not split are not copied.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { mergeRestarts } from "./restarts.ts";
 *
 * const split = joinSeries([
 *   { labels: { string: "pv1", pod: "a" }, time: Float64Array.of(0, 1), value: Float64Array.of(5, 6) },
 *   { labels: { string: "pv1", pod: "b" }, time: Float64Array.of(2), value: Float64Array.of(7) },
 * ]);
 * const [merged] = mergeRestarts(split);
 * assert.deepEqual(merged?.labels, { string: "pv1" });
 * assert(merged.value.join() === "5,6,7");
 * ```
 */
export function mergeRestarts(
  columns: SeriesColumns,
  options: MergeOptions = {},
): LabelledSamples[] {
  const { identity, staleness = 5 * MINUTE } = options;
  const labelsOf = ({ labels }: LabelledSamples) => identityLabels(labels, identity);
  const groups = Map.groupBy(eachSeries(columns), (series) => labelKey(labelsOf(series)));
  return [...groups.values()]
    .map((parts) => ({ labels: labelsOf(parts[0]!), ...mergeByMax(parts, staleness) }));
}

/**
 * Silences between a series and its successor, while the exporter did not run. What a device that writes
 * on change did meanwhile is not known, however short they are.
 *
 * @param columns The series behind one signal.
 */
export function restartsIn(columns: SeriesColumns): TimeRange[] {
  const parts = [...eachSeries(columns)].filter(({ time }) => time.length > 0)
    .sort((a, b) => a.time[0]! - b.time[0]!);
  let last = Infinity;
  return parts.flatMap(({ time }) => {
    const silence = { start: last, end: time[0]! };
    last = Math.max(last === Infinity ? -Infinity : last, time.at(-1)!);
    return silence.start < silence.end ? [silence] : [];
  });
}

/** The labels that distinguish series; by default those that survive a restart. */
export function identityLabels(labels: Labels, identity?: readonly string[]): Labels {
  const keep = identity
    ? (label: string) => identity.includes(label)
    : (label: string) => !VOLATILE_LABELS.includes(label);
  return Object.fromEntries(Object.entries(labels).filter(([label]) => keep(label)));
}

/**
 * One signal out of several that report the same quantity; the greater value where they overlap.
 *
 * @param parts Each in ascending time.
 * @param staleness How long a sample counts while its part goes on. [ms]
 */
export function mergeByMax(parts: readonly Samples[], staleness: number): Samples {
  const sorted = parts.filter((part) => part.time.length > 0)
    .sort((a, b) => a.time[0]! - b.time[0]!);
  if (sorted.length === 1) return { time: sorted[0]!.time, value: sorted[0]!.value };
  const rows = sorted.reduce((sum, part) => sum + part.time.length, 0);
  const time = new Float64Array(rows), value = new Float64Array(rows);
  let length = 0;
  // Restarts are rare: most stretches have one part only and are copied as a whole.
  for (let first = 0; first < sorted.length;) {
    let last = first, end = sorted[first]!.time.at(-1)!;
    while (last + 1 < sorted.length && sorted[last + 1]!.time[0]! <= end) {
      end = Math.max(end, sorted[++last]!.time.at(-1)!);
    }
    if (last === first) {
      time.set(sorted[first]!.time, length);
      value.set(sorted[first]!.value, length);
      length += sorted[first]!.time.length;
    } else {
      length = mergeOverlap(sorted.slice(first, last + 1), staleness, { time, value }, length);
    }
    first = last + 1;
  }
  return { time: time.subarray(0, length), value: value.subarray(0, length) };
}

/** Writes the merged rows of overlapping parts behind `length`; returns the new length. */
function mergeOverlap(
  parts: readonly Samples[],
  staleness: number,
  out: Samples,
  length: number,
): number {
  const next = new Uint32Array(parts.length);
  for (;;) {
    const alone = copyAlone(parts, next, out, length);
    if (alone > length) {
      length = alone;
      continue;
    }
    let now = Infinity;
    for (let p = 0; p < parts.length; p++) {
      if (next[p]! < parts[p]!.time.length) now = Math.min(now, parts[p]!.time[next[p]!]!);
    }
    if (now === Infinity) return length;
    let greatest = NaN;
    for (let p = 0; p < parts.length; p++) {
      const { time, value } = parts[p]!;
      const here = time[next[p]!] === now;
      const at = here ? next[p]! : next[p]! - 1;
      if (here) next[p]!++;
      const goesOn = here || next[p]! < time.length;
      // NaN is an absent value.
      if (at >= 0 && goesOn && now - time[at]! <= staleness && !(value[at]! <= greatest)) {
        if (!Number.isNaN(value[at]!)) greatest = value[at]!;
      }
    }
    out.time[length] = now;
    out.value[length++] = greatest;
  }
}

/**
 * Copies the rows where only one part has samples: the others are over or begin later. Overlaps last
 * minutes, so these are nearly all rows.
 */
function copyAlone(
  parts: readonly Samples[],
  next: Uint32Array,
  out: Samples,
  length: number,
): number {
  let only = -1, until = Infinity;
  for (let p = 0; p < parts.length; p++) {
    const { time } = parts[p]!;
    if (next[p]! === time.length) continue;
    // Parts are in the order of their first rows.
    if (only === -1) only = p;
    else if (next[p]! > 0) return length;
    else until = Math.min(until, time[0]!);
  }
  if (only === -1) return length;
  const { time, value } = parts[only]!;
  const from = next[only]!, to = rowAt(time, until);
  if (to <= from) return length;
  out.time.set(time.subarray(from, to), length);
  out.value.set(value.subarray(from, to), length);
  next[only] = to;
  return length + to - from;
}
