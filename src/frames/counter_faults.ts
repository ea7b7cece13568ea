/**
 * The faults of a counter: judges a single step by the readings around it.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { HOUR, type TimeRange } from "../time.ts";

/**
 * What was found where a counter did not simply count on.
 *
 * | rule | what happened | what is booked |
 * |---|---|---|
 * | `glitch` | it falls and soon jumps back | nothing; the samples in between are left out |
 * | `dip` | it falls by one step of its resolution | nothing; the sample is left out |
 * | `spike` | it jumps and soon returns, as after a repeated row | nothing; the samples are left out |
 * | `reset` | it falls to about zero and counts on from there | the new reading |
 * | `replaced` | it jumps further than is physically possible or than another device saw, and stays | nothing |
 * | `catch_up` | it was silent or stood still, then jumps by a possible amount | the jump |
 */
export type RepairRule = "glitch" | "dip" | "spike" | "reset" | "replaced" | "catch_up";

/** After a reset, the first reading may be up to this share of the reading before. */
const RESET_SHARE = 0.1;

/** A step of a counter: from the last kept reading to the next one. */
export interface Step {
  /** All readings, ascending in time. */
  readonly readings: Samples;
  /** Row of the reading to judge. */
  readonly row: number;
  /** Rows before it that are kept so far, ascending; at least one. */
  readonly kept: Uint32Array;
}

/** What another device measured; NaN if unknown. [unit of the counter] */
export interface Flow {
  /** The least that may have flowed. */
  readonly least: number;
  /** The most that may have flowed. */
  readonly most: number;
}

/** What is possible for a counter. */
export interface Limits {
  /** How long a fault may last and still be a glitch or a spike. [ms] */
  readonly glitch: number;
  /** How old a reading may be. [ms] */
  readonly stale: number;
  /** Longest distance of samples that is no gap. [ms] */
  readonly maxGap: number;
  /** The most that the counter can count in an hour. [unit per hour] */
  readonly perHour: number;
  /** The counter's smallest step. [unit] */
  readonly resolution: number;
  /** What another device measured between two instants. [unit] */
  readonly flow?: (start: number, end: number) => Flow;
}

/** What to do with a reading. */
export interface Verdict {
  /** None if the counter simply counted on. */
  readonly rule?: RepairRule;
  /** Energy of the step. */
  readonly booked: number;
  /** For `catch_up`: since when the energy may have been counted. [ms] */
  readonly since?: number;
  /** The most that may have flowed without being booked. */
  readonly lost?: number;
  /** Row to continue with, if this one is left out. */
  readonly skipTo?: number;
  /**
   * How many of the kept rows stay, if those after them turn out to be a spike. Then the reading is
   * judged again.
   */
  readonly keep?: number;
}

/** Without repair: falls are resets, jumps are booked. */
export function takeStep({ readings: { value }, row, kept }: Step): Verdict {
  const now = value[row]!, before = value[kept.at(-1)!]!;
  return now < before ? { rule: "reset", booked: now } : { booked: now - before };
}

/**
 * So little, a counter that is written on change counts within the step that ends its silence; when it was
 * counted does not matter. [kWh]
 */
export const TRIFLE = 0.01;

/** Judges a step of a counter by the readings before and after it; see {@linkcode RepairRule}. */
export function judgeStep(step: Step, limits: Limits): Verdict {
  const { readings: { time, value }, row, kept } = step;
  const last = kept.at(-1)!, t0 = time[last]!, v0 = value[last]!, t = time[row]!, v = value[row]!;
  if (v < v0) return judgeFall(step, limits);
  const { maxGap, resolution, stale } = limits, rise = v - v0;
  if (rise <= possible(t - t0, limits)) {
    // Readings that were left out, as in a glitch, are no gap.
    const moved = frozenSince(step, limits);
    if (moved !== undefined) return { rule: "catch_up", booked: rise, since: moved };
    const wasHeard = t - time[row - 1]! <= maxGap || rise <= Math.max(resolution, TRIFLE) + 1e-6;
    if (wasHeard) return { booked: rise };
    return isUnexplained(rise, { start: t0, end: t }, limits)
      ? REPLACED
      : { rule: "catch_up", booked: rise, since: t0 };
  }
  const moved = standsSince(step);
  if (rise <= possible(t - moved, limits)) return { rule: "catch_up", booked: rise, since: moved };
  const back = findBack(
    step,
    limits,
    (at, when) => at < v && at >= v0 - resolution && at - v0 <= possible(when - moved, limits),
  );
  if (back !== undefined) return { rule: "spike", booked: 0, skipTo: back };
  if (rise <= possible(t - t0 + stale, limits)) {
    return { rule: "catch_up", booked: rise, since: Math.min(t0, t - stale) };
  }
  return REPLACED;
}

const REPLACED: Verdict = { rule: "replaced", booked: 0 };

/** What no sample of a power shows: pulses between samples, and what cancels in a mean. [kW] */
const HIDDEN = 0.1;
/** Less than this is no proof of another counter. [kWh] */
const PROOF = 0.2;

/**
 * Whether a counter that was not heard returns with clearly more than another device saw meanwhile: then it
 * is another one. One that stood still is not judged so: what froze it may have frozen the power, too.
 */
function isUnexplained(rise: number, { start, end }: TimeRange, { flow }: Limits): boolean {
  if (flow === undefined) return false;
  const hidden = HIDDEN * (end - start) / HOUR + PROOF;
  return rise > FLOW * Math.max(0, flow(start, end).most) + hidden;
}

function judgeFall(step: Step, limits: Limits): Verdict {
  const { readings: { time, value }, row, kept } = step, { resolution } = limits;
  const last = kept.at(-1)!, before = value[last]!, now = value[row]!;
  // A millionth is the noise of binary fractions. Near zero, one step down may be a new start.
  if (before - now <= resolution + 1e-6 && now > RESET_SHARE * before) {
    return { rule: "dip", booked: 0, skipTo: row + 1 };
  }
  const since = time[row]! - time[last]!, flow = FLOW * greatestRate(step, limits) * since;
  const isNear = now <= RESET_SHARE * before;
  // A counter that begins with more than power says has flowed since is another one.
  const isTooMuch = () =>
    limits.flow !== undefined &&
    now > limits.flow(time[last]!, time[row]!).most + 2 * resolution;
  const isFresh = (isNear || now <= flow + 2 * resolution) && now <= possible(since, limits) &&
    !isTooMuch();
  const regained = findBack(step, limits, (at) => at >= before);
  const leap = regained === undefined ? "none" : leapOf(step, row, regained, limits);
  const back = leap === "none" ? undefined : regained;
  const below = isFresh && isNear ? 0 : keptBelow(step, limits);
  const rose = below > 0 && leapOf(step, kept[below - 1]!, last, limits) !== "none";
  const keep = rose || !isFresh ? below : 0;
  // Either the counter fell and returned, or it rose and returned: whichever took fewer readings.
  if (keep > 0 && (back === undefined || row - kept[keep - 1]! - 1 < back - row)) {
    return { booked: 0, keep };
  }
  if (back !== undefined) {
    const lost = leap === "impossible" ? 0 : before;
    return { rule: "glitch", booked: 0, skipTo: back, lost };
  }
  if (!isFresh) return REPLACED;
  // Between the last reading and the reset the counter counted, and that reading is gone. In a long step,
  // any appliance of the day may have run.
  const fastest = FLOW * greatestRate(step, { ...limits, glitch: DAY / 2 }) * since;
  const most = Math.min(fastest + resolution, possible(since, limits));
  return { rule: "reset", booked: now, lost: Math.max(0, most - now) };
}

const DAY = 24 * HOUR;
/** In a moment more may flow than in any step nearby. */
const FLOW = 1.5;

/** A step that is so many times faster than the fastest nearby is no counting. */
const CLEARLY_FASTER = 3;

/**
 * Whether a counter that fell leapt back up, or had leapt up before. After a reset it counts on from
 * zero and regains its old reading step by step; after a glitch it returns at once. A leap is
 * `impossible` by the limit of the counter, or `possible`: then it may have counted, too.
 *
 * @param from Row of the first reading.
 * @param to Row of the last one.
 */
function leapOf(
  step: Step,
  from: number,
  to: number,
  limits: Limits,
): "none" | "possible" | "impossible" {
  const { readings: { time, value }, row, kept } = step, { resolution } = limits;
  let leap = 0, at = row, duration = 0;
  for (let i = from + 1, before = from; i <= to; i++) {
    if (Number.isNaN(value[i]!)) continue;
    if (value[i]! - value[before]! > leap) {
      leap = value[i]! - value[before]!;
      at = i;
      duration = time[i]! - time[before]!;
    }
    before = i;
  }
  const fall = value[kept.at(-1)!]! - value[row]!;
  if (leap < fall / 2) return "none";
  if (leap > possible(duration, limits)) return "impossible";
  const usual = CLEARLY_FASTER * greatestRate(step, limits, at) * duration;
  return leap > Math.min(fall, usual) - 2 * resolution ? "possible" : "none";
}

/**
 * The fastest that the counter counted around a step, from one reading to the next. [unit per ms]
 *
 * @param without Row of a reading whose step does not count.
 */
function greatestRate(
  { readings: { time, value }, row, kept }: Step,
  { glitch }: Limits,
  without = row,
): number {
  let greatest = 0;
  const see = (from: number, to: number) => {
    if (to === without) return;
    const rate = (value[to]! - value[from]!) / (time[to]! - time[from]!);
    if (rate > greatest && rate < Infinity) greatest = rate;
  };
  for (let k = kept.length - 1; k > 0 && time[kept[k]!]! >= time[row]! - glitch; k--) {
    see(kept[k - 1]!, kept[k]!);
  }
  for (let i = row + 1; i < time.length && time[i]! <= time[row]! + glitch; i++) see(i - 1, i);
  return greatest;
}

/** A leap of less may have been counted in time. [kWh] */
const TELLING = 0.1;

/**
 * Since when the counter was frozen, if it was: it stood still for longer than a reading may be old,
 * although another device shows that it should have stepped at least twice, and then it leaps further
 * than flowed meanwhile. [ms]
 */
function frozenSince(step: Step, limits: Limits): number | undefined {
  const { readings: { time, value }, row, kept } = step, { stale, resolution, flow } = limits;
  const last = kept.at(-1)!, rise = value[row]! - value[last]!;
  if (!flow || rise <= 2 * resolution) return undefined;
  const moved = standsSince(step);
  if (time[last]! - moved <= stale) return undefined;
  // First the step alone, which is short: a register stands still whenever power flows the other way.
  if (!(rise > flow(time[last]!, time[row]!).most + 2 * resolution)) return undefined;
  const { least, most } = flow(moved, time[last]!), missing = (least + most) / 2;
  if (least > 2 * resolution) return rise > least / 2 ? moved : undefined;
  // How much flowed while it stood still need not be sure if it is about what the counter leaps by.
  const isAlike = missing > 2 * resolution && rise > missing / 2 && rise < 2 * missing;
  return least > 0 && rise > TELLING && isAlike ? moved : undefined;
}

/** The most that can be counted in a stretch of time, with rounding at both ends. */
function possible(ms: number, { perHour, resolution }: Limits): number {
  return perHour * ms / HOUR + 2 * resolution;
}

/** Since when the counter stood still before the step. [ms] */
function standsSince({ readings: { time, value }, kept }: Step): number {
  let first = kept.length - 1;
  while (first > 0 && value[kept[first - 1]!] === value[kept.at(-1)!]) first--;
  return time[kept[first]!]!;
}

/** The first row within the time of a glitch at which the counter returned. */
function findBack(
  { readings: { time, value }, row }: Step,
  { glitch }: Limits,
  isBack: (value: number, time: number) => boolean,
): number | undefined {
  for (let i = row + 1; i < time.length && time[i]! <= time[row]! + glitch; i++) {
    if (isBack(value[i]!, time[i]!)) return i;
  }
  return undefined;
}

/**
 * How many of the kept rows stay if those above the reading go; 0 if the counter was above it for
 * longer than a glitch.
 */
function keptBelow({ readings: { time, value }, row, kept }: Step, { glitch }: Limits): number {
  for (let k = kept.length - 1; k >= 0 && time[kept[k]! + 1]! >= time[row]! - glitch; k--) {
    if (value[kept[k]!]! <= value[row]!) return k + 1;
  }
  return 0;
}
