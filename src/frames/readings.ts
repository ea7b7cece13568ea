/**
 * Readings of a counter at the borders of periods.
 *
 * @module
 */

import { rowAt, type Samples } from "../columns.ts";

/** A counter's readings at borders. */
export interface Readings {
  /** Reading at each border, interpolated; NaN before the first and after the last sample. */
  readonly reading: Float64Array;
  /** Distance of the two samples around each border; 0 where a sample is right there. [ms] */
  readonly gap: Float64Array;
  /** Standard deviation of each reading, as far as it is interpolated. [unit of the counter] */
  readonly sigma: Float64Array;
}

/**
 * Readings of a counter at borders, on the straight line between the samples around each.
 * Differences of readings add up: two adjacent periods share the reading between them.
 *
 * What a counter counted between two samples, it may have counted at one moment or evenly. At one
 * moment, at any time, would leave a reading that lies at the fraction f between the samples with a
 * standard deviation of √(f(1 − f)) of that energy; half of it is taken, which is about what a load
 * leaves that was on for a part of the time.
 *
 * @param counter A counter that only rises, ascending in time.
 * @param borders Ascending. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readingsAt } from "./readings.ts";
 *
 * const counter = { time: Float64Array.of(0, 10), value: Float64Array.of(100, 200) };
 * assert(readingsAt(counter, [-1, 0, 5, 10]).reading.join() === "NaN,100,150,200");
 * ```
 */
export function readingsAt(counter: Samples, borders: ArrayLike<number>): Readings {
  const { time, value } = counter;
  const reading = new Float64Array(borders.length).fill(NaN);
  const gap = new Float64Array(borders.length).fill(Infinity);
  const sigma = new Float64Array(borders.length);
  for (let b = 0; b < borders.length; b++) {
    const at = borders[b]!, next = rowAt(time, at);
    if (next < time.length && time[next] === at) {
      reading[b] = value[next]!;
      gap[b] = 0;
    } else if (next > 0 && next < time.length) {
      const t0 = time[next - 1]!, v0 = value[next - 1]!;
      gap[b] = time[next]! - t0;
      const counted = value[next]! - v0, fraction = (at - t0) / gap[b]!;
      reading[b] = v0 + counted * fraction;
      sigma[b] = counted * Math.sqrt(fraction * (1 - fraction)) / 2;
    }
  }
  return { reading, gap, sigma };
}
