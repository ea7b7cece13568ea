/**
 * Values by local day and time of day.
 *
 * @module
 */

import { HOUR, offsetAt, type Period } from "../time.ts";

/** Days across, times of the day down. */
export interface TimeOfDayMatrix {
  /** The local days, ascending. */
  readonly days: readonly Period[];
  /** Times of the day per day, as a clock on the wall shows them: 96 quarter-hours. */
  readonly slots: number;
  /**
   * Value of day `d` at slot `s` in `d * slots + s`; NaN where it is not known and where the clock
   * leaps over the time.
   */
  readonly value: Float64Array;
  /** The same for times that come twice on a day, the second time; NaN everywhere else. */
  readonly second: Float64Array;
  /** 1 where the clock leaps over the time, so that there is nothing to know. */
  readonly skipped: Uint8Array;
}

/** Length of a day on the wall. [ms] */
const WALL_DAY = 24 * HOUR;

/**
 * Arranges values by local day and by the time that a clock on the wall shows. On the day on which
 * the clock is put forward an hour is missing; on the day on which it is put back an hour comes
 * twice, and both are kept.
 *
 * @param time Start of each slot, ascending, all within the days. [ms]
 * @param value One value per slot.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { localDays } from "../time.ts";
 * import { byTimeOfDay } from "./time_of_day.ts";
 *
 * const days = localDays("2025-10-26", "2025-10-26", "Europe/Berlin");
 * const time = Float64Array.from({ length: 25 }, (_, hour) => days[0]!.start + hour * 3_600_000);
 * const matrix = byTimeOfDay({ time, value: time.map((_, hour) => hour) }, {
 *   days, zone: "Europe/Berlin", step: 3_600_000,
 * });
 * assert(matrix.value[2] === 2 && matrix.second[2] === 3 && matrix.value[3] === 4);
 * ```
 */
export function byTimeOfDay(
  { time, value }: { readonly time: Float64Array; readonly value: Float64Array },
  { days, zone, step }: {
    readonly days: readonly Period[];
    readonly zone: string;
    readonly step: number;
  },
): TimeOfDayMatrix {
  const slots = Math.ceil(WALL_DAY / step);
  const size = days.length * slots;
  const matrix: TimeOfDayMatrix = {
    days,
    slots,
    value: new Float64Array(size).fill(NaN),
    second: new Float64Array(size).fill(NaN),
    skipped: new Uint8Array(size),
  };
  let i = 0;
  days.forEach((day, d) => {
    const midnight = Date.parse(`${day.label}T00:00:00Z`);
    const isPlain = day.end - day.start === WALL_DAY;
    const offset = offsetAt(day.start, zone);
    const isTaken = new Uint8Array(slots);
    while (i < time.length && time[i]! < day.start) i++;
    for (; i < time.length && time[i]! < day.end; i++) {
      const wall = time[i]! + (isPlain ? offset : offsetAt(time[i]!, zone)) - midnight;
      const slot = Math.floor(wall / step);
      if (slot < 0 || slot >= slots) continue;
      const target = isTaken[slot] ? matrix.second : matrix.value;
      target[d * slots + slot] = value[i]!;
      isTaken[slot] = 1;
    }
    if (isPlain) return;
    isTaken.forEach((taken, slot) => {
      if (!taken && !isOnTheClock(day, zone, midnight + slot * step)) {
        matrix.skipped[d * slots + slot] = 1;
      }
    });
  });
  return matrix;
}

/** Whether a clock on the wall shows a time on a day. */
function isOnTheClock(day: Period, zone: string, wall: number): boolean {
  return [offsetAt(day.start, zone), offsetAt(day.end - 1, zone)].some((offset) => {
    const instant = wall - offset;
    return instant >= day.start && instant < day.end && offsetAt(instant, zone) === offset;
  });
}
