/**
 * Values by local day and time of day, and what a typical day is like.
 *
 * @module
 */

import { HOUR, offsetAt, type Period } from "../time.ts";
import { quantiles } from "./distribution.ts";

/** Days across, times of the day down. */
export interface TimeOfDayMatrix {
  /** The local days, ascending. */
  readonly days: readonly Period[];
  /** Slots per day in local time, e.g. 96 quarter-hours. */
  readonly slots: number;
  /**
   * Value of day `d` at slot `s` in `d * slots + s`; NaN where it is unknown and where the clock skips
   * the time.
   */
  readonly value: Float64Array;
  /** The second value of times that occur twice on a day; NaN everywhere else. */
  readonly second: Float64Array;
  /** 1 where the clock skips the time. */
  readonly skipped: Uint8Array;
}

/** Length of a day on a clock. [ms] */
const WALL_DAY = 24 * HOUR;

/**
 * Arranges values by local day and local time of day. When the clock is put forward, an hour is
 * missing; when it is put back, an hour occurs twice, and both are kept.
 *
 * @param time Start of each slot, ascending, all within the days. [ms]
 * @param value One value per slot.
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

/** Whether a local time exists on a day. */
function isOnTheClock(day: Period, zone: string, wall: number): boolean {
  return [offsetAt(day.start, zone), offsetAt(day.end - 1, zone)].some((offset) => {
    const instant = wall - offset;
    return instant >= day.start && instant < day.end && offsetAt(instant, zone) === offset;
  });
}

/** Which days form a group. Quarters have the names of months, because seasons differ by hemisphere. */
export type DayGrouping = "all" | "month" | "quarter" | "weekday";

/** One time of the day on a typical day. [unit of the values] */
export interface TypicalSlot {
  /** Local time of day. [h] */
  readonly hour: number;
  /** Number of days with a known value. */
  readonly days: number;
  /** Nine of ten days are above. */
  readonly p10: number;
  /** Three of four days are above. */
  readonly p25: number;
  /** Half of the days are above. */
  readonly p50: number;
  /** One of four days is above. */
  readonly p75: number;
  /** One of ten days is above. */
  readonly p90: number;
}

/** A typical day of a group of days. */
export interface TypicalDay {
  /** Name of the group: `all days`, `Jun`, `Jun–Aug`, `Mon–Fri`. */
  readonly group: string;
  /** How many days the group has. */
  readonly days: number;
  /** One entry per time of the day; quantiles are NaN where no day is known. */
  readonly slots: readonly TypicalSlot[];
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const QUARTERS = ["Dec–Feb", "Mar–May", "Jun–Aug", "Sep–Nov"];
const WEEK = ["Mon–Fri", "Sat–Sun"];

/**
 * Quantiles of the values at each time of the day, over the days of each group. An hour that comes
 * twice counts twice.
 *
 * @returns One typical day per group that has days, in the order of the calendar.
 */
export function typicalDays(matrix: TimeOfDayMatrix, by: DayGrouping = "all"): TypicalDay[] {
  const groups = Map.groupBy(matrix.days.keys(), (d) => groupOf(matrix.days[d]!.label, by));
  return namesOf(by).flatMap((group) => {
    const days = groups.get(group);
    return days ? [{ group, days: days.length, slots: slotsOf(matrix, days) }] : [];
  });
}

function slotsOf({ slots, value, second }: TimeOfDayMatrix, days: readonly number[]) {
  return Array.from({ length: slots }, (_, slot): TypicalSlot => {
    const known = days.flatMap((d) => [value[d * slots + slot]!, second[d * slots + slot]!])
      .filter((one) => !Number.isNaN(one));
    const [p10, p25, p50, p75, p90] = quantiles(known, [0.1, 0.25, 0.5, 0.75, 0.9]);
    return {
      hour: slot * 24 / slots,
      days: known.length,
      p10: p10!,
      p25: p25!,
      p50: p50!,
      p75: p75!,
      p90: p90!,
    };
  });
}

function namesOf(by: DayGrouping): readonly string[] {
  return { all: ["all days"], month: MONTHS, quarter: QUARTERS, weekday: WEEK }[by];
}

function groupOf(day: string, by: DayGrouping): string {
  const month = Number(day.slice(5, 7)) - 1;
  switch (by) {
    case "all":
      return "all days";
    case "month":
      return MONTHS[month]!;
    case "quarter":
      return QUARTERS[Math.floor(((month + 1) % 12) / 3)]!;
    case "weekday":
      return new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0 ? WEEK[1]! : WEEK[0]!;
  }
}
