/**
 * Instants, ranges and the local periods of an IANA zone. A local day has 23, 24 or 25 hours (in a
 * few zones 23.5 or 24.5) and starts at the first instant that belongs to it, which is not always
 * midnight.
 *
 * @module
 */

import { DateTime, IANAZone } from "luxon";
import { bisect } from "./bisect.ts";
import { WattbookError } from "./errors.ts";

/** One second. [ms] */
export const SECOND = 1000;
/** One minute. [ms] */
export const MINUTE = 60 * SECOND;
/** One hour. [ms] */
export const HOUR = 60 * MINUTE;

/** Longer ranges are typing errors, and would take minutes to compute. [ms] */
const LONGEST = 200 * 366 * 24 * HOUR;

/** A stretch of time. Whether it includes its end depends on the use. */
export interface TimeRange {
  /** Unix time. [ms] */
  readonly start: number;
  /** Unix time. [ms] */
  readonly end: number;
}

/** Kinds of local periods. Weeks are ISO weeks, from Monday. */
export type PeriodKind = "day" | "week" | "month" | "year";

/** A local period: [start, end), with its name. */
export interface Period extends TimeRange {
  /** `2025-03-30`, `2025-W13`, `2025-03` or `2025`. */
  readonly label: string;
}

/**
 * Checks the name of an IANA time zone.
 *
 * @throws {WattbookError} `BAD_ZONE` if the runtime does not know it.
 */
export function checkZone(zone: string): string {
  // Luxon caches its zones.
  if (IANAZone.create(zone).isValid) return zone;
  throw new WattbookError("BAD_ZONE", `'${zone}' is not an IANA time zone`, {
    hint: "Use a name such as Europe/Berlin or America/St_Johns.",
  });
}

/**
 * Checks a day of the calendar, written `YYYY-MM-DD`.
 *
 * @throws {WattbookError} `BAD_DAY` if there is no such day.
 */
export function checkDay(day: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && DateTime.fromISO(day, { zone: "utc" }).isValid) return day;
  throw new WattbookError("BAD_DAY", `'${day}' is not a day of the calendar`, {
    hint: "Write days as YYYY-MM-DD, for example 2025-03-30.",
  });
}

/**
 * The local day to which an instant belongs.
 */
export function localDay(instant: number, zone: string): string {
  return new Date(instant + offsetAt(instant, zone)).toISOString().slice(0, 10);
}

/**
 * The first instant of a local day. Where clocks skip midnight, that is the first instant after
 * the skip; where midnight occurs twice, the first one. Where clocks skip the whole day, it is the
 * start of the next one, so that the day has no length.
 *
 * @returns Unix time. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { startOfDay } from "./time.ts";
 *
 * // Clocks in Beirut went from 00:00 to 01:00 on 2025-03-30.
 * assert(startOfDay("2025-03-30", "Asia/Beirut") === Date.UTC(2025, 2, 29, 22));
 * ```
 */
export function startOfDay(day: string, zone: string): number {
  const wall = Date.parse(`${day}T00:00:00Z`);
  const guess = wall - offsetAt(wall - offsetAt(wall, zone), zone);
  const isFirst = localDay(guess, zone) === day && localDay(guess - 1, zone) < day;
  // A clock change within the day before could make midnight occur twice: then search.
  if (isFirst && offsetAt(guess, zone) === offsetAt(guess - 6 * HOUR, zone)) return guess;
  return firstInstant((instant) => localDay(instant, zone) >= day, guess);
}

/** The first instant at which a test holds, near a guess; clock changes come at whole seconds. */
function firstInstant(holds: (instant: number) => boolean, guess: number): number {
  let low = guess - 30 * HOUR;
  // Walk in steps shorter than any stretch that a doubled midnight could hide.
  while (!holds(low + 15 * MINUTE)) low += 15 * MINUTE;
  return low + SECOND * bisect(0, 15 * 60, (seconds) => holds(low + seconds * SECOND));
}

/**
 * The day that is `count` days of the calendar after another.
 */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 24 * HOUR).toISOString().slice(0, 10);
}

/**
 * The local days from one day to another, both inclusive. They tile the range without gap or
 * overlap. A day that a zone skipped as a whole is left out.
 *
 * @throws {WattbookError} `BAD_DAY`, `BAD_ZONE`, or `BAD_RANGE` if `to` is before `from` or
 * the range is longer than 200 years.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { hoursOf, localDays } from "./time.ts";
 *
 * const days = localDays("2025-03-29", "2025-03-30", "Europe/Berlin");
 * assert(days.map(hoursOf).join() === "24,23");
 * ```
 */
export function localDays(from: string, to: string, zone: string): Period[] {
  checkZone(zone);
  if (checkDay(from) > checkDay(to)) {
    throw new WattbookError("BAD_RANGE", `The range ends (${to}) before it begins (${from})`, {
      hint: "Both days are inclusive; give the earlier one first.",
    });
  }
  if (Date.parse(to) - Date.parse(from) > LONGEST) {
    throw new WattbookError("BAD_RANGE", `The range from ${from} to ${to} is too long`, {
      hint: "A range may hold up to 200 years; check the years.",
    });
  }
  const days: Period[] = [];
  let start = startOfDay(from, zone), offset = offsetAt(start, zone);
  for (let day = from; day <= to;) {
    const following = addDays(day, 1), midnight = Date.parse(`${following}T00:00:00Z`) - offset;
    // Where the clocks did not change meanwhile, the day has 24 hours.
    const isUsual = midnight - start === 24 * HOUR && offsetAt(midnight, zone) === offset;
    const end = isUsual ? midnight : startOfDay(following, zone);
    if (end > start) days.push({ label: day, start, end });
    if (!isUsual) offset = offsetAt(end, zone);
    day = following;
    start = end;
  }
  return days;
}

/** The midnights at which adjoining periods begin, and the end of the last one. [ms] */
export function bordersOf(periods: readonly TimeRange[]): number[] {
  return periods.length === 0 ? [] : [...periods.map(({ start }) => start), periods.at(-1)!.end];
}

/**
 * The name of the period of a kind to which a day belongs.
 */
export function periodLabel(day: string, kind: PeriodKind): string {
  switch (kind) {
    case "day":
      return day;
    case "week":
      return DateTime.fromISO(day, { zone: "utc" }).toFormat("kkkk-'W'WW");
    case "month":
      return day.slice(0, 7);
    case "year":
      return day.slice(0, 4);
  }
}

/**
 * Real length of a range in hours: 23, 24 or 25 for most local days.
 */
export function hoursOf({ start, end }: TimeRange): number {
  return (end - start) / HOUR;
}

/**
 * An instant as ISO 8601 with the zone's offset, to the second, with milliseconds only where there
 * are any.
 */
export function formatInstant(instant: number, zone: string): string {
  return DateTime.fromMillis(instant, { zone }).toISO({ suppressMilliseconds: true })!;
}

interface KnownZone {
  readonly zone: IANAZone;
  /** Offset at each UTC midnight that was needed, by the number of the day. */
  readonly atMidnight: Map<number, number>;
}
const zones = new Map<string, KnownZone>();

/**
 * Offset of a zone's local time from UTC at an instant; positive east of Greenwich.
 *
 * @returns Offset. [ms]
 */
export function offsetAt(instant: number, zone: string): number {
  let known = zones.get(zone);
  if (!known) zones.set(zone, known = { zone: IANAZone.create(zone), atMidnight: new Map() });
  // Each exact answer takes microseconds, and a year has 35,000 quarter-hours.
  const day = Math.floor(instant / (24 * HOUR)), offset = midnightOffset(known, day);
  if (offset === midnightOffset(known, day + 1)) return offset;
  return known.zone.offset(instant) * MINUTE;
}

function midnightOffset({ zone, atMidnight }: KnownZone, day: number): number {
  let offset = atMidnight.get(day);
  if (offset === undefined) {
    atMidnight.set(day, offset = zone.offset(day * 24 * HOUR) * MINUTE);
  }
  return offset;
}

/** No local day is longer, not even where the date line moved. [ms] */
const LONGEST_DAY = 50 * HOUR;

/** A change of the clock. */
export interface ClockChange {
  /** First instant of the new time. [ms] */
  readonly at: number;
  /** Offset of local time from UTC before. [ms] */
  readonly before: number;
  /** Offset afterwards; greater if the clock was put forward. [ms] */
  readonly after: number;
}

/**
 * The change of the clock within a local day.
 *
 * @returns The change, to the second; `null` on most days.
 * @throws {RangeError} If the range is longer than a day, or without end.
 */
export function clockChange({ start, end }: TimeRange, zone: string): ClockChange | null {
  if (!(end - start <= LONGEST_DAY)) {
    throw new RangeError(`A local day ends within ${LONGEST_DAY / HOUR} hours of its start`);
  }
  const before = offsetAt(start, zone), after = offsetAt(end - 1, zone);
  if (before === after) return null;
  const seconds = Math.ceil((end - start) / SECOND);
  const at = start +
    SECOND * bisect(0, seconds, (second) => offsetAt(start + second * SECOND, zone) !== before);
  return { at, before, after };
}
