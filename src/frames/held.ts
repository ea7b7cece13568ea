/**
 * Series of devices that write a sample only if the value changes: between two samples the value holds.
 *
 * @module
 */

import { rowAfter, rowAt, type Samples } from "../columns.ts";
import { HOUR, MINUTE, type TimeRange } from "../time.ts";
import { resolutionOf } from "./counters.ts";
import { deadbandOf, neverRepeats } from "./deadband.ts";
import { NEAR_ZERO } from "./regulated.ts";
import { usualStep } from "./samples.ts";

/**
 * The longest time for which a value holds, or for which a device that works is not heard. Power on one
 * of several phases may stay the same for days. [ms]
 */
const LONGEST_HOLD = 4 * HOUR;
/** A device that is silent for no longer is known to work. [ms] */
const LONGEST_SILENCE = 5 * MINUTE;
/** A silence of this many times what is usual is no outage. */
const USUAL = 2;
/** A length of silences that returns less often than this is not usual. */
const OFTEN = 5;
/**
 * Without a counter, so much of a leap from the limit is doubtful during all of a silence before it, if
 * the silence is long and the leap is so many deadbands. [0–1], [ms]
 */
const DOUBT = 0.1, DOUBTFUL = 10 * MINUTE, LEAP = 5;
/** A change of up to so many deadbands is where a drift left the deadband; a greater one is a leap. */
const DRIFT = 1.25;
/** A few steps are shorter than usual, because a sample was late. [0–1] */
const SHORT = 0.02;
/** What flowed between two looks of the device at its value; more shows that it did not look. [kWh] */
const MOST_UNEXPLAINED = 0.1;
/** Distance of the samples that stand for a value that holds. [ms] */
const FILL = MINUTE;

/** A stretch without samples in which the value holds. */
export interface Hold extends TimeRange {
  /** How far off the value may be meanwhile, in either direction. [unit of the samples] */
  readonly within: number;
}

/** Samples, some of which stand for a value that holds. */
export interface HeldSamples extends Samples {
  /** Where they do, ascending; none if the device samples at fixed times. */
  readonly holds?: readonly Hold[];
}

/** What shows that a device works while its power is silent. */
export interface Witnesses {
  /**
   * Other power series of the same device.
   *
   * @default {[]}
   */
  readonly others?: readonly Samples[];
  /**
   * Other series of the same device that are no powers: when they are written counts, not their values.
   *
   * @default {[]}
   */
  readonly heard?: readonly Samples[];
  /**
   * Counters of what flows while the power is positive. [kWh]
   *
   * @default {[]}
   */
  readonly positive?: readonly Samples[];
  /**
   * Counters of what flows while the power is negative. [kWh]
   *
   * @default {[]}
   */
  readonly negative?: readonly Samples[];
  /**
   * Power of a battery that regulates this power to zero: while it is heard, a value near zero holds.
   *
   * @default {} none
   */
  readonly regulator?: Samples | undefined;
  /**
   * Times at which nothing was collected: no value holds in them.
   *
   * @default {[]}
   */
  readonly outages?: readonly TimeRange[];
}

/**
 * Power with samples for the time in which its value holds, if its device writes on change only. A
 * silence may also be an outage. The value holds if another series of the device was heard meanwhile,
 * or if the device is as silent again and again, or at its limit; never if a counter shows that clearly more
 * or less flowed.
 * Where values pass the deadband little by little, the power drifts, on a straight line from one to the
 * next.
 * `holds` says how well the power is known meanwhile.
 *
 * @param samples Ascending in time. [W]
 * @param witnesses Other series of the same device.
 * @returns The same samples if the device samples at fixed times.
 */
export function withHeldValues(
  samples: Samples,
  witnesses: Witnesses = {},
): HeldSamples {
  const { others = [], heard = [], positive = [], negative = [], regulator, outages = [] } =
    witnesses;
  // A phase that hardly anything is connected to shows leaps only; the others show how it is written.
  const own = deadbandOf(samples);
  if (own === null && !(others.length > 0 && neverRepeats(samples))) return samples;
  const known = [own, ...others.map(deadbandOf)].filter((one) => one !== null);
  if (known.length === 0) return samples;
  const deadband = Math.min(...known);
  const { time, value } = samples,
    shortest = Math.min(...[samples, ...others, ...heard].map(shortestStep));
  const quiet = quietTimes(time, [...others, ...heard, ...positive, ...negative]);
  const usual = usualSilences(value, quiet),
    longest = others.length + heard.length > 0 ? Infinity : LONGEST_HOLD;
  const drawn = { counters: positive.map(readCounter), sign: 1 },
    given = { counters: negative.map(readCounter), sign: -1 };
  const limit = limitOf(value, quiet, deadband), isCounted = positive.length + negative.length > 0;
  const at: number[] = [], held: number[] = [], holds: Hold[] = [];
  for (let row = 0; row < time.length; row++) {
    const start = time[row]!, watts = value[row]!, end = time[row + 1];
    at.push(start);
    held.push(watts);
    if (end === undefined || end - start <= 1.5 * shortest) continue;
    const length = end - start, change = value[row + 1]! - watts;
    let unexplained = 0;
    if (length > FILL) {
      if (isBurst(time, row + 1, shortest)) continue;
      if (outages.some((one) => one.start < end && one.end > start)) continue;
      const most = Math.max(
        LONGEST_SILENCE,
        USUAL * usual[watts < 0 ? "negative" : "other"],
      );
      const isRegulated = regulator !== undefined && Math.abs(watts) <= NEAR_ZERO + deadband &&
        isHeardWithin(regulator, { start, end });
      const isAtLimit = watts >= limit && value[row + 1]! >= limit - deadband;
      if ((length > longest || quiet[row]! > most) && !isRegulated && !isAtLimit) continue;
      const leap = Math.abs(change) * shortest / HOUR / 1000;
      const silence = { start, end, watts, deadband, leap };
      unexplained = Math.max(
        unexplainedRise(drawn, samples, silence),
        unexplainedRise(given, samples, silence),
      );
      if (unexplained > MOST_UNEXPLAINED) continue;
    }
    const drifts = isDrift(value, row, DRIFT * deadband);
    // A leap happened within the last step.
    const last = drifts ? end : end - shortest,
      slope = drifts ? change / length : 0;
    for (let now = start + FILL; now < last; now += FILL) {
      at.push(now);
      held.push(watts + slope * (now - start));
    }
    if (!drifts) {
      at.push(last);
      held.push(watts);
    }
    // At its limit, an inverter that fails is as silent as one that works; a cloud may have ended it before.
    const isOdd = !isCounted && length > DOUBTFUL && watts >= limit &&
      Math.abs(change) > LEAP * deadband;
    const within = (drifts ? deadband / 2 : deadband) + (isOdd ? DOUBT * Math.abs(change) : 0);
    holds.push({
      start,
      end: last,
      within: within + 1000 * unexplained * HOUR / length,
    });
  }
  return { time: Float64Array.from(at), value: Float64Array.from(held), holds };
}

/**
 * How far off a sum of powers may be at instants, because values hold in its parts.
 *
 * @param holds Those of all parts, in any order.
 * @param time Ascending. [ms]
 * @returns One value per instant, in the unit of the samples.
 */
export function withinAt(holds: readonly Hold[], time: Float64Array): Float64Array {
  const borders = holds.flatMap(({ start, end, within }) => [
    { at: start, by: within },
    { at: end, by: -within },
  ]).sort((a, b) => a.at - b.at);
  let next = 0, sum = 0;
  return time.map((at) => {
    while (next < borders.length && borders[next]!.at <= at) sum += borders[next++]!.by;
    return Math.max(0, sum);
  });
}

/**
 * From which value on a power is at its limit: it never rises above, and is silent there again and again,
 * as an inverter is whose panels could give more. ∞ without a limit.
 */
function limitOf(value: Float64Array, quiet: Float64Array, deadband: number): number {
  const limit = value.reduce((a, b) => Math.max(a, b), -Infinity) - deadband;
  const silences = quiet.filter((length, row) => value[row]! >= limit && length > LONGEST_SILENCE);
  return silences.length >= OFTEN ? limit : Infinity;
}

/**
 * Whether three samples follow each other faster than the device looks at its value: they were written
 * late, and before, the value did not hold.
 */
function isBurst(time: Float64Array, first: number, shortest: number): boolean {
  return time[first + 2]! - time[first]! < shortest / 2;
}

/** Whether a device is heard all the time, and works some of it. */
function isHeardWithin({ time, value }: Samples, { start, end }: TimeRange): boolean {
  const from = rowAfter(time, start) - 1, to = rowAt(time, end);
  if (from < 0 || to >= time.length) return false;
  let works = false;
  for (let row = from; row < to; row++) {
    if (time[row + 1]! - time[row]! > LONGEST_SILENCE) return false;
    if (Math.abs(value[row]!) > NEAR_ZERO) works = true;
  }
  return works;
}

/**
 * Whether the change after a row is a small one, and so is one of its neighbours, in the same direction:
 * a fridge goes up and down.
 */
function isDrift(value: Float64Array, row: number, most: number): boolean {
  const change = (at: number) => value[at + 1]! - value[at]!, own = change(row);
  const isSmall = (one: number) => Math.abs(one) <= most;
  return isSmall(own) &&
    [change(row - 1), change(row + 1)].some((near) => near * own > 0 && isSmall(near));
}

/** The distance at which the device looks at its value. [ms] */
function shortestStep({ time }: Samples): number {
  const steps = Float64Array.from(
    { length: time.length - 1 },
    (_, i) => time[i + 1]! - time[i]!,
  )
    .sort();
  return Math.min(steps[Math.floor(SHORT * steps.length)] ?? FILL, FILL);
}

/**
 * For how long nothing at all is heard between each sample and the next one; 0 for steps of up to a
 * minute. [ms]
 *
 * @param others Other series of the device.
 */
function quietTimes(
  time: Float64Array,
  others: readonly Samples[],
): Float64Array {
  const quiet = new Float64Array(time.length);
  for (let row = 0; row + 1 < time.length; row++) {
    const start = time[row]!, end = time[row + 1]!;
    if (end - start <= FILL) continue;
    let last = start;
    for (const now of heardWithin(others, start, end)) {
      quiet[row] = Math.max(quiet[row]!, now - last);
      last = now;
    }
    quiet[row] = Math.max(quiet[row]!, end - last);
  }
  return quiet;
}

/** When a device was heard between two instants, ascending. [ms] */
function heardWithin(
  series: readonly Samples[],
  start: number,
  end: number,
): Float64Array {
  const parts = series.map(({ time }) => time.subarray(rowAt(time, start), rowAt(time, end)));
  if (parts.length === 1) return parts[0]!;
  const all = new Float64Array(
    parts.reduce((sum, { length }) => sum + length, 0),
  );
  let rows = 0;
  for (const part of parts) {
    all.set(part, rows);
    rows += part.length;
  }
  return all.sort();
}

/**
 * The longest silences that return again and again, while the power is negative and while it is not:
 * load at night is steadier than export. [ms]
 */
function usualSilences(
  value: Float64Array,
  quiet: Float64Array,
): Record<"negative" | "other", number> {
  const longest = (isWanted: (watts: number) => boolean) =>
    quiet.filter((length, row) => length > 0 && length <= LONGEST_HOLD && isWanted(value[row]!))
      .sort().at(-OFTEN) ?? 0;
  return {
    negative: longest((watts) => watts < 0),
    other: longest((watts) => watts >= 0),
  };
}

interface ReadCounter extends Samples {
  /** Smallest step. [kWh] */
  readonly resolution: number;
  /** How old a reading may be. [ms] */
  readonly age: number;
}

function readCounter(counter: Samples): ReadCounter {
  const { time, value } = counter;
  const age = Math.min(usualStep(counter) || 0, LONGEST_SILENCE);
  return { time, value, resolution: resolutionOf(counter), age };
}

/** The counters of one direction. */
interface Direction {
  readonly counters: readonly ReadCounter[];
  /** Of the power that they count. */
  readonly sign: number;
}

interface SilentPower extends TimeRange {
  /** The power that seems to hold. [W] */
  readonly watts: number;
  /** [W] */
  readonly deadband: number;
  /** What the leap at its end may have added or taken within the last step. [kWh] */
  readonly leap: number;
}

/**
 * What counters, added up, counted more or less than by a power that held, beyond their resolution and
 * the deadband; 0 if one of them was frozen. [kWh]
 */
function unexplainedRise(
  { counters, sign }: Direction,
  samples: Samples,
  { start, end, watts, deadband, leap }: SilentPower,
): number {
  const hours = (end - start) / HOUR, power = Math.max(0, sign * watts) / 1000;
  let rise = 0, tolerance = deadband / 1000 * hours + leap + 1e-6;
  for (const { time, value, resolution, age } of counters) {
    const from = rowAfter(time, start) - 1, to = rowAfter(time, end) - 1;
    // Before its first and after its last reading a counter proves nothing.
    if (from < 0 || start > time.at(-1)!) return 0;
    rise += value[to]! - value[from]!;
    tolerance += power * age / HOUR + 2 * resolution;
  }
  const off = counters.length === 0 ? 0 : Math.abs(rise - power * hours) - tolerance;
  const isOff = off > 0 && !counters.some((one) => isFrozen(one, { sign, start }, samples));
  return isOff ? off : 0;
}

/** A leap of less may have been counted in time. [kWh] */
const TELLING = 0.1;

/**
 * Whether a counter stands still at an instant, or just before, and then leaps by about what the power
 * would have added meanwhile, and by more than it adds during the leap.
 */
function isFrozen(
  { time, value, resolution, age }: ReadCounter,
  { sign, start }: Readonly<Record<"sign" | "start", number>>,
  power: Samples,
): boolean {
  let first = rowAfter(time, start) - 1, next = first + 1;
  while (first > 0 && value[first - 1] === value[first]) first--;
  while (next < time.length && value[next] === value[first]) next++;
  if (next === time.length || !(time[next - 1]! - time[first]! > age)) return false;
  const rise = value[next]! - value[first]!;
  const added = heldEnergy(power, sign, { start: time[first]!, end: time[next]! });
  const late = heldEnergy(power, sign, { start: time[next - 1]!, end: time[next]! });
  return rise > late + 2 * resolution + TELLING && rise > added / 2 && rise < 2 * added;
}

/** Energy in one direction if each sample held until the next one. [kWh] */
function heldEnergy({ time, value }: Samples, sign: number, { start, end }: TimeRange): number {
  let wattMilliseconds = 0;
  for (let row = Math.max(0, rowAfter(time, start) - 1); row < time.length; row++) {
    if (time[row]! >= end) break;
    const until = Math.min(end, time[row + 1] ?? end);
    wattMilliseconds += Math.max(0, sign * value[row]!) * (until - Math.max(start, time[row]!));
  }
  return wattMilliseconds / HOUR / 1000;
}
