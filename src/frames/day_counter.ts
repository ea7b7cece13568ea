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
   * Whether the counter showed yesterday's value for a while after the device started. The time of
   * such a reset depends on the start of the device, not on its clock.
   */
  readonly isLate: boolean;
}

/** Days with less energy are ignored: a counter takes only a few steps on a dark day. [kWh] */
const SMALLEST_DAY = 0.1;
/** A longer silence is a night. [ms] */
const NIGHT = 2 * HOUR;
/** A late reset happens within this time after the device starts. [ms] */
const MORNING = 12 * HOUR;

/**
 * Finds the resets of a day counter. A reset while the device is off lies between the last sample of
 * the evening and the first of the morning.
 *
 * @param counter Ascending in time, without absent values. [kWh]
 */
export function dayResets(counter: Samples): DayReset[] {
  const { time, value } = counter;
  // What a counter may have counted after its last sample of the day.
  const unseen = Math.min(2 * resolutionOf(counter), SMALLEST_DAY);
  const resets: DayReset[] = [];
  let startedAt = -Infinity, atNightfall = NaN;
  for (let row = 1; row < time.length; row++) {
    const from = time[row - 1]!, at = time[row]!;
    const before = value[row - 1]!, after = value[row]!;
    if (before > SMALLEST_DAY && after <= before / 2) {
      const isLate = at - startedAt <= MORNING && Math.abs(before - atNightfall) <= unseen;
      resets.push({ from, at, before, after, isLate });
    }
    if (at - from > NIGHT) {
      startedAt = at;
      atNightfall = before;
    }
  }
  return resets;
}

/** When a device begins its days, relative to local midnight; negative before it. */
export interface DayOffset {
  /** The earliest that its resets allow. [ms] */
  readonly earliest: number;
  /** The latest that its resets allow. [ms] */
  readonly latest: number;
}

/**
 * When the inverter's day begins, in words.
 */
export function offsetText({ earliest, latest }: DayOffset): string {
  if (latest - earliest <= HOUR / 2) {
    const offset = Math.round((earliest + latest) / 2 / (15 * MINUTE)) * 15 * MINUTE;
    return `${spanText(offset)} ${offset < 0 ? "before" : "after"} midnight`;
  }
  if (earliest >= 0) return `between ${spanText(earliest)} and ${spanText(latest)} after midnight`;
  if (latest <= 0) return `between ${spanText(earliest)} and ${spanText(latest)} before midnight`;
  return `between ${spanText(earliest)} before and ${spanText(latest)} after midnight`;
}

function spanText(span: number): string {
  const minutes = Math.round(Math.abs(span) / MINUTE);
  const parts = [[Math.floor(minutes / 60), "h"], [minutes % 60, "min"]] as const;
  return parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`).join(" ");
}

/** A device whose days differ from the house's. */
export interface DayClock extends DayOffset {
  /** Per day, whether the resets around it show that. */
  readonly isOff: readonly boolean[];
  /** The first reset that shows that. */
  readonly first: DayReset;
}

/** Resets this long before and after a day are used for its clock. [ms] */
export const CLOCK_REACH: number = 14 * 24 * HOUR;
/** Resets this long before and after it are enough, if they agree. [ms] */
const NEAR = 7 * 24 * HOUR;
/** Devices are late now and then, so this many resets must contradict midnight. */
const OFTEN = 3;
/** A smaller offset of a clock is ignored. [ms] */
const TOLERANCE = 15 * MINUTE;
const STEP = 15 * MINUTE, DAY = 24 * HOUR;
/** All offsets that a clock can have, the smallest first. [ms] */
const OFFSETS: readonly number[] = Array.from({ length: DAY / STEP }, (_, i) => {
  return (i % 2 ? 1 : -1) * Math.ceil(i / 2) * STEP;
});

/**
 * Compares the days of a device with those of the house, by the resets of its day counter. For each
 * day, it finds the offset that most resets within a week allow. The offset is zero unless three of
 * them contradict midnight: the clock is an hour off or ignores daylight saving, or the zone of the
 * house is wrong. If only the resets within two weeks show an offset, the day's own reset must show it,
 * too. The result for a day does not depend on the range that is computed.
 *
 * @param resets Resets of these days and of {@linkcode CLOCK_REACH} before and after them, ascending.
 * @param days Local days.
 * @returns `null` if the days agree, as far as the samples show.
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
  // Offsets that differ by whole days are the same.
  const turned = agreeing.map(({ earliest, latest }) => {
    const turn = DAY * Math.round((offset - (earliest + latest) / 2) / DAY);
    return { earliest: earliest + turn, latest: latest + turn };
  });
  const earliest = Math.max(...turned.map((one) => one.earliest));
  const latest = Math.min(...turned.map((one) => one.latest));
  const { reset: first } = agreeing.find((one) => !allows(one, 0)) ?? agreeing[0]!;
  // If the clock drifts, there may be no offset that all resets allow.
  return earliest <= latest
    ? { isOff, earliest, latest, first }
    : { isOff, earliest: offset, latest: offset, first };
}

/**
 * Joins the clocks of one device over several stretches of days.
 *
 * @param parts In ascending time.
 * @returns `null` without parts.
 */
export function joinClocks(parts: readonly DayClock[]): DayClock | null {
  return parts.length === 0 ? null : parts.reduce((a, b) => {
    const isOff = [...a.isOff, ...b.isOff];
    const earliest = Math.max(a.earliest, b.earliest), latest = Math.min(a.latest, b.latest);
    // If the clock was set in between, the first offset counts.
    return earliest <= latest ? { ...a, isOff, earliest, latest } : { ...a, isOff };
  });
}

/**
 * When a device began a day according to one reset, relative to the nearest local midnight.
 *
 * @param zone IANA zone of the house.
 * @returns Both zero if midnight lies within the reset or near enough.
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

/** The reset, relative to the local midnight before its end. */
function allowed({ from, at }: DayReset, midnights: Float64Array): DayOffset {
  const midnight = midnights[rowAfter(midnights, at) - 1]!;
  return { earliest: from - midnight, latest: at - midnight };
}

function allows({ earliest, latest }: DayOffset, offset: number, tolerance = TOLERANCE): boolean {
  return [-DAY, 0, DAY].some((turn) =>
    earliest - tolerance <= offset + turn && offset + turn <= latest + tolerance
  );
}

/** The offset that most resets allow, and how many of these contradict midnight. */
function mostAllowed(resets: readonly DayOffset[]): { offset: number; against: number } {
  if (resets.every((one) => allows(one, 0))) return { offset: 0, against: 0 };
  const counts = OFFSETS.map((offset) => resets.filter((one) => allows(one, offset)).length);
  const most = Math.max(...counts);
  return { offset: OFFSETS[counts.indexOf(most)]!, against: most - counts[0]! };
}
