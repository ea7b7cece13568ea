/**
 * What counters say of a stretch in which their device was silent.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import type { TimeRange } from "../time.ts";
import type { Repair } from "./counters.ts";

/** A counter that can testify to a silence. [kWh] */
export interface GapCounter extends Samples {
  /** If it has been repaired: a standstill across a repair that books nothing proves nothing. */
  readonly repairs?: readonly Repair[];
  /**
   * Of a day counter: the ascending instants at which it starts again at zero, such as local
   * midnights. [ms]
   *
   * @default {[]}
   */
  readonly resets?: ArrayLike<number>;
}

/** A counter with its smallest step; less than that it cannot show. [kWh] */
export interface AskedCounter extends GapCounter {
  /** Smallest step. [kWh] */
  readonly resolution: number;
}

/** What the counters of all devices say together. */
export interface Testimony {
  /** What they have counted, at least; 0 if they all stood still; NaN if that is not known. [kWh] */
  readonly advanced: number;
  /** Whether they may have counted more than that. */
  readonly isLeast: boolean;
  /**
   * Their smallest steps: what a device may have done without showing it, or shown late. [kWh]
   */
  readonly resolution: number;
}

/**
 * Asks the counters of all devices what happened in a part of a silence. Devices whose counters went
 * on reporting meanwhile are not the silent ones; they are asked only if there are no others.
 *
 * A counter that got ahead proves that its device worked. A standstill is proven only for a counter
 * that was not reset meanwhile: what a day counter had counted before midnight is gone.
 *
 * @param silence From the last sample before it to the first one after it. [ms]
 * @param part The part of the silence that is in question. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { testimonyOf } from "./gap_evidence.ts";
 *
 * const day = {
 *   time: Float64Array.of(10, 90), value: Float64Array.of(7, 2), resets: [50], resolution: 1,
 * };
 * const silence = { start: 10, end: 90 };
 * assert(testimonyOf([[day]], silence, { start: 60, end: 90 }).advanced === 2);
 * assert(Number.isNaN(testimonyOf([[day]], silence, { start: 10, end: 40 }).advanced));
 * ```
 */
export function testimonyOf(
  devices: readonly (readonly AskedCounter[])[],
  silence: TimeRange,
  part: TimeRange,
): Testimony {
  const silent = devices.filter((device) => !device.some((one) => isHeardWithin(one, silence)));
  const each = (silent.length > 0 ? silent : devices)
    .map((device) => device.map((counter) => testify(counter, part)).reduce(better, NOTHING));
  const sum = (parts: readonly Testimony[]) => parts.reduce((kwh, one) => kwh + one.advanced, 0);
  const ahead = each.filter((one) => one.advanced > 0);
  if (ahead.length > 0) {
    const isLeast = ahead.length < each.filter((one) => one.advanced !== 0).length ||
      ahead.some((one) => one.isLeast);
    const resolution = ahead.reduce((kwh, one) => kwh + one.resolution, 0);
    return { advanced: sum(ahead), isLeast, resolution };
  }
  if (each.length === 0 || each.some((one) => Number.isNaN(one.advanced))) return NOTHING;
  return {
    advanced: 0,
    isLeast: false,
    resolution: Math.max(...each.map((one) => one.resolution)),
  };
}

const NOTHING: Testimony = { advanced: NaN, isLeast: false, resolution: 0 };

/** Of two counters of one device: an advance says more than a standstill, and that than nothing. */
function better(a: Testimony, b: Testimony): Testimony {
  if (a.advanced > 0 || b.advanced > 0) return b.advanced > (a.advanced || 0) ? b : a;
  if (Number.isNaN(a.advanced)) return b;
  if (Number.isNaN(b.advanced)) return a;
  return a.resolution < b.resolution ? a : b;
}

/** A millionth is the noise of binary fractions. [kWh] */
const NOISE = 1e-6;

function testify(counter: AskedCounter, { start, end }: TimeRange): Testimony {
  const { time, value, resets = [], resolution } = counter;
  const before = firstAtOrAfter(time, start + 1) - 1, after = firstAtOrAfter(time, end);
  if (before < 0 || after >= time.length) return NOTHING;
  const from = value[before]!, to = value[after]!;
  const reset = lastReset(resets, time[after]!);
  if (reset !== null && time[before]! < reset) {
    // Reset meanwhile, or going to be late: then it still shows the day before.
    if (to <= NOISE || Math.abs(to - from) <= NOISE || end <= reset) return NOTHING;
    return { advanced: to > from ? to - from : to, isLeast: true, resolution };
  }
  const advanced = to - from;
  if (advanced > NOISE) return { advanced, isLeast: false, resolution };
  if (advanced < -NOISE) {
    // Restarted in the middle of the day; a smaller fall is a fault that says nothing.
    const isRestart = reset !== null && to > NOISE && to < from / 2;
    return isRestart ? { advanced: to, isLeast: true, resolution } : NOTHING;
  }
  const showsYesterday = reset !== null && from > 0 &&
    Math.abs(from - (value[firstAtOrAfter(time, reset) - 1] ?? NaN)) <= NOISE;
  return showsYesterday || wasRepaired(counter, time[before]!, time[after]!)
    ? NOTHING
    : { advanced: 0, isLeast: false, resolution };
}

/** The last instant up to `at` at which a day counter starts again; `null` for other counters. */
function lastReset(resets: ArrayLike<number>, at: number): number | null {
  const next = firstAtOrAfter(resets, at + 1);
  return next > 0 ? resets[next - 1]! : null;
}

function wasRepaired({ repairs = [] }: GapCounter, after: number, until: number): boolean {
  return repairs.some(({ time, booked }) => booked === 0 && time > after && time <= until);
}

/** In the middle half: its samples need not come at the very times of those that are missing. */
function isHeardWithin({ time }: Samples, { start, end }: TimeRange): boolean {
  const quarter = (end - start) / 4, next = firstAtOrAfter(time, start + quarter);
  return next < time.length && time[next]! <= end - quarter;
}

/** Index of the first instant at or after another. */
export function firstAtOrAfter(time: ArrayLike<number>, at: number): number {
  let low = 0, high = time.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
