/**
 * Tests on samples that tell what a series measures, whatever it is called.
 *
 * @module
 */

import { DAY, SLOT, SLOTS_PER_HOUR } from "./traces.ts";

/** How a counter and an energy agree. */
export interface Agreement {
  /** Rise of the counter ÷ energy, each in its own unit. */
  readonly ratio: number;
  /** Mean deviation between the two, as a share of the counter's rise. */
  readonly deviation: number;
  /** Rise of the counter over the compared time, in its own unit. */
  readonly rise: number;
  /** Number of stretches that were compared. */
  readonly stretches: number;
}

/** Lengths of the stretches that are tried. [slots] */
const STRETCHES = [1, 3, 6].map((hours) => hours * SLOTS_PER_HOUR)
  .concat([12, 24].map((hours) => hours * SLOTS_PER_HOUR));

/** A stretch should hold this many steps of the counter, so that its resolution matters little. */
const ENOUGH_STEPS = 8;

/** Fewest stretches with energy that prove anything. */
const ENOUGH_STRETCHES = 5;

/**
 * Compares the rise of a counter with an energy, in the shortest stretches that the counter resolves.
 *
 * @param power Mean power per slot, never negative. [its unit]
 * @param rise Rise of the counter per slot. [its unit]
 * @param step Smallest step of the counter. [its unit]
 * @returns `null` if there is too little to compare.
 */
export function agreement(
  power: Float64Array,
  rise: Float64Array,
  step: number,
): Agreement | null {
  for (const length of STRETCHES) {
    const found = compare(power, rise, step, length);
    if (found) return found;
  }
  return null;
}

function compare(
  power: Float64Array,
  rise: Float64Array,
  step: number,
  length: number,
): Agreement | null {
  const xs: number[] = [], ys: number[] = [];
  let sumX = 0, sumY = 0, active = 0;
  for (let from = 0; from + length <= power.length; from += length) {
    let x = 0, y = 0;
    for (let slot = from; slot < from + length; slot++) {
      x += power[slot]! / SLOTS_PER_HOUR;
      y += rise[slot]!;
    }
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    xs.push(x);
    ys.push(y);
    sumX += x;
    sumY += y;
    if (y > 0) active++;
  }
  const isResolved = active >= ENOUGH_STRETCHES && sumY >= ENOUGH_STEPS * step * active;
  const isLongest = length === STRETCHES.at(-1) && active >= 3 && sumY >= 2 * ENOUGH_STEPS * step;
  if (!(isResolved || isLongest) || sumX <= 0 || sumY <= 0) return null;
  const ratio = sumY / sumX;
  const off = xs.reduce((sum, x, index) => sum + Math.abs(ys[index]! - ratio * x), 0);
  return { ratio, deviation: off / sumY, rise: sumY, stretches: xs.length };
}

/** Fewest steps of a coarse counter that prove anything. */
const ENOUGH_COARSE_STEPS = 4;

/** How far counter and energy may drift apart, beside one step. [steps] */
const DRIFT = 0.35;

/** Inverters and meters differ by some percent. */
const CALIBRATIONS = [1, 0.97, 1.03, 0.94, 1.06];

/**
 * Compares a counter of coarse steps with an energy: both stay together to within about one step, from
 * the first sample to the last.
 *
 * @param ratio Rise of the counter per energy, as the units give it.
 * @returns `null` if they do not, or if there are too few steps.
 */
export function coarseAgreement(
  power: Float64Array,
  rise: Float64Array,
  step: number,
  ratio: number,
): Agreement | null {
  const total = rise.reduce((sum, one) => sum + (one > 0 ? one : 0), 0);
  if (!(step > 0) || total < ENOUGH_COARSE_STEPS * step) return null;
  const found = CALIBRATIONS.map((calibration): Agreement => {
    let drift = 0, least = 0, most = 0, known = 0;
    for (let slot = 0; slot < power.length; slot++) {
      const change = rise[slot]! - ratio * calibration * power[slot]! / SLOTS_PER_HOUR;
      if (Number.isNaN(change)) continue;
      known += rise[slot]!;
      drift += change;
      least = Math.min(least, drift);
      most = Math.max(most, drift);
    }
    return {
      ratio: ratio * calibration,
      deviation: Math.max(0, most - least - step) / known,
      rise: known,
      stretches: Math.round(known / step),
    };
  }).sort((a, b) => a.deviation - b.deviation)[0]!;
  const isEnough = found.rise >= ENOUGH_COARSE_STEPS * step;
  return isEnough && found.deviation * found.rise <= DRIFT * step ? found : null;
}

/** How one power answers to the changes of another one. */
export interface Response {
  /** Change of the first per change of the second. */
  readonly slope: number;
  /** Standard error of the slope. */
  readonly error: number;
  /** Number of changes. */
  readonly changes: number;
}

/**
 * How a power answers when the generation changes from one slot to the next, as under clouds. The
 * grid's power falls by what the generation gains; a consumer does not care. The slope tells the
 * sign, and the unit if that of the generation is known.
 *
 * @param power Mean power per slot.
 * @param generation Mean generation per slot.
 * @param fewest Fewest changes that say anything.
 */
export function responseTo(
  power: Float64Array,
  generation: Float64Array,
  fewest = 12,
): Response | null {
  const least = 0.08 * greatest(generation);
  // Devices that write rarely show a change later than others: then longer stretches agree better.
  const found = [1, 3, 6].flatMap((length) =>
    responseOver(length, power, generation, least, fewest) ?? []
  );
  return found.sort((a, b) =>
    a.error / (Math.abs(a.slope) + 0.1) - b.error /
      (Math.abs(b.slope) + 0.1)
  )[0] ?? null;
}

function responseOver(
  length: number,
  power: Float64Array,
  generation: Float64Array,
  least: number,
  fewest: number,
): Response | null {
  const mean = (values: Float64Array, from: number) => {
    let sum = 0;
    for (let slot = from; slot < from + length; slot++) sum += values[slot]!;
    return sum / length;
  };
  let xx = 0, xy = 0, yy = 0, changes = 0;
  for (let slot = length; slot + length <= power.length; slot += length) {
    const x = mean(generation, slot) - mean(generation, slot - length);
    const y = mean(power, slot) - mean(power, slot - length);
    if (!(Math.abs(x) > least) || Number.isNaN(y)) continue;
    xx += x * x;
    xy += x * y;
    yy += y * y;
    changes++;
  }
  if (changes < fewest || xx === 0) return null;
  const slope = xy / xx;
  return {
    slope,
    error: Math.sqrt(Math.max(0, yy / xx - slope * slope) / (changes - 1)),
    changes,
  };
}

function greatest(values: Float64Array): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}

/** The part of the day in which something is active. */
export interface DayShape {
  /** Longest stretch of the day, hours, in which next to nothing happens on any day. [h] */
  readonly quiet: number;
  /** Middle of the activity, in UTC. [h] */
  readonly centre: number;
  /** Share of the days with a noticeable activity. [0–1] */
  readonly active: number;
  /** How far the activity rises to the middle and falls again, as the sun does. [−1, 1] */
  readonly hump: number;
}

const BINS = 48;

/**
 * The part of the day in which something is active.
 *
 * @param activity Per slot, never negative.
 * @param start Start of the first slot. [ms]
 */
export function dayShape(activity: Float64Array, start: number): DayShape | null {
  const sums = new Float64Array(BINS), byDay = new Map<number, number>();
  for (let slot = 0; slot < activity.length; slot++) {
    const now = activity[slot]!;
    if (!(now > 0)) continue;
    const at = start + slot * SLOT;
    sums[Math.floor((at % DAY) / (DAY / BINS))]! += now;
  }
  const total = sums.reduce((a, b) => a + b, 0);
  if (!(total > 0)) return null;
  let quiet = 0, from = 0;
  for (let first = 0; first < BINS; first++) {
    let length = 0, part = 0;
    while (length < BINS && part + sums[(first + length) % BINS]! <= 0.004 * total) {
      part += sums[(first + length++) % BINS]!;
    }
    if (length > quiet) [quiet, from] = [length, first];
  }
  if (quiet >= BINS) return null;
  // Days begin in the middle of the quiet stretch, so that no day's activity is divided.
  const origin = from + quiet / 2;
  let centre = 0;
  const ordered = Array.from({ length: BINS }, (_, bin) => sums[Math.floor(origin + bin) % BINS]!);
  ordered.forEach((sum, bin) => centre += sum * (bin + 0.5) / total);
  for (let slot = 0; slot < activity.length; slot++) {
    const now = activity[slot]!;
    if (Number.isNaN(now)) continue;
    const day = Math.floor((start + slot * SLOT - origin * DAY / BINS) / DAY);
    byDay.set(day, (byDay.get(day) ?? 0) + now);
  }
  const days = [...byDay.values()], mean = total / days.length;
  const width = (BINS - quiet) / 2;
  // The sun's curve between the ends of the activity.
  const expected = ordered.map((_, bin) => {
    const x = (bin + 0.5 - centre) / width;
    return Math.abs(x) < 1 ? Math.cos(x * Math.PI / 2) ** 1.5 : 0;
  });
  return {
    quiet: quiet * 24 / BINS,
    centre: (Math.floor(origin) + centre) * 24 / BINS % 24,
    active: days.filter((sum) => sum > 0.02 * mean).length / days.length,
    hump: correlation(ordered, expected),
  };
}

/** A device that runs at noon for an hour is no inverter. [h] */
const SHORTEST_DAY = 5;

/** Whether something is active only while the sun is up, each day, most around noon. */
export function isSolar(shape: DayShape | null): shape is DayShape {
  return shape !== null && shape.quiet >= 5 && shape.quiet <= 24 - SHORTEST_DAY &&
    shape.active >= 0.6 && shape.hump > 0.6;
}

/** Pearson's correlation. */
export function correlation(x: ArrayLike<number>, y: ArrayLike<number>): number {
  let n = 0, sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;
  for (let i = 0; i < x.length; i++) {
    const a = x[i]!, b = y[i]!;
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    n++;
    sx += a;
    sy += b;
    sxx += a * a;
    syy += b * b;
    sxy += a * b;
  }
  const vx = sxx - sx * sx / n, vy = syy - sy * sy / n;
  return n > 3 && vx > 0 && vy > 0 ? (sxy - sx * sy / n) / Math.sqrt(vx * vy) : 0;
}

/** How a charge level follows a power. */
export interface Charging {
  /** Correlation of its changes with the energy of the power, per half hour. [−1, 1] */
  readonly correlation: number;
  /** Energy per unit of the level, in the power's unit times hours. */
  readonly perUnit: number;
}

/** Slots of half an hour. */
export const HALF_HOUR: number = SLOTS_PER_HOUR / 2;

/**
 * How a charge level follows a power.
 *
 * @param level At the end of each slot.
 * @param power Mean power per slot.
 */
export function chargingOf(level: Float64Array, power: Float64Array): Charging | null {
  const x: number[] = [], y: number[] = [];
  for (let end = HALF_HOUR; end < level.length; end += HALF_HOUR) {
    const change = level[end]! - level[end - HALF_HOUR]!;
    let energy = 0;
    for (let slot = end - HALF_HOUR + 1; slot <= end; slot++) {
      energy += power[slot]! / SLOTS_PER_HOUR;
    }
    // A full or an empty battery says nothing.
    if (Number.isNaN(energy) || !(Math.abs(change) > 0)) continue;
    x.push(energy);
    y.push(change);
  }
  if (x.length < 12) return null;
  const sum = (of: (i: number) => number) => x.reduce((total, _, i) => total + of(i), 0);
  return {
    correlation: correlation(x, y),
    perUnit: sum((i) => Math.abs(x[i]!)) / sum((i) => Math.abs(y[i]!)),
  };
}

/**
 * Whether a load contains a consumer: then it rises and falls with it, watt by watt, and is never less.
 *
 * @param load Consumption of the house, or what its meter draws. [W]
 * @param consumer Power of the consumer. [W]
 * @returns `whole` if it does, `none` if it clearly does not, `null` if the samples do not show it.
 */
export function containment(load: Float64Array, consumer: Float64Array): "whole" | "none" | null {
  const most = greatest(consumer), response = responseTo(load, consumer, 4);
  if (negativeShare(addTraces([[load, 1], [consumer, -1]]), 0.1 * most + 50) > 0.05) return "none";
  if (!response) return null;
  const { slope, error } = response;
  if (error < 0.15 && Math.abs(slope - 1) < 0.2) return "whole";
  return slope + 2 * error < 0.6 ? "none" : null;
}

/** Share of the slots in which a sum of powers falls below zero by more than a tolerance. */
export function negativeShare(power: Float64Array, tolerance: number): number {
  let known = 0, below = 0;
  for (const value of power) {
    if (Number.isNaN(value)) continue;
    known++;
    if (value < -tolerance) below++;
  }
  return known === 0 ? 1 : below / known;
}

/** Means over stretches of a number of slots. */
export function meansOf(values: Float64Array, length: number): Float64Array {
  return Float64Array.from({ length: Math.floor(values.length / length) }, (_, index) => {
    let sum = 0;
    for (let slot = index * length; slot < (index + 1) * length; slot++) sum += values[slot]!;
    return sum / length;
  });
}

/** The sum of traces with factors; NaN where one is not known. */
export function addTraces(parts: readonly (readonly [Float64Array, number])[]): Float64Array {
  const sum = new Float64Array(parts[0]?.[0].length ?? 0);
  for (const [trace, factor] of parts) {
    for (let slot = 0; slot < sum.length; slot++) sum[slot]! += factor * trace[slot]!;
  }
  return sum;
}
