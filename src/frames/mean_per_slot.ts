/**
 * Mean of a signal per slot of time.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { HOUR, type TimeRange } from "../time.ts";
import { gapCap, integrate } from "./integrate.ts";

/** Options of {@linkcode meanPerSlot}. */
export interface MeanOptions {
  /**
   * Longest distance of two samples that is bridged. [ms]
   *
   * @default {gapCap(samples)}
   */
  readonly maxGap?: number;
  /**
   * Share of a slot that must be covered; the mean of less is not known. [0–1]
   *
   * @default {0.8}
   */
  readonly minCoverage?: number;
  /**
   * Ascending stretches without samples in which the signal is known to be zero, such as the nights
   * of an inverter.
   *
   * @default {[]}
   */
  readonly zeros?: readonly TimeRange[];
}

/**
 * Means of a signal over slots, weighted by time. A slot with too few samples has none: a mean of
 * what happens to be there would pass for the whole.
 *
 * @param samples Ascending in time, e.g. power [W].
 * @param borders Slot `i` is [borders[i], borders[i + 1]). [ms]
 * @returns One mean per slot, NaN where it is not known. [unit of the samples]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { meanPerSlot } from "./mean_per_slot.ts";
 *
 * const samples = { time: Float64Array.of(0, 10), value: Float64Array.of(100, 300) };
 * const means = meanPerSlot(samples, [0, 10, 20], { maxGap: 10 });
 * assert(means[0] === 200 && Number.isNaN(means[1]));
 * ```
 */
export function meanPerSlot(
  samples: Samples,
  borders: ArrayLike<number>,
  options: MeanOptions = {},
): Float64Array {
  const { maxGap = gapCap(samples), minCoverage = 0.8, zeros = [] } = options;
  const { energy, covered } = integrate(samples, borders, { maxGap });
  let first = 0;
  return energy.map((sum, slot) => {
    const start = borders[slot]!, end = borders[slot + 1]!;
    while (first < zeros.length && zeros[first]!.end <= start) first++;
    let known = covered[slot]!;
    for (let z = first; z < zeros.length && zeros[z]!.start < end; z++) {
      known += Math.min(end, zeros[z]!.end) - Math.max(start, zeros[z]!.start);
    }
    return known > 0 && known >= minCoverage * (end - start) ? sum * HOUR / known : NaN;
  });
}
