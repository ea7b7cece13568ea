/**
 * Counters to energy: faults repaired, each with its line in an audit.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { HOUR, MINUTE } from "../time.ts";
import { gapCap } from "./integrate.ts";
import { judgeStep, type Last, type Limits, type RepairRule, takeStep } from "./judge_step.ts";

export type { RepairRule } from "./judge_step.ts";

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

/** Sample `i` as the last that counted. */
function lastOf({ time, value }: Samples, i: number): Last {
  let first = i;
  while (first > 0 && value[first - 1] === value[i]) first--;
  return { time: time[i]!, value: value[i]!, moved: time[first]!, dipped: false };
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
