/**
 * One step of a counter: does it simply go on, and if not, what happened?
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { HOUR } from "../time.ts";

/**
 * What a place was taken for at which a counter did not simply go on.
 *
 * | rule | what happened | what is booked |
 * |---|---|---|
 * | `glitch` | it falls and soon is back where it was | nothing; the samples in between are left out |
 * | `dip` | it falls by one step of its resolution | nothing; the sample is left out |
 * | `spike` | it leaps and soon is back where it was, as after a row that was replayed | nothing; left out |
 * | `reset` | it falls to about zero and counts on from there | the new reading |
 * | `replaced` | it is where it cannot have got by counting, and stays | nothing |
 * | `catch_up` | it was not heard or stood still, then leaps by what that explains | the leap |
 */
export type RepairRule = "glitch" | "dip" | "spike" | "reset" | "replaced" | "catch_up";

/** A counter that starts again may have counted up to this share of before until it is heard. */
const RESET_SHARE = 0.1;

/** The last sample that counted. */
export interface Last {
  readonly time: number;
  readonly value: number;
  /** When the counter got there. */
  readonly moved: number;
  /** A dip from it was already noted. */
  dipped: boolean;
}

/** What is possible, and what has been found so far. */
export interface Limits {
  /** How long a fault may last and still be a glitch or a spike. [ms] */
  readonly glitch: number;
  /** How old a reading may be. [ms] */
  readonly stale: number;
  /** Longest distance of samples at which the counter was heard all the time. [ms] */
  readonly maxGap: number;
  /** What the counter can count in an hour at the most. [unit per hour] */
  readonly perHour: number;
  /** The counter's smallest step. [unit] */
  readonly resolution: number;
  /** 1 for each sample that counted. */
  readonly counted: Uint8Array;
}

/** What to do with a sample. */
export interface Verdict {
  /** None if the counter simply goes on. */
  readonly rule?: RepairRule;
  /** Energy of the step. */
  readonly booked: number;
  /** Of a `catch_up`: since when that may have been counted. [ms] */
  readonly since?: number;
  /** Index of the sample to go on with, if this one is left out. */
  readonly skipTo?: number;
  /** Index of the sample after which all were a spike; the sample is to be judged again. */
  readonly backTo?: number;
}

/**
 * Without repair: falls are resets, leaps are booked.
 *
 * @param i Index of the sample.
 * @param last The last sample that counted.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { takeStep } from "./judge_step.ts";
 *
 * const samples = { time: Float64Array.of(0, 1), value: Float64Array.of(7, 8) };
 * const last = { time: 0, value: 7, moved: 0, dipped: false };
 * assert(takeStep(samples, 1, last).booked === 1);
 * ```
 */
export function takeStep({ value }: Samples, i: number, last: Last): Verdict {
  const v = value[i]!;
  return v < last.value ? { rule: "reset", booked: v } : { booked: v - last.value };
}

/**
 * Judges a step of a counter by what comes after it; see {@linkcode RepairRule}.
 *
 * @param i Index of the sample.
 * @param last The last sample that counted.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { judgeStep } from "./judge_step.ts";
 *
 * const samples = { time: Float64Array.of(0, 1), value: Float64Array.of(7, 8) };
 * const last = { time: 0, value: 7, moved: 0, dipped: false };
 * const limits = {
 *   glitch: 9, stale: 0, maxGap: 5, perHour: Infinity, resolution: 1, counted: Uint8Array.of(1, 0),
 * };
 * assert.deepEqual(judgeStep(samples, 1, last, limits), { booked: 1 });
 * ```
 */
export function judgeStep(samples: Samples, i: number, last: Last, limits: Limits): Verdict {
  const { maxGap, perHour, resolution, stale } = limits;
  const t = samples.time[i]!, v = samples.value[i]!, step = v - last.value;
  /** What can be counted in a stretch of time, with its rounding at both ends. */
  const possible = (ms: number) => perHour * ms / HOUR + 2 * resolution;
  if (step < 0) {
    // A millionth is the noise of binary fractions. Near zero, one step down may be a new start.
    const isNear = -step <= resolution + 1e-6 && v > RESET_SHARE * last.value;
    if (isNear) return { rule: "dip", booked: 0, skipTo: i + 1 };
    const back = findBack(samples, i, limits, (at) => at >= last.value);
    const isFresh = v <= RESET_SHARE * last.value && v <= possible(t - last.time);
    const before = isFresh ? undefined : findBefore(samples, i, limits);
    // Either the counter fell and came back or it rose and came back: whichever took fewer samples.
    if (before !== undefined && (back === undefined || i - before - 1 < back - i)) {
      return { booked: 0, backTo: before };
    }
    if (back !== undefined) return { rule: "glitch", booked: 0, skipTo: back };
    return isFresh ? { rule: "reset", booked: v } : { rule: "replaced", booked: 0 };
  }
  if (step <= possible(t - last.time)) {
    // Samples that were left out, as in a glitch, were heard all the same.
    const wasHeard = t - samples.time[i - 1]! <= maxGap || step <= resolution + 1e-6;
    return wasHeard ? { booked: step } : { rule: "catch_up", booked: step, since: last.time };
  }
  if (step <= possible(t - last.moved)) {
    return { rule: "catch_up", booked: step, since: last.moved };
  }
  const back = findBack(
    samples,
    i,
    limits,
    (at, when) =>
      at < v && at >= last.value - resolution && at - last.value <= possible(when - last.moved),
  );
  if (back !== undefined) return { rule: "spike", booked: 0, skipTo: back };
  if (step <= possible(t - last.time + stale)) {
    return { rule: "catch_up", booked: step, since: Math.min(last.time, t - stale) };
  }
  return { rule: "replaced", booked: 0 };
}

/** Index of the first sample after `from` and within the time of a glitch that is back. */
function findBack(
  { time, value }: Samples,
  from: number,
  { glitch }: Limits,
  isBack: (value: number, time: number) => boolean,
): number | undefined {
  for (let i = from + 1; i < time.length && time[i]! <= time[from]! + glitch; i++) {
    if (isBack(value[i]!, time[i]!)) return i;
  }
  return undefined;
}

/** Index of the last sample within the time of a glitch from which sample `i` can go on. */
function findBefore(
  { time, value }: Samples,
  i: number,
  { glitch, counted }: Limits,
): number | undefined {
  for (let k = i - 1; k >= 0 && time[k + 1]! >= time[i]! - glitch; k--) {
    if (counted[k] && value[k]! <= value[i]!) return k;
  }
  return undefined;
}
