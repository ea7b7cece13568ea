/**
 * What an integral cannot know between its samples.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { HOUR } from "../time.ts";
import { gapCap, type IntegrateOptions } from "./integrate.ts";

/**
 * Standard deviation of the trapezoid rule per slot, as far as the samples themselves show it.
 *
 * Between two samples a signal may have switched at any moment, or wandered. In both cases the
 * integral over the step has the variance (v₁ − v₀)²Δ²/12: of a switch at a uniformly distributed
 * time, and of a Brownian bridge with the roughness that the step shows. Steps are independent, so
 * that variances add up. What begins and ends between two samples leaves no trace; a calibration
 * against a register accounts for it.
 *
 * @param samples Ascending in time, e.g. power [W].
 * @param borders Slot `i` is [borders[i], borders[i + 1]). [ms]
 * @returns Standard deviation per slot. [value unit × h]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { samplingError } from "./sampling_error.ts";
 *
 * const hour = 3_600_000;
 * const power = { time: Float64Array.of(0, hour), value: Float64Array.of(0, 1200) };
 * const [sigma] = samplingError(power, [0, hour], { maxGap: hour });
 * assert(Math.abs(sigma! - 1200 / Math.sqrt(12)) < 1e-9);
 * ```
 */
export function samplingError(
  samples: Samples,
  borders: ArrayLike<number>,
  options: IntegrateOptions = {},
): Float64Array {
  const { maxGap = gapCap(samples), part = "all" } = options;
  return variances(samples, borders, { maxGap, part }).map(Math.sqrt);
}

function variances(
  { time, value }: Samples,
  borders: ArrayLike<number>,
  { maxGap, part }: Required<IntegrateOptions>,
): Float64Array {
  const sign = part === "negative" ? -1 : 1, least = part === "all" ? -Infinity : 0;
  const variance = new Float64Array(Math.max(0, borders.length - 1));
  let slot = 0;
  for (let i = 1; i < time.length; i++) {
    const step = time[i]! - time[i - 1]!;
    if (step > maxGap) continue;
    // A step across a border counts where its middle lies: it is one of a thousand.
    const middle = time[i - 1]! + step / 2;
    while (slot < variance.length && borders[slot + 1]! <= middle) slot++;
    if (slot === variance.length) break;
    if (middle < borders[slot]!) continue;
    const before = Math.max(sign * value[i - 1]!, least);
    const energy = (Math.max(sign * value[i]!, least) - before) * step / HOUR;
    variance[slot]! += energy * energy / 12;
  }
  return variance;
}
