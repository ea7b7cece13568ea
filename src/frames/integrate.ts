/**
 * Power to energy: integrals and means per slot of time, and how far an integral can be off.
 *
 * @module
 */

import { rowAt, type Samples } from "../columns.ts";
import { HOUR, type TimeRange } from "../time.ts";
import type { HeldSamples } from "./held.ts";
import { gapCap } from "./samples.ts";

/** Options of {@linkcode integrate}. */
export interface IntegrateOptions {
  /**
   * Longest distance of two samples that is bridged. [ms]
   *
   * @default {gapCap(samples)}
   */
  readonly maxGap?: number;
  /**
   * Which part of a signed signal to integrate: the positive part, or the amount of the negative one.
   * Each sample is clipped first, as `importOf` and `exportOf` do, but without a copy.
   *
   * @default {"all"}
   */
  readonly part?: "all" | "positive" | "negative";
}

/** The result of {@linkcode integrate} per slot. */
export interface Integral {
  /** Integral over the covered part of the slot; 0 where nothing is covered. [value unit × h] */
  readonly energy: Float64Array;
  /** Covered part of the slot. [ms] */
  readonly covered: Float64Array;
}

/**
 * Integrates a signal over slots by the trapezoid rule, never across a gap longer than `maxGap`.
 * Between two samples the signal is a straight line; a segment across a border is divided there, so
 * that slots add up. Absent values (NaN) count as missing samples.
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
        const from = Math.max(t0, borders[s]!),
          to = Math.min(t1, borders[s + 1]!);
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

/** Options of {@linkcode meanPerSlot}. */
export interface MeanOptions {
  /**
   * Longest distance of two samples that is bridged. [ms]
   *
   * @default {gapCap(samples)}
   */
  readonly maxGap?: number;
  /**
   * Share of a slot that must be covered; otherwise its mean is unknown. [0–1]
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
 * Means of a signal over slots, weighted by time. A slot with too few samples has none, because their
 * mean would not stand for the whole slot.
 *
 * @param samples Ascending in time, e.g. power [W].
 * @param borders Slot `i` is [borders[i], borders[i + 1]). [ms]
 * @returns One mean per slot, NaN where it is not known. [unit of the samples]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { meanPerSlot } from "./integrate.ts";
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

/**
 * Standard deviation of the trapezoid rule per slot, as far as the samples show it.
 *
 * Between two samples a signal may have switched at any moment, or wandered. In both cases the
 * integral over the step has the variance (v₁ − v₀)²Δ²/12: of a switch at a uniformly distributed
 * time, and of a Brownian bridge with the roughness that the step shows. Steps are independent, so
 * that variances add up. What begins and ends between two samples is not visible; a calibration
 * against a register accounts for it. While a value holds, the signal may be anywhere within the
 * deadband, which is a uniform distribution for each hold. Absent values (NaN) count as missing
 * samples, as they do in {@linkcode integrate}.
 *
 * @param samples Ascending in time, e.g. power [W].
 * @param borders Slot `i` is [borders[i], borders[i + 1]). [ms]
 * @returns Standard deviation per slot. [value unit × h]
 */
export function samplingError(
  samples: HeldSamples,
  borders: ArrayLike<number>,
  options: IntegrateOptions = {},
): Float64Array {
  const { maxGap = gapCap(samples), part = "all" } = options;
  const variance = variances(samples, borders, { maxGap, part });
  addHolds(variance, samples, borders, part);
  return variance.map(Math.sqrt);
}

/**
 * Adds what a deadband hides while a value holds.
 *
 * @param variance Variance per slot, is added to. [(value unit × h)²]
 */
export function addHolds(
  variance: Float64Array,
  { time, value, holds = [] }: HeldSamples,
  borders: ArrayLike<number>,
  part: "all" | "positive" | "negative",
): void {
  const sign = part === "negative" ? -1 : 1, least = part === "all" ? -Infinity : 0;
  for (const { start, end, within } of holds) {
    // One phase may hold while the others change: the direction is that of all together.
    let slot = Math.max(0, rowAt(borders, start + 1) - 1), unsure = 0;
    for (let row = rowAt(time, start); slot < variance.length && row < time.length; row++) {
      const from = Math.max(time[row]!, start);
      let at = Math.max(from, borders[slot]!);
      const until = Math.min(time[row + 1] ?? end, end), held = sign * value[row]!;
      const range = Math.max(held + within, least) - Math.max(held - within, least);
      while (slot < variance.length && borders[slot + 1]! <= until) {
        unsure += (range || 0) * Math.max(0, borders[slot + 1]! - at) / HOUR;
        variance[slot]! += unsure * unsure / 12;
        at = borders[++slot]!;
        unsure = 0;
      }
      unsure += (range || 0) * Math.max(0, until - at) / HOUR;
      if (until >= end) break;
    }
    if (slot < variance.length) variance[slot]! += unsure * unsure / 12;
  }
}

function variances(
  { time, value }: Samples,
  borders: ArrayLike<number>,
  { maxGap, part }: Required<IntegrateOptions>,
): Float64Array {
  const sign = part === "negative" ? -1 : 1, least = part === "all" ? -Infinity : 0;
  const variance = new Float64Array(Math.max(0, borders.length - 1));
  let slot = 0, t0 = NaN, v0 = NaN;
  for (let i = 0; i < time.length; i++) {
    const t1 = time[i]!, v1 = Math.max(sign * value[i]!, least), step = t1 - t0;
    if (Number.isNaN(v1)) continue;
    if (step <= maxGap) {
      // A step across a border counts where its middle lies; it is one of a thousand.
      const middle = t0 + step / 2;
      while (slot < variance.length && borders[slot + 1]! <= middle) slot++;
      if (slot === variance.length) break;
      const energy = (v1 - v0) * step / HOUR;
      if (middle >= borders[slot]!) variance[slot]! += energy * energy / 12;
    }
    t0 = t1;
    v0 = v1;
  }
  return variance;
}
