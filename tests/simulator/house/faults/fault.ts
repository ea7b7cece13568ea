/**
 * Faults: functions over the emitted series, to be applied one after the other. The truth behind
 * the series stays as it was.
 *
 * @module
 */

import { type LabelledSamples, type Labels, rowAt } from "../../../../src/columns.ts";
import type { TimeRange } from "../../../../src/time.ts";

/** Something that goes wrong between the house and the server. */
export type Fault = (series: readonly LabelledSamples[]) => LabelledSamples[];

/** Tells whether a series is meant. */
export type SeriesTest = (labels: Labels) => boolean;

/**
 * Series without their samples in [start, end). Series that lose all samples are left out.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { withoutSamples } from "./fault.ts";
 *
 * const power = { labels: {}, time: Float64Array.of(0, 1, 2), value: Float64Array.of(5, 6, 7) };
 * const [rest] = withoutSamples([power], () => true, { start: 1, end: 2 });
 * assert(rest!.time.join() === "0,2");
 * ```
 */
export function withoutSamples(
  series: readonly LabelledSamples[],
  test: SeriesTest,
  { start, end }: TimeRange,
): LabelledSamples[] {
  return series.map((one) => {
    if (!test(one.labels)) return one;
    const from = rowAt(one.time, start), to = rowAt(one.time, end);
    if (from === to) return one;
    const rest = (column: Float64Array) => {
      const kept = new Float64Array(column.length - (to - from));
      kept.set(column.subarray(0, from));
      kept.set(column.subarray(to), from);
      return kept;
    };
    return { labels: one.labels, time: rest(one.time), value: rest(one.value) };
  }).filter(({ time }) => time.length > 0);
}

/**
 * Series with other values in [start, end).
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { withValues } from "./fault.ts";
 *
 * const power = { labels: {}, time: Float64Array.of(0, 1), value: Float64Array.of(5, 6) };
 * const [changed] = withValues([power], () => true, { start: 1, end: 2, value: () => 0 });
 * assert(changed!.value.join() === "5,0");
 * ```
 */
export function withValues(
  series: readonly LabelledSamples[],
  test: SeriesTest,
  { start, end, value }: TimeRange & { value: (one: LabelledSamples, row: number) => number },
): LabelledSamples[] {
  return series.map((one) => {
    if (!test(one.labels)) return one;
    const changed = one.value.slice(), to = rowAt(one.time, end);
    for (let row = rowAt(one.time, start); row < to; row++) changed[row] = value(one, row);
    return { ...one, value: changed };
  });
}
