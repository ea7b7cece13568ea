/**
 * Counters to energy: faults repaired, each with its line in an audit.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { HOUR, MINUTE } from "../time.ts";
import { gapCap } from "./integrate.ts";

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

/** One repair. */
export interface Repair {
  /** Time of the first sample concerned. [ms] */
  readonly time: number;
  /** What it was taken for. */
  readonly rule: RepairRule;
  /** Reading before. [unit of the counter] */
  readonly before: number;
  /** Reading at `time`. [unit of the counter] */
  readonly after: number;
  /** What is booked at `time`. [unit of the counter] */
  readonly booked: number;
  /** Of a `catch_up`: since when that may have been counted. [ms] */
  readonly since?: number;
}

/** A counter that only rises, and what had to be done for it. */
export interface RepairedCounter extends Samples {
  /** Repairs in ascending time. */
  readonly repairs: readonly Repair[];
}

/** Options of {@linkcode repairCounter}. */
export interface RepairOptions {
  /**
   * How long a fault may last and still be a glitch or a spike. [ms]
   *
   * @default {3_600_000}
   */
  readonly glitch?: number;
  /**
   * How old a reading may be: exporters repeat a reading, a logger's clock stands still while it is
   * down. A leap that this much time more explains is energy that was late, not a nonsense. [ms]
   *
   * @default {900_000}
   */
  readonly stale?: number;
  /**
   * Longest distance of samples at which the counter was heard all the time. [ms]
   *
   * @default {gapCap(samples)}
   */
  readonly maxGap?: number;
  /**
   * What the counter can count in an hour at the most: a fuse, a rating. More than that never
   * becomes energy. [unit of the counter per hour]
   *
   * @default {Infinity}
   */
  readonly perHour?: number;
  /**
   * Whether to repair. Without it every fall is a reset and every leap is booked, as `increase()`
   * does.
   *
   * @default {true}
   */
  readonly repair?: boolean;
}

/** A counter that starts again may have counted up to this share of before until it is heard. */
const RESET_SHARE = 0.1;

/**
 * Makes a counter that only rises. Every fall and every leap is judged by what comes after it; see
 * {@linkcode RepairRule}.
 *
 * @param samples Ascending in time; absent values (NaN) are left out.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { repairCounter } from "./counters.ts";
 *
 * const counter = { time: Float64Array.of(0, 1, 2, 3), value: Float64Array.of(7, 8, 0, 9) };
 * assert(repairCounter(counter).value.join() === "7,8,9");
 * ```
 */
export function repairCounter(samples: Samples, options: RepairOptions = {}): RepairedCounter {
  const limits: Limits = {
    glitch: options.glitch ?? HOUR,
    stale: options.stale ?? 15 * MINUTE,
    maxGap: options.maxGap ?? gapCap(samples),
    perHour: options.perHour ?? Infinity,
    resolution: resolutionOf(samples),
    counted: new Uint8Array(samples.time.length),
  };
  const judge = options.repair ?? true ? judgeStep : takeStep;
  const time = new Float64Array(samples.time.length), value = new Float64Array(time.length);
  const repairs: Repair[] = [];
  let length = 0, sum = NaN, last: Last | null = null;
  for (let i = 0; i < samples.time.length; i++) {
    const t = samples.time[i]!, v = samples.value[i]!;
    if (Number.isNaN(v)) continue;
    if (last) {
      const { rule, booked, skipTo, backTo, since } = judge(samples, i, last, limits);
      if (backTo !== undefined) {
        while (time[length - 1]! > samples.time[backTo]!) length--;
        const leap = limits.counted.indexOf(1, backTo + 1);
        limits.counted.fill(0, leap, i);
        sum = value[length - 1]!;
        last = lastOf(samples, backTo);
        while (repairs.length > 0 && repairs.at(-1)!.time >= samples.time[leap]!) repairs.pop();
        repairs.push({
          time: samples.time[leap]!,
          rule: "spike",
          before: last.value,
          after: samples.value[leap]!,
          booked: 0,
        });
        i--;
        continue;
      }
      if (rule && !(rule === "dip" && repairs.at(-1)?.rule === "dip" && last.dipped)) {
        const repair = { time: t, rule, before: last.value, after: v, booked };
        repairs.push(since === undefined ? repair : { ...repair, since });
      }
      if (skipTo !== undefined) {
        last.dipped = rule === "dip";
        i = skipTo - 1;
        continue;
      }
      sum += booked;
    } else sum = v;
    time[length] = t;
    limits.counted[i] = 1;
    value[length++] = sum;
    last = { time: t, value: v, moved: last && v === last.value ? last.moved : t, dipped: false };
  }
  return { time: time.subarray(0, length), value: value.subarray(0, length), repairs };
}

/** The last sample that counted. */
interface Last {
  readonly time: number;
  readonly value: number;
  /** When the counter got there. */
  readonly moved: number;
  /** A dip from it was already noted. */
  dipped: boolean;
}

/** Sample `i` as the last that counted. */
function lastOf({ time, value }: Samples, i: number): Last {
  let first = i;
  while (first > 0 && value[first - 1] === value[i]) first--;
  return { time: time[i]!, value: value[i]!, moved: time[first]!, dipped: false };
}

interface Limits extends Required<Omit<RepairOptions, "repair">> {
  readonly resolution: number;
  /** 1 for each sample that counted. */
  readonly counted: Uint8Array;
}

/** What to do with a sample. */
interface Verdict {
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

/** Without repair: falls are resets, leaps are booked. */
function takeStep({ value }: Samples, i: number, last: Last): Verdict {
  const v = value[i]!;
  return v < last.value ? { rule: "reset", booked: v } : { booked: v - last.value };
}

function judgeStep(samples: Samples, i: number, last: Last, limits: Limits): Verdict {
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

/**
 * The resolution of a counter: its smallest step upwards.
 *
 * @returns Resolution, 0 if the counter never rises. [unit of the counter]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { resolutionOf } from "./counters.ts";
 *
 * const counter = { time: Float64Array.of(0, 1, 2), value: Float64Array.of(5, 5.5, 7) };
 * assert(resolutionOf(counter) === 0.5);
 * ```
 */
export function resolutionOf({ value }: Samples): number {
  let smallest = Infinity;
  for (let i = 1; i < value.length; i++) {
    const step = value[i]! - value[i - 1]!;
    // Below a millionth it is the noise of binary fractions, not a step.
    if (step > 1e-6 && step < smallest) smallest = step;
  }
  return smallest === Infinity ? 0 : smallest;
}
