/**
 * Power to energy.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { HOUR, MINUTE } from "../time.ts";

/** Options of {@linkcode integrate}. */
export interface IntegrateOptions {
  /**
   * Longest distance of two samples that is bridged. [ms]
   *
   * @default {gapCap(samples)}
   */
  readonly maxGap?: number;
  /**
   * What counts of a signed signal: what is above zero, or what is below it, as its amount. Each sample
   * is clipped before anything is made of it, as `importOf` and `exportOf` do, without a copy of all.
   *
   * @default {"all"}
   */
  readonly part?: "all" | "positive" | "negative";
}

/** What {@linkcode integrate} finds per slot. */
export interface Integral {
  /** Integral over the covered part of the slot; 0 where nothing is covered. [value unit × h] */
  readonly energy: Float64Array;
  /** Covered part of the slot. [ms] */
  readonly covered: Float64Array;
}

/**
 * Integrates a signal over slots by the trapezoid rule, never across a gap longer than `maxGap`.
 * Between two samples the signal runs straight; a segment across a border is divided there, so that
 * slots add up. Absent values (NaN) are passed over like samples that never came.
 *
 * @param samples Ascending in time, e.g. power [W].
 * @param borders Slot `i` is [borders[i], borders[i + 1]). [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { integrate } from "./integrate.ts";
 *
 * const hour = 3_600_000;
 * const power = { time: Float64Array.of(0, hour), value: Float64Array.of(0, 200) };
 * const { energy } = integrate(power, [0, hour / 2, hour], { maxGap: hour });
 * assert(energy.join() === "25,75");
 * ```
 */
export function integrate(
  samples: Samples,
  borders: ArrayLike<number>,
  options: IntegrateOptions = {},
): Integral {
  const { maxGap = gapCap(samples), part = "all" } = options;
  const { time, value } = samples;
  const sign = part === "negative" ? -1 : 1, least = part === "all" ? -Infinity : 0;
  const slots = Math.max(0, borders.length - 1);
  const energy = new Float64Array(slots), covered = new Float64Array(slots);
  let slot = 0, t0 = NaN, v0 = NaN;
  for (let i = 0; i < time.length && slot < slots; i++) {
    const t1 = time[i]!, v1 = Math.max(sign * value[i]!, least);
    if (Number.isNaN(v1)) continue;
    if (t1 - t0 <= maxGap) {
      const slope = (v1 - v0) / (t1 - t0);
      while (slot < slots && borders[slot + 1]! <= t0) slot++;
      for (let s = slot; s < slots && borders[s]! < t1; s++) {
        const from = Math.max(t0, borders[s]!), to = Math.min(t1, borders[s + 1]!);
        const middle = v0 + slope * ((from + to) / 2 - t0);
        energy[s]! += middle * (to - from) / HOUR;
        covered[s]! += to - from;
      }
    }
    t0 = t1;
    v0 = v1;
  }
  return { energy, covered };
}

/**
 * The longest distance of samples that still counts as covered: three times the usual one, but at
 * least one minute and at most five, and always enough for the usual one with its jitter. Distances
 * that are usually longer than an hour are silences, not scrapes.
 *
 * @returns Cap; 5 minutes if the samples do not tell how far apart they usually are. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { gapCap } from "./integrate.ts";
 *
 * const time = Float64Array.from({ length: 100 }, (_, i) => i * 60_000);
 * assert(gapCap({ time, value: time }) === 180_000);
 * ```
 */
export function gapCap(samples: Samples): number {
  const usual = usualStep(samples);
  if (!(usual <= HOUR)) return 5 * MINUTE;
  return Math.max(Math.min(Math.max(3 * usual, MINUTE), 5 * MINUTE), 1.5 * usual);
}

/**
 * The usual distance of samples: the median over an even selection of the distances.
 *
 * @returns Distance, NaN if there are fewer than two samples. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { usualStep } from "./integrate.ts";
 *
 * const time = Float64Array.of(0, 15, 30, 45, 9000);
 * assert(usualStep({ time, value: time }) === 15);
 * ```
 */
export function usualStep({ time }: Samples): number {
  if (time.length < 2) return NaN;
  const some = someSteps(time);
  return some.sort()[some.length >> 1]!;
}

/**
 * A loop over samples is a function of its own wherever something is done with what it found: compiled
 * in the middle of its first run, when nothing behind the loop has run yet, it would else be thrown
 * away at its end, again and again.
 */
function someSteps(time: Float64Array): Float64Array {
  const steps = time.length - 1, stride = Math.ceil(steps / 4096);
  const some = new Float64Array(Math.ceil(steps / stride));
  for (let i = 0; i < some.length; i++) some[i] = time[i * stride + 1]! - time[i * stride]!;
  return some;
}
