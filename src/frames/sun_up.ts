/**
 * When the sun is up at a place.
 *
 * @module
 */

import { getPosition, getTimes } from "suncalc";
import { bisect } from "../bisect.ts";
import { MINUTE, SECOND, type TimeRange } from "../time.ts";

/** The position of a house, and how high the sun must be. */
export interface SunOptions {
  /** Degrees north. [°] */
  readonly latitude: number;
  /** Degrees east. [°] */
  readonly longitude: number;
  /**
   * Elevation above which it counts as daylight. [°]
   *
   * @default {0}
   */
  readonly elevation?: number;
}

/**
 * Daylight by the sun's elevation: the stretches of a range in which the sun is up.
 *
 * @returns Ascending stretches [start, end), to the second; none in a polar night. [ms]
 */
export function sunUp(range: TimeRange, options: SunOptions): TimeRange[] {
  const { latitude, longitude, elevation = 0 } = options;
  const height = (at: number) =>
    getPosition(new Date(at), latitude, longitude).altitude - elevation;
  // Steps at whole half hours, so that a sunrise does not depend on the range.
  const step = 30 * MINUTE;
  const first = Math.floor(range.start / step) * step;
  const stretches: TimeRange[] = [];
  let since = height(first) > 0 ? first : NaN;
  for (let at = first, far = 0; at < range.end; at += step * Math.max(far, 1)) {
    far = Math.floor(Math.abs(height(at)) / NEAR);
    for (const turn of far > 0 ? [] : turns(height, at, at + step)) {
      if (Number.isNaN(since)) since = turn;
      else {
        stretches.push({ start: since, end: turn });
        since = NaN;
      }
    }
  }
  if (!Number.isNaN(since)) stretches.push({ start: since, end: range.end });
  return stretches
    .map(({ start, end }) => (
      { start: Math.max(start, range.start), end: Math.min(end, range.end) }
    ))
    .filter(({ start, end }) => start < end);
}

/**
 * When the sun is highest on the day around an instant, as the season moves it. [ms]
 */
export function solarNoon(
  at: number,
  { latitude, longitude }: Pick<SunOptions, "latitude" | "longitude">,
): number {
  return getTimes(new Date(at), latitude, longitude).solarNoon.getTime();
}

/** The sun moves less than this in half an hour; if it is farther away, it cannot rise or set. [°] */
const NEAR = 8;

/** The instants between two others at which the sun rises or sets: none, one or two. */
function turns(height: (at: number) => number, low: number, high: number): number[] {
  const first = height(low), last = height(high), wasUp = first > 0;
  if (wasUp !== last > 0) return [crossing(height, low, high)];
  // Near the polar circles the sun may rise or set for some minutes only.
  const outwards = (value: number) => wasUp ? -value : value;
  const turnsBack = outwards(height(low + SECOND) - first) > 0 &&
    outwards(last - height(high - SECOND)) < 0;
  if (!turnsBack) return [];
  const middle = summit((at) => outwards(height(at)), low, high);
  if (height(middle) > 0 === wasUp) return [];
  return [crossing(height, low, middle), crossing(height, middle, high)];
}

/** Where a function with one maximum has it, to the second. */
function summit(height: (at: number) => number, low: number, high: number): number {
  while (high - low > SECOND) {
    const third = (high - low) / 3;
    if (height(low + third) < height(high - third)) low += third;
    else high -= third;
  }
  return Math.round((low + high) / 2);
}

/** Where a function changes its sign between two instants, to the second. */
function crossing(height: (at: number) => number, low: number, high: number): number {
  const wasUp = height(low) > 0;
  return bisect(low, high, (at) => height(at) > 0 !== wasUp, SECOND);
}
