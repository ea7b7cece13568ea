/**
 * The faults of a counter: judges a single step by the readings around it.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { HOUR } from "../time.ts";

/**
 * What was found where a counter did not simply count on.
 *
 * | rule | what happened | what is booked |
 * |---|---|---|
 * | `glitch` | it falls and soon returns | nothing; the samples in between are left out |
 * | `dip` | it falls by one step of its resolution | nothing; the sample is left out |
 * | `spike` | it jumps and soon returns, as after a repeated row | nothing; the samples are left out |
 * | `reset` | it falls to about zero and counts on from there | the new reading |
 * | `replaced` | it jumps further than is physically possible, and stays | nothing |
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
}

/** What to do with a reading. */
export interface Verdict {
  /** None if the counter simply counted on. */
  readonly rule?: RepairRule;
  /** Energy of the step. */
  readonly booked: number;
  /** For `catch_up`: since when the energy may have been counted. [ms] */
  readonly since?: number;
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

/** Judges a step of a counter by the readings before and after it; see {@linkcode RepairRule}. */
export function judgeStep(step: Step, limits: Limits): Verdict {
  const { readings: { time, value }, row, kept } = step;
  const last = kept.at(-1)!, t0 = time[last]!, v0 = value[last]!, t = time[row]!, v = value[row]!;
  if (v < v0) return judgeFall(step, limits);
  const { maxGap, resolution, stale } = limits, rise = v - v0;
  if (rise <= possible(t - t0, limits)) {
    // Readings that were left out, as in a glitch, are no gap.
    const wasHeard = t - time[row - 1]! <= maxGap || rise <= resolution + 1e-6;
    return wasHeard ? { booked: rise } : { rule: "catch_up", booked: rise, since: t0 };
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
  return { rule: "replaced", booked: 0 };
}

function judgeFall(step: Step, limits: Limits): Verdict {
  const { readings: { time, value }, row, kept } = step, { resolution } = limits;
  const last = kept.at(-1)!, before = value[last]!, now = value[row]!;
  // A millionth is the noise of binary fractions. Near zero, one step down may be a new start.
  if (before - now <= resolution + 1e-6 && now > RESET_SHARE * before) {
    return { rule: "dip", booked: 0, skipTo: row + 1 };
  }
  const back = findBack(step, limits, (at) => at >= before);
  const isFresh = now <= RESET_SHARE * before && now <= possible(time[row]! - time[last]!, limits);
  const keep = isFresh ? 0 : keptBelow(step, limits);
  // Either the counter fell and returned, or it rose and returned: whichever took fewer readings.
  if (keep > 0 && (back === undefined || row - kept[keep - 1]! - 1 < back - row)) {
    return { booked: 0, keep };
  }
  if (back !== undefined) return { rule: "glitch", booked: 0, skipTo: back };
  return isFresh ? { rule: "reset", booked: now } : { rule: "replaced", booked: 0 };
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
