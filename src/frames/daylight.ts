/**
 * When it was light, when it was dark, and when that is unknown.
 *
 * @module
 */

import { bisect } from "../bisect.ts";
import type { Samples } from "../columns.ts";
import type { Period, TimeRange } from "../time.ts";
import { type SunOptions, sunUp } from "./sun_up.ts";

/** Light and dark over some time; outside of both it is unknown. */
export interface Daylight {
  /** Ascending stretches of light. */
  readonly light: readonly TimeRange[];
  /** Ascending stretches that are proven dark. */
  readonly dark: readonly TimeRange[];
  /** What proves the dark, for people. */
  readonly evidence: string;
}

/**
 * Light and dark by the sun's elevation.
 */
export function daylightBySun(range: TimeRange, sun: SunOptions): Daylight {
  const light = sunUp(range, sun);
  return { light, dark: darkWithin(range, light), evidence: "the sun is down" };
}

/**
 * Light and dark inferred from past generation, see {@linkcode usualHours}. If there was no generation
 * on a day and its neighbours, its light is unknown: the inverter may have been broken.
 *
 * @param days Local days, ascending.
 * @param generation Generation power. [W]
 */
export function daylightByHabit(
  days: readonly Period[],
  generation: Samples,
  options: UsualHoursOptions = {},
): Daylight {
  const light = usualHours(days, generation, options);
  let next = 0;
  const dark = days.flatMap((day) => {
    const hours = light[next];
    if (!hours || hours.start >= day.end) return [];
    next++;
    return darkWithin(day, [hours]);
  });
  return { light, dark, evidence: "no generation at this hour on this day and the days around it" };
}

/** A part of a stretch of time. */
export interface LightPart extends TimeRange {
  /** Whether it was light. */
  readonly light: "light" | "dark" | "unknown";
}

/** Divides a stretch of time at the borders of light and dark. The parts tile it. */
export function divideByLight({ start, end }: TimeRange, { light, dark }: Daylight): LightPart[] {
  const parts: LightPart[] = [];
  let l = firstEndingAfter(light, start), d = firstEndingAfter(dark, start);
  for (let at = start; at < end; at = parts.at(-1)!.end) {
    while (l < light.length && light[l]!.end <= at) l++;
    while (d < dark.length && dark[d]!.end <= at) d++;
    const nextLight = light[l]?.start ?? Infinity, nextDark = dark[d]?.start ?? Infinity;
    const part = nextLight <= at
      ? { light: "light" as const, end: light[l]!.end }
      : nextDark <= at
      ? { light: "dark" as const, end: Math.min(dark[d]!.end, nextLight) }
      : { light: "unknown" as const, end: Math.min(nextLight, nextDark) };
    parts.push({ start: at, end: Math.min(part.end, end), light: part.light });
  }
  return parts;
}

/** The parts of a range outside of its stretches of light. */
function darkWithin({ start, end }: TimeRange, light: readonly TimeRange[]): TimeRange[] {
  const dark: TimeRange[] = [];
  let at = start;
  for (const stretch of light) {
    if (stretch.start > at) dark.push({ start: at, end: stretch.start });
    at = stretch.end;
  }
  if (end > at) dark.push({ start: at, end });
  return dark;
}

function firstEndingAfter(stretches: readonly TimeRange[], at: number): number {
  return bisect(-1, stretches.length, (index) => stretches[index]!.end > at);
}

/** Options of {@linkcode usualHours}. */
export interface UsualHoursOptions {
  /**
   * How many days before and after a day are its neighbours.
   *
   * @default {7}
   */
  readonly neighbours?: number;
}

/**
 * Daylight inferred from past generation, for a house without coordinates: on each day, from the
 * earliest to the latest time of day at which the inverter generated on that day or its neighbours.
 *
 * @param days Local days, ascending.
 * @param generation Generation power; more than 0 proves daylight. [W]
 * @returns At most one stretch [start, end) per day; none where no neighbour generated. [ms]
 */
export function usualHours(
  days: readonly Period[],
  generation: Samples,
  options: UsualHoursOptions = {},
): TimeRange[] {
  const { neighbours = 7 } = options;
  // Days are compared in UTC, so that a clock change does not shift them.
  const anchor = (index: number) => Date.parse(`${days[index]!.label}T00:00:00Z`);
  const first = new Float64Array(days.length).fill(Infinity);
  const last = new Float64Array(days.length).fill(-Infinity);
  let day = 0;
  for (let i = 0; i < generation.time.length; i++) {
    if (!(generation.value[i]! > 0)) continue;
    const at = generation.time[i]!;
    while (day < days.length && days[day]!.end <= at) day++;
    if (day === days.length) break;
    if (at < days[day]!.start) continue;
    first[day] = Math.min(first[day]!, at - anchor(day));
    last[day] = Math.max(last[day]!, at - anchor(day));
  }
  const hours: TimeRange[] = [];
  for (let d = 0; d < days.length; d++) {
    const from = Math.max(0, d - neighbours), to = d + neighbours + 1;
    const start = anchor(d) + Math.min(...first.subarray(from, to));
    const end = anchor(d) + Math.max(...last.subarray(from, to));
    if (end > start) {
      hours.push({ start: Math.max(start, days[d]!.start), end: Math.min(end, days[d]!.end) });
    }
  }
  return hours;
}
