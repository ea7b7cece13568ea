/**
 * Peaks of power.
 *
 * @module
 */

import type { Samples } from "../columns.ts";

/** The greatest power, and when. */
export interface Peak {
  /** [W] */
  readonly watts: number;
  /** Instant of a sample, or start of a slot. [ms] */
  readonly time: number;
}

/**
 * The greatest power of a signal, where it first occurs. Peak import and export are the greatest
 * mean over 15 minutes, the interval that network tariffs measure, or the greatest raw sample; the
 * two differ by a factor of 2 to 5 in households, so say which one it is.
 *
 * @param power Samples or slots; NaN is passed over. [W]
 * @returns Peak; `null` if nothing is known.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { peakOf } from "./peaks.ts";
 *
 * const peak = peakOf({ time: Float64Array.of(0, 1, 2), value: Float64Array.of(5, NaN, 9) });
 * assert.deepEqual(peak, { watts: 9, time: 2 });
 * ```
 */
export function peakOf({ time, value }: Samples): Peak | null {
  let best = -1;
  for (let i = 0; i < value.length; i++) {
    if (!Number.isNaN(value[i]!) && (best < 0 || value[i]! > value[best]!)) best = i;
  }
  return best < 0 ? null : { watts: value[best]!, time: time[best]! };
}
