/**
 * Labels of an axis of periods or of times of the day.
 *
 * @module
 */

import { HOUR, offsetAt, type PeriodKind, type TimeRange } from "../time.ts";
import { textWidth } from "./svg.ts";

/** A place on an axis and what stands there. */
export interface Tick<Place> {
  /** Where. */
  readonly at: Place;
  /** Its text. */
  readonly label: string;
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/**
 * Chooses as many periods to label as fit: days of the month for some weeks, first days of months
 * for longer ranges.
 *
 * @param labels Labels of the periods, ascending: `2025-06-01`, `2025-W23`, `2025-06` or `2025`.
 * @param width Length of the axis. [px]
 */
export function periodTicks(
  labels: readonly string[],
  kind: PeriodKind,
  width: number,
): Tick<string>[] {
  const candidates = kind === "day"
    ? [everyday(labels, 1), everyday(labels, 2), everyday(labels, 7), monthStarts(labels)]
    : [labels.map((at, index) => ({ at, label: shortPeriod(at, index) }))];
  return candidates.find((ticks) => fits(ticks, width)) ??
    thinned(candidates.findLast((ticks) => ticks.length > 0) ?? [], width);
}

/**
 * A period as people write it: `1 Jun 2025`, `week 23 of 2025`, `Jun 2025`, `2025`.
 */
export function periodName(label: string): string {
  const [year, month, day] = label.split("-");
  if (month === undefined) return year!;
  if (month.startsWith("W")) return `${month} ${year}`;
  const name = `${MONTHS[Number(month) - 1]} ${year}`;
  return day === undefined ? name : `${Number(day)} ${name}`;
}

/**
 * A span of days as people write it.
 *
 * @param labels First and last label of any kind of period.
 */
export function spanName(first: string, last: string): string {
  return first === last ? periodName(first) : `${periodName(first)} – ${periodName(last)}`;
}

/**
 * Full hours of the local clock in a range. A repeated hour is labelled twice if there is room; a
 * skipped hour has no label.
 *
 * @param width Length of the axis. [px]
 * @returns Instants [ms] and local times.
 */
export function hourTicks({ start, end }: TimeRange, zone: string, width: number): Tick<number>[] {
  const room = width / ((end - start) / HOUR);
  const stride = [1, 2, 3, 6, 12].find((hours) => hours * room >= 48) ?? 12;
  const ticks: Tick<number>[] = [];
  // Quarters of an hour: some zones are off by 30 or 45 minutes.
  for (let at = Math.ceil(start / (HOUR / 4)) * (HOUR / 4); at <= end; at += HOUR / 4) {
    const wall = new Date(at + offsetAt(at, zone));
    const isApart = ticks.length === 0 || (at - ticks.at(-1)!.at) / HOUR * room >= 40;
    if (wall.getUTCMinutes() === 0 && wall.getUTCHours() % stride === 0 && isApart) {
      ticks.push({ at, label: wall.toISOString().slice(11, 16) });
    }
  }
  return ticks;
}

/** Every so many days, counted within each month so that the labels are the same in each. */
function everyday(days: readonly string[], stride: number): Tick<string>[] {
  // The last days of a month would stand too close to the first of the next.
  const last = 31 - Math.floor(stride / 2);
  return days
    .filter((day) => (dayOf(day) - 1) % stride === 0 && dayOf(day) <= last)
    .map((at, index) => {
      const named = `${dayOf(at)} ${MONTHS[Number(at.slice(5, 7)) - 1]}`;
      return { at, label: index === 0 || dayOf(at) === 1 ? named : String(dayOf(at)) };
    });
}

function monthStarts(days: readonly string[]): Tick<string>[] {
  return days.filter((day) => dayOf(day) === 1)
    .map((at, index) => ({ at, label: shortPeriod(at.slice(0, 7), index) }));
}

function dayOf(day: string): number {
  return Number(day.slice(8));
}

/** Only the first label of a year names the year. */
function shortPeriod(label: string, index: number): string {
  const name = periodName(label);
  return index === 0 || /-(01|W01)$/.test(label) ? name : name.split(" ")[0]!;
}

/** Whether labels at even distances fit side by side. */
function fits(ticks: readonly Tick<string>[], width: number): boolean {
  const widest = Math.max(...ticks.map(({ label }) => textWidth(label, 11)));
  return ticks.length > 0 && width / ticks.length >= widest + 6;
}

/** Leaves out labels at even distances until they fit. */
function thinned(ticks: readonly Tick<string>[], width: number): Tick<string>[] {
  for (let stride = 1; stride < ticks.length; stride++) {
    const some = ticks.filter((_, i) => i % stride === 0);
    if (fits(some, width)) return some;
  }
  return ticks.slice(0, 1);
}
