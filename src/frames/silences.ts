/**
 * Stretches without samples.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import type { TimeRange } from "../time.ts";

/** A stretch without samples, from the last one before it to the first one after it. [ms] */
export interface Silence extends TimeRange {
  /** Value before it; NaN at the start of the range. [unit of the samples] */
  readonly before: number;
  /** Value after it; NaN at the end of the range. [unit of the samples] */
  readonly after: number;
}

/** Options of {@linkcode silences}. */
export interface SilencesOptions {
  /** Longest distance of samples that is no silence. [ms] */
  readonly maxGap: number;
  /**
   * Where samples are expected; what is missing at its ends is a silence too. [ms]
   *
   * @default {from the first to the last sample}
   */
  readonly range?: TimeRange | undefined;
}

/**
 * Finds where a signal has no samples. Absent values (NaN) are samples that never came.
 *
 * @param samples Ascending in time.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { silences } from "./silences.ts";
 *
 * const signal = { time: Float64Array.of(0, 10, 20, 90), value: Float64Array.of(5, 6, NaN, 7) };
 * const [only] = silences(signal, { maxGap: 10 });
 * assert(only?.start === 10 && only.end === 90 && only.before === 6 && only.after === 7);
 * ```
 */
export function silences({ time, value }: Samples, options: SilencesOptions): Silence[] {
  const { maxGap, range = { start: time[0] ?? 0, end: time.at(-1) ?? 0 } } = options;
  const found: Silence[] = [];
  let last = range.start, before = NaN;
  for (let i = 0; i < time.length; i++) {
    const at = time[i]!, now = value[i]!;
    if (at > range.end) break;
    if (Number.isNaN(now)) continue;
    if (at - last > maxGap) found.push({ start: last, end: at, before, after: now });
    if (at >= last) {
      last = at;
      before = now;
    }
  }
  if (range.end - last > maxGap) found.push({ start: last, end: range.end, before, after: NaN });
  return found;
}
