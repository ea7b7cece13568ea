/**
 * Both directions of a signed power at once: their energies and how far off they can be.
 *
 * @module
 */

import { HOUR } from "../time.ts";
import type { HeldSamples } from "./held.ts";
import { addHolds, type Integral } from "./integrate.ts";

/** One direction per slot. */
export interface DirectionIntegral extends Integral {
  /** Standard deviation of the energy that the samples predict. [value unit × h] */
  readonly error: Float64Array;
}

/**
 * The same as `integrate()` and `samplingError()` of the positive and of the negative part, to the last
 * digit, in one pass: most of the time power flows in one direction only.
 *
 * @param samples Signed power, ascending in time. [W]
 * @param borders Slot `i` is [borders[i], borders[i + 1]). [ms]
 * @param maxGap Longest distance of two samples that is bridged. [ms]
 */
export function integrateDirections(
  samples: HeldSamples,
  borders: ArrayLike<number>,
  maxGap: number,
): { positive: DirectionIntegral; negative: DirectionIntegral } {
  const { time, value } = samples, slots = Math.max(0, borders.length - 1);
  const zeros = () => new Float64Array(slots);
  const covered = zeros(), above = zeros(), below = zeros();
  const aboveVariance = zeros(), belowVariance = zeros();
  let slot = 0, t0 = NaN, v0 = NaN;
  for (let row = 0; row < time.length && slot < slots; row++) {
    const t1 = time[row]!, v1 = value[row]!, step = t1 - t0;
    if (Number.isNaN(v1)) continue;
    if (step <= maxGap) {
      while (slot < slots && borders[slot + 1]! <= t0) slot++;
      for (let s = slot; s < slots && borders[s]! < t1; s++) {
        const from = Math.max(t0, borders[s]!), to = Math.min(t1, borders[s + 1]!);
        const length = to - from, away = (from + to) / 2 - t0;
        covered[s]! += length;
        if (v0 > 0 || v1 > 0) above[s]! += middleOf(v0, v1, step, away) * length / HOUR;
        if (v0 < 0 || v1 < 0) below[s]! += middleOf(-v0, -v1, step, away) * length / HOUR;
      }
      // A step across a border counts where its middle lies; it is one of a thousand.
      const middle = t0 + step / 2;
      let s = slot;
      while (s < slots && borders[s + 1]! <= middle) s++;
      if (s < slots && middle >= borders[s]!) {
        if (v0 > 0 || v1 > 0) aboveVariance[s]! += varianceOf(v0, v1, step);
        if (v0 < 0 || v1 < 0) belowVariance[s]! += varianceOf(-v0, -v1, step);
      }
    }
    t0 = t1;
    v0 = v1;
  }
  addHolds(aboveVariance, samples, borders, "positive");
  addHolds(belowVariance, samples, borders, "negative");
  return {
    positive: { energy: above, covered, error: aboveVariance.map(Math.sqrt) },
    negative: { energy: below, covered, error: belowVariance.map(Math.sqrt) },
  };
}

/** Power on the straight line between two clipped samples, at a time after the first. */
function middleOf(before: number, after: number, step: number, away: number): number {
  const v0 = Math.max(before, 0), v1 = Math.max(after, 0);
  return v0 + (v1 - v0) / step * away;
}

function varianceOf(before: number, after: number, step: number): number {
  const energy = (Math.max(after, 0) - Math.max(before, 0)) * step / HOUR;
  return energy * energy / 12;
}
