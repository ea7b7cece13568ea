/**
 * When a counter of one day starts anew.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { HOUR } from "../time.ts";
import { resolutionOf } from "./counters.ts";

/** A reset of a day counter; it happened between two samples. */
export interface DayReset {
  /** Time of the last sample before it. [ms] */
  readonly from: number;
  /** Time of the first sample after it. [ms] */
  readonly at: number;
  /** Reading before. [unit of the counter] */
  readonly before: number;
  /** Reading after. [unit of the counter] */
  readonly after: number;
  /**
   * The counter woke up and for a while showed what it had shown at nightfall. When such a reset
   * comes tells when the device woke up, not how its clock goes.
   */
  readonly isLate: boolean;
}

/** Less is no day worth a reset: a few steps of a counter on a dark day. [kWh] */
const SMALLEST_DAY = 0.1;
/** Longer silence is a night's. [ms] */
const NIGHT = 2 * HOUR;
/** A late reset comes within this time after waking up. [ms] */
const MORNING = 12 * HOUR;

/**
 * Finds the resets of a day counter. Those that nobody sees, because the device sleeps, lie between
 * the last sample of the evening and the first of the morning.
 *
 * @param counter Ascending in time, without absent values. [kWh]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { dayResets } from "./day_resets.ts";
 *
 * const hours = (...at: number[]) => Float64Array.from(at, (hour) => hour * 3_600_000);
 * const [reset] = dayResets({ time: hours(20, 21, 30), value: Float64Array.of(38, 40, 0) });
 * assert(reset?.from === 21 * 3_600_000 && reset.before === 40 && !reset.isLate);
 * ```
 */
export function dayResets(counter: Samples): DayReset[] {
  const { time, value } = counter;
  // What a counter may have counted unseen at nightfall.
  const unseen = Math.min(2 * resolutionOf(counter), SMALLEST_DAY);
  const resets: DayReset[] = [];
  let wokeAt = -Infinity, atNightfall = NaN;
  for (let row = 1; row < time.length; row++) {
    const from = time[row - 1]!, at = time[row]!;
    const before = value[row - 1]!, after = value[row]!;
    if (before > SMALLEST_DAY && after <= before / 2) {
      const isLate = at - wokeAt <= MORNING && Math.abs(before - atNightfall) <= unseen;
      resets.push({ from, at, before, after, isLate });
    }
    if (at - from > NIGHT) {
      wokeAt = at;
      atNightfall = before;
    }
  }
  return resets;
}
