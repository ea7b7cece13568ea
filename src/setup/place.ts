/**
 * Where the house is: as Home Assistant says it, or about, as the length and the middle of the sun's
 * day tell it.
 *
 * @module
 */

import { bisect } from "../bisect.ts";
import { sunUp } from "../frames/sun_up.ts";
import { HOUR, type TimeRange } from "../time.ts";
import type { Candidate } from "./candidates.ts";
import type { Sketch } from "./sketch.ts";
import { DAY, SLOT } from "./traces.ts";

/** A place, and how it is known. */
export interface FoundPlace {
  /** Degrees north. [°] */
  readonly latitude: number;
  /** Degrees east. [°] */
  readonly longitude: number;
  /** `stated` by the server; `estimated` from the sun's days, off by some degrees. */
  readonly source: "stated" | "estimated";
}

/** The zone `zone.home` of Home Assistant, which shows its position as numbers. */
export function statedPlace(sketches: ReadonlyMap<Candidate, Sketch>): FoundPlace | null {
  const of = (name: "latitude" | "longitude") => {
    const found = [...sketches].find(([{ metric, labels }]) =>
      metric.toLowerCase().endsWith(name) &&
      (metric.startsWith("zone.home") || (labels["domain"] === "zone" &&
        /^(?:zone\.)?home$/.test(labels["entity_id"] ?? labels["entity"] ?? "")))
    );
    return found?.[1].value.findLast((one) => !Number.isNaN(one)) ?? NaN;
  };
  const latitude = of("latitude"), longitude = of("longitude");
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
    ? { latitude, longitude, source: "stated" }
    : null;
}

/** Inverters start when the sun is about this high. [°] */
const STARTS_AT = 1.5;

/** Share of the greatest power that counts as light. */
const LIGHT = 0.004;

/** Smaller inverters wake up so late that a day looks like one far away. [W] */
const LEAST_POWER = 1500;

/** Fewest days from which a place is estimated. */
const ENOUGH_DAYS = 4;

/** Greatest latitude at which people live with panels. [°] */
const FARTHEST = 65;

/** Near the equinoxes all places have days of the same length. [h] */
const TELLING = 0.8;

/**
 * Estimates the place. The middle of the sun's day gives the longitude, its length the latitude. Panels
 * that face east or west move the most power, not the first and the last light.
 *
 * @param watts Power of all inverters per slot, zero where they are silent. [W]
 * @param start Start of the first slot. [ms]
 * @returns `null` if the inverter is small, the days are too few, or of nearly the same length everywhere on Earth.
 */
export function estimatePlace(watts: Float64Array, start: number): FoundPlace | null {
  const days = lightOf(watts, start);
  if (days.length < ENOUGH_DAYS || !watts.some((one) => one > LEAST_POWER)) return null;
  // Clouds and shadows shorten a day, nothing makes it longer.
  const longest = days.toSorted((a, b) => b.length - a.length)
    .slice(0, Math.ceil(days.length / 2));
  const mean = (of: (day: Light) => number) =>
    longest.reduce((sum, day) => sum + of(day), 0) / longest.length;
  const length = Math.max(...longest.map((day) => day.length)), middle = mean((day) => day.noon);
  const date = new Date(longest[0]!.day + middle);
  const guess = wrapped(15 * (12 - middle / HOUR));
  const [day] = sunUp(around(date.getTime()), { latitude: 0, longitude: guess });
  const noon = day ? (day.start + day.end) / 2 : date.getTime();
  const late = ((noon - longest[0]!.day) % DAY + DAY) % DAY - middle;
  const longitude = wrapped(guess + 15 * wrappedHours(late) / HOUR);
  const dayAt = (latitude: number) => dayLength(date.getTime(), latitude, longitude);
  const south = dayAt(-FARTHEST), north = dayAt(FARTHEST);
  if (Math.abs(north - south) < 8 * TELLING * HOUR) return null;
  const isBelow = (latitude: number) => dayAt(latitude) < length === south < north;
  const latitude = bisect(-FARTHEST * 1000, FARTHEST * 1000, (at) => !isBelow(at / 1000), 10) /
    1000;
  return Math.abs(latitude) > FARTHEST - 1
    ? null
    : { latitude: round(latitude), longitude: round(longitude), source: "estimated" };
}

/** Light of one day. */
interface Light {
  /** Start of the day in UTC. [ms] */
  readonly day: number;
  /** Middle between first and last light, since the start of the day. [ms] */
  readonly noon: number;
  readonly length: number;
}

/** First and last light of each day. A day begins at the darkest hour. */
function lightOf(watts: Float64Array, start: number): Light[] {
  const most = watts.reduce((a, b) => b > a ? b : a, 0), bins = new Float64Array(DAY / HOUR);
  watts.forEach((one, slot) => {
    if (one > LIGHT * most) bins[Math.floor((start + slot * SLOT) % DAY / HOUR)]! += one;
  });
  const origin = darkest(bins) * HOUR;
  const days = new Map<number, { first: number; last: number }>();
  watts.forEach((one, slot) => {
    if (!(one > LIGHT * most)) return;
    const at = start + slot * SLOT, day = Math.floor((at - origin) / DAY) * DAY + origin;
    const light = days.get(day) ?? { first: at, last: at };
    days.set(day, { first: Math.min(light.first, at), last: Math.max(light.last, at + SLOT) });
  });
  const firstWhole = start, lastWhole = start + watts.length * SLOT;
  return [...days].flatMap(([day, { first, last }]) => {
    const isWhole = day >= firstWhole && day + DAY <= lastWhole && last - first > 4 * HOUR;
    const noon = (first + last) / 2, midnight = Math.floor(noon / DAY) * DAY;
    return isWhole ? [{ day: midnight, noon: noon - midnight, length: last - first }] : [];
  });
}

/** Hour of the day that is farthest from all light. */
function darkest(bins: Float64Array): number {
  let best = 0, longest = -1;
  for (let from = 0; from < bins.length; from++) {
    let length = 0;
    while (length < bins.length && bins[(from + length) % bins.length] === 0) length++;
    if (length > longest) [longest, best] = [length, (from + length / 2) % bins.length];
  }
  return best;
}

function dayLength(noon: number, latitude: number, longitude: number): number {
  return sunUp(around(noon), { latitude, longitude, elevation: STARTS_AT })
    .reduce((sum, { start, end }) => sum + end - start, 0);
}

function around(noon: number): TimeRange {
  return { start: noon - DAY / 2, end: noon + DAY / 2 };
}

function wrapped(degrees: number): number {
  return ((degrees + 180) % 360 + 360) % 360 - 180;
}

function wrappedHours(time: number): number {
  return ((time + DAY / 2) % DAY + DAY) % DAY - DAY / 2;
}

function round(degrees: number): number {
  return Math.round(degrees * 10) / 10;
}
