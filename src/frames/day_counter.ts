/**
 * Counters that start again every day: when they reset, and whether the device's clock agrees with
 * the house's.
 *
 * @module
 */

import { rowAfter, type Samples } from "../columns.ts";
import { HOUR, localDay, localDays, MINUTE, type Period } from "../time.ts";
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

/** When a device begins its days, after local midnight; negative before it. */
export interface DayOffset {
  /** The earliest that its resets allow. [ms] */
  readonly earliest: number;
  /** The latest that its resets allow. [ms] */
  readonly latest: number;
}

/** A device whose days are not the house's. */
export interface DayClock extends DayOffset {
  /** Per day, whether the resets of it or around it show it. */
  readonly isOff: readonly boolean[];
  /** The first reset that shows it. */
  readonly first: DayReset;
}

/** The resets of so long before and after a day tell its clock. [ms] */
export const CLOCK_REACH: number = 14 * 24 * HOUR;
/** As many as this before and after it are enough, if they agree. [ms] */
const NEAR = 7 * 24 * HOUR;
/** Devices are slow now and then; so many resets must speak against midnight. */
const OFTEN = 3;
/** A clock may go wrong by this and still be right. [ms] */
const TOLERANCE = 15 * MINUTE;
const STEP = 15 * MINUTE, DAY = 24 * HOUR;
/** Everything that a clock can be off by, the smallest first. [ms] */
const OFFSETS: readonly number[] = Array.from({ length: DAY / STEP }, (_, i) => {
  return (i % 2 ? 1 : -1) * Math.ceil(i / 2) * STEP;
});

/**
 * Compares the days of a device with those of the house, by the resets of its day counter. Around
 * each day it takes the resets of a week on either side and looks for the offset that most of them
 * allow. Midnight it is unless three of them speak against it: a clock that is an hour off, one that
 * knows no daylight saving, or a house whose zone is not the true one. Where two weeks on either side
 * show it, a day is off too if its own reset says so. So each day is judged alike, whatever range it
 * is asked in.
 *
 * @param resets Resets of these days and of {@linkcode CLOCK_REACH} before and after them, ascending.
 * @param days Local days.
 * @returns `null` if the days agree, as far as anybody can see: while a device sleeps, nobody can.
 */
export function dayClock(
  resets: readonly DayReset[],
  days: readonly Period[],
  { zone }: { readonly zone: string },
): DayClock | null {
  const midnights = midnightsOf(resets, zone);
  const telling = resets.filter(({ isLate, from, at }) => !isLate && at - from < DAY)
    .map((reset) => ({ reset, ...allowed(reset, midnights) }));
  const seen = new Set<typeof telling[number]>();
  const isOff = days.map(({ start, end }) => {
    const within = (reach: number) =>
      telling.filter(({ reset: { at } }) => at >= start - reach && at < end + reach);
    const near = within(NEAR), far = within(CLOCK_REACH), { offset, against } = mostAllowed(far);
    const isOdd = ({ reset: { from, at }, ...range }: typeof telling[number]) =>
      from < end && at >= start && allows(range, offset) && !allows(range, 0, 0);
    const shows = mostAllowed(near).against >= OFTEN
      ? near
      : against >= OFTEN && far.some(isOdd)
      ? far
      : [];
    shows.forEach((one) => seen.add(one));
    return shows.length > 0;
  });
  if (seen.size === 0) return null;
  const { offset } = mostAllowed([...seen]);
  const agreeing = [...seen].filter((one) => allows(one, offset));
  // The same turn of the clock for all of them.
  const turned = agreeing.map(({ earliest, latest }) => {
    const turn = DAY * Math.round((offset - (earliest + latest) / 2) / DAY);
    return { earliest: earliest + turn, latest: latest + turn };
  });
  const earliest = Math.max(...turned.map((one) => one.earliest));
  const latest = Math.min(...turned.map((one) => one.latest));
  const { reset: first } = agreeing.find((one) => !allows(one, 0)) ?? agreeing[0]!;
  // A clock that drifts leaves nothing that all agree on.
  return earliest <= latest
    ? { isOff, earliest, latest, first }
    : { isOff, earliest: offset, latest: offset, first };
}

/**
 * What the clock of one device is over several stretches of days.
 *
 * @param parts In ascending time.
 * @returns `null` without parts.
 */
export function joinClocks(parts: readonly DayClock[]): DayClock | null {
  return parts.length === 0 ? null : parts.reduce((a, b) => {
    const isOff = [...a.isOff, ...b.isOff];
    const earliest = Math.max(a.earliest, b.earliest), latest = Math.min(a.latest, b.latest);
    // A clock that was set anew in between is what it was at first.
    return earliest <= latest ? { ...a, isOff, earliest, latest } : { ...a, isOff };
  });
}

/**
 * When a device began a day, by one reset, compared with the nearest local midnight.
 *
 * @param zone IANA zone of the house.
 * @returns Both zero if midnight lies within the reset, or as near as clocks go.
 */
export function resetOffset(reset: DayReset, zone: string): DayOffset {
  const range = allowed(reset, midnightsOf([reset], zone));
  if (allows(range, 0)) return { earliest: 0, latest: 0 };
  const turn = (range.earliest + range.latest) / 2 > DAY / 2 ? -DAY : 0;
  return { earliest: range.earliest + turn, latest: range.latest + turn };
}

/** The starts of the local days in which resets ended, and of those between. [ms] */
function midnightsOf(resets: readonly DayReset[], zone: string): Float64Array {
  if (resets.length === 0) return new Float64Array();
  const [first, last] = [resets[0]!, resets.at(-1)!].map(({ at }) => localDay(at, zone));
  return Float64Array.from(localDays(first!, last!, zone), ({ start }) => start);
}

/** The reset, counted from the local midnight before its end. */
function allowed({ from, at }: DayReset, midnights: Float64Array): DayOffset {
  const midnight = midnights[rowAfter(midnights, at) - 1]!;
  return { earliest: from - midnight, latest: at - midnight };
}

function allows({ earliest, latest }: DayOffset, offset: number, tolerance = TOLERANCE): boolean {
  return [-DAY, 0, DAY].some((turn) =>
    earliest - tolerance <= offset + turn && offset + turn <= latest + tolerance
  );
}

/** The offset that most resets allow, and how many of them speak against midnight. */
function mostAllowed(resets: readonly DayOffset[]): { offset: number; against: number } {
  if (resets.every((one) => allows(one, 0))) return { offset: 0, against: 0 };
  const counts = OFFSETS.map((offset) => resets.filter((one) => allows(one, offset)).length);
  const most = Math.max(...counts);
  return { offset: OFFSETS[counts.indexOf(most)]!, against: most - counts[0]! };
}
