/**
 * What a day is usually like.
 *
 * @module
 */

import { quantiles } from "./quantiles.ts";
import type { TimeOfDayMatrix } from "./time_of_day.ts";

/** Which days are taken together. Three months are named, not seasons: those differ by hemisphere. */
export type DayGrouping = "all" | "month" | "quarter" | "weekday";

/** One time of the day on a typical day. [unit of the values] */
export interface TypicalSlot {
  /** Time of the day by the clock on the wall. [h] */
  readonly hour: number;
  /** How many days are known at this time. */
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
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { localDays } from "../time.ts";
 * import { byTimeOfDay } from "./time_of_day.ts";
 * import { typicalDays } from "./typical_day.ts";
 *
 * const days = localDays("2025-06-01", "2025-06-03", "UTC");
 * const matrix = byTimeOfDay(
 *   { time: Float64Array.from(days, ({ start }) => start), value: Float64Array.of(100, 300, 200) },
 *   { days, zone: "UTC", step: 86_400_000 },
 * );
 * assert(typicalDays(matrix)[0]?.slots[0]?.p50 === 200);
 * ```
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
