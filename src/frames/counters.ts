/**
 * Counters to energy: resets undone, readings interpolated at the borders of periods.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { HOUR } from "../time.ts";

/** One place where a counter did not simply go on. */
export interface Repair {
  /** Time of the first sample concerned. [ms] */
  readonly time: number;
  /** What it was taken for: a drop that recovers, or a counter that starts again. */
  readonly rule: "glitch" | "reset";
  /** Reading before. [unit of the counter] */
  readonly before: number;
  /** Reading at `time`. [unit of the counter] */
  readonly after: number;
}

/** A counter that only rises, and what had to be done for it. */
export interface RepairedCounter extends Samples {
  /** Repairs in ascending time. */
  readonly repairs: readonly Repair[];
}

/** Options of {@linkcode repairCounter}. */
export interface RepairOptions {
  /**
   * How long a drop may last and still be a glitch, if the counter then is where it was. [ms]
   *
   * @default {3_600_000}
   */
  readonly glitch?: number;
}

/**
 * Makes a counter that only rises. A drop that returns to the reading before it within
 * `options.glitch` is a glitch: its samples are left out. A drop that stays is a reset: the counter
 * goes on from where it was, by what the new count shows.
 *
 * @param samples Ascending in time; absent values (NaN) are left out.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { repairCounter } from "./counters.ts";
 *
 * const counter = { time: Float64Array.of(0, 1, 2, 3), value: Float64Array.of(7, 8, 0, 9) };
 * assert(repairCounter(counter).value.join() === "7,8,9");
 * ```
 */
export function repairCounter(samples: Samples, options: RepairOptions = {}): RepairedCounter {
  const { glitch = HOUR } = options;
  const time = new Float64Array(samples.time.length), value = new Float64Array(time.length);
  const repairs: Repair[] = [];
  let length = 0, before = -Infinity, base = 0;
  for (let i = 0; i < samples.time.length; i++) {
    const t = samples.time[i]!, v = samples.value[i]!;
    if (Number.isNaN(v)) continue;
    if (v < before) {
      const back = recovery(samples, i, before, t + glitch);
      repairs.push({ time: t, rule: back > 0 ? "glitch" : "reset", before, after: v });
      if (back > 0) {
        i = back - 1;
        continue;
      }
      base += before;
    }
    time[length] = t;
    value[length++] = base + v;
    before = v;
  }
  return { time: time.subarray(0, length), value: value.subarray(0, length), repairs };
}

/** Index of the sample at which a dropped counter is back at its old reading, 0 if it is not. */
function recovery({ time, value }: Samples, from: number, before: number, until: number): number {
  for (let i = from + 1; i < time.length && time[i]! <= until; i++) {
    if (value[i]! >= before) return i;
  }
  return 0;
}

/** A counter's readings at borders. */
export interface Readings {
  /** Reading at each border, interpolated; NaN before the first and after the last sample. */
  readonly reading: Float64Array;
  /** Distance of the two samples around each border; 0 where a sample is right there. [ms] */
  readonly gap: Float64Array;
}

/**
 * Readings of a counter at borders, on the straight line between the samples around each.
 * Differences of readings add up: two adjacent periods share the reading between them.
 *
 * @param counter A counter that only rises, ascending in time.
 * @param borders Ascending. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readingsAt } from "./counters.ts";
 *
 * const counter = { time: Float64Array.of(0, 10), value: Float64Array.of(100, 200) };
 * assert(readingsAt(counter, [-1, 0, 5, 10]).reading.join() === "NaN,100,150,200");
 * ```
 */
export function readingsAt(counter: Samples, borders: ArrayLike<number>): Readings {
  const { time, value } = counter;
  const reading = new Float64Array(borders.length).fill(NaN);
  const gap = new Float64Array(borders.length).fill(Infinity);
  let next = 0;
  for (let b = 0; b < borders.length; b++) {
    const at = borders[b]!;
    while (next < time.length && time[next]! < at) next++;
    if (next < time.length && time[next] === at) {
      reading[b] = value[next]!;
      gap[b] = 0;
    } else if (next > 0 && next < time.length) {
      const t0 = time[next - 1]!, v0 = value[next - 1]!;
      gap[b] = time[next]! - t0;
      reading[b] = v0 + (value[next]! - v0) * ((at - t0) / gap[b]!);
    }
  }
  return { reading, gap };
}

/**
 * The resolution of a counter: its smallest step upwards.
 *
 * @returns Resolution, 0 if the counter never rises. [unit of the counter]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { resolutionOf } from "./counters.ts";
 *
 * const counter = { time: Float64Array.of(0, 1, 2), value: Float64Array.of(5, 5.5, 7) };
 * assert(resolutionOf(counter) === 0.5);
 * ```
 */
export function resolutionOf({ value }: Samples): number {
  let smallest = Infinity;
  for (let i = 1; i < value.length; i++) {
    const step = value[i]! - value[i - 1]!;
    // Below a millionth it is the noise of binary fractions, not a step.
    if (step > 1e-6 && step < smallest) smallest = step;
  }
  return smallest === Infinity ? 0 : smallest;
}
