/**
 * Counters to energy: repairs faults and lists each repair.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { HOUR, MINUTE } from "../time.ts";
import { gapCap } from "./samples.ts";
import { type Flow, judgeStep, type Limits, type RepairRule, takeStep } from "./counter_faults.ts";

export type { RepairRule } from "./counter_faults.ts";

/** One repair. */
export interface Repair {
  /** Time of the first sample concerned. [ms] */
  readonly time: number;
  /** What was found. */
  readonly rule: RepairRule;
  /** Reading before. [unit of the counter] */
  readonly before: number;
  /** Reading at `time`. [unit of the counter] */
  readonly after: number;
  /** What is booked at `time`. [unit of the counter] */
  readonly booked: number;
  /** For `catch_up`: since when the energy may have been counted. [ms] */
  readonly since?: number;
  /** The most that may have flowed without being booked. [unit of the counter] */
  readonly lost?: number;
}

/** A counter that only rises, with its repairs. */
export interface RepairedCounter extends Samples {
  /** Repairs in ascending time. */
  readonly repairs: readonly Repair[];
  /** The smallest step of the original counter. [unit of the counter] */
  readonly resolution: number;
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
   * How old a reading may be, because exporters repeat readings and a logger's clock stops while it is
   * down. A jump that is possible within this additional time is late energy, not a fault. [ms]
   *
   * @default {900_000}
   */
  readonly stale?: number;
  /**
   * Longest distance of samples that is no gap. [ms]
   *
   * @default {gapCap(samples)}
   */
  readonly maxGap?: number;
  /**
   * The most that the counter can count in an hour, by a fuse or a rating. More is never booked.
   * [unit of the counter per hour]
   *
   * @default {Infinity}
   */
  readonly perHour?: number;
  /**
   * What another device measured between two instants. It shows that a counter that stands still is
   * frozen. [unit of the counter]
   */
  readonly flow?: (start: number, end: number) => Flow;
  /**
   * Whether to repair. Otherwise every fall is a reset and every jump is booked, as `increase()` does.
   *
   * @default {true}
   */
  readonly repair?: boolean;
}

/**
 * Repairs a counter so that it only rises. Every fall and every jump is judged by the readings after
 * it; see {@linkcode RepairRule}.
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
    ...(options.flow && { flow: options.flow }),
  };
  const { time, value } = samples;
  const judge = options.repair ?? true ? judgeStep : takeStep;
  const rows = new Uint32Array(time.length), counted = new Float64Array(time.length);
  const kept: Kept = { rows, counted, length: 0 };
  const repairs: Repair[] = [];
  const first = value.findIndex((reading) => !Number.isNaN(reading));
  if (first !== -1) keep(kept, first, value[first]!);
  for (let next = first === -1 ? time.length : first + 1; next < time.length;) {
    const row = countOn(samples, next, kept, limits);
    if (row === time.length) break;
    next = row + 1;
    const last = rows[kept.length - 1]!;
    const verdict = judge({ readings: samples, row, kept: rows.subarray(0, kept.length) }, limits);
    if (verdict.keep !== undefined) {
      const leap = rows[verdict.keep]!, before = value[rows[verdict.keep - 1]!]!;
      kept.length = verdict.keep;
      const at = time[leap]!;
      while (repairs.length > 0 && repairs.at(-1)!.time >= at) repairs.pop();
      repairs.push({ time: at, rule: "spike", before, after: value[leap]!, booked: 0 });
      next = row;
      continue;
    }
    const { rule, booked, since, lost, skipTo } = verdict;
    const isSameDip = rule === "dip" && repairs.at(-1)?.rule === "dip" &&
      repairs.at(-1)!.time > time[last]!;
    if (rule && !isSameDip) {
      const repair = { time: time[row]!, rule, before: value[last]!, booked };
      repairs.push({
        ...repair,
        after: value[row]!,
        ...(since !== undefined && { since }),
        ...(lost && { lost }),
      });
    }
    if (skipTo === undefined) keep(kept, row, counted[kept.length - 1]! + booked);
    else next = skipTo;
  }
  return {
    time: rowsAt(time, rows.subarray(0, kept.length)),
    value: counted.subarray(0, kept.length),
    repairs,
    resolution: limits.resolution,
  };
}

/** The kept readings of a counter so far. */
interface Kept {
  readonly rows: Uint32Array;
  /** What the counter has counted at each of them. [unit of the counter] */
  readonly counted: Float64Array;
  length: number;
}

function keep(kept: Kept, row: number, counted: number): void {
  kept.rows[kept.length] = row;
  kept.counted[kept.length++] = counted;
}

/**
 * Counts on from a row while the steps are plain. Nearly all are, so no object is made for them.
 *
 * @returns The first row to judge; the number of rows if there is none.
 */
function countOn(
  { time, value }: Samples,
  from: number,
  kept: Kept,
  { maxGap, perHour, stale, resolution, flow }: Limits,
): number {
  const { rows, counted } = kept;
  const leap = flow ? 2 * resolution : Infinity;
  let { length } = kept, row = from;
  let at = time[rows[length - 1]!]!, before = value[rows[length - 1]!]!;
  let moved = at;
  // It may have stood still before a row that was judged by itself.
  for (let k = length - 1; k >= 0 && value[rows[k]!] === before && at - moved <= stale; k--) {
    moved = time[rows[k]!]!;
  }
  for (; row < time.length; row++) {
    const reading = value[row]!, now = time[row]!;
    if (Number.isNaN(reading)) continue;
    const rise = reading - before, isHeard = now - time[row - 1]! <= maxGap;
    if (!isHeard || !(rise >= 0 && rise <= perHour * (now - at) / HOUR)) break;
    // A counter that leaps after it stood still may have been frozen.
    if (rise > leap && at - moved > stale) break;
    if (rise > 0) moved = now;
    counted[length] = counted[length - 1]! + rise;
    rows[length++] = row;
    at = now;
    before = reading;
  }
  kept.length = length;
  return row;
}

/** The given rows of a column, usually all of them. */
function rowsAt(column: Float64Array, rows: Uint32Array): Float64Array {
  if (rows.length === column.length) return column;
  const some = new Float64Array(rows.length);
  for (let i = 0; i < some.length; i++) some[i] = column[rows[i]!]!;
  return some;
}

/**
 * The resolution of a counter: its smallest step upwards.
 *
 * @returns Resolution, 0 if the counter never rises. [unit of the counter]
 */
export function resolutionOf({ value }: Samples): number {
  const known = resolutions.get(value);
  if (known !== undefined) return known;
  const smallest = smallestStep(value), resolution = smallest === Infinity ? 0 : smallest;
  resolutions.set(value, resolution);
  return resolution;
}

/** Of counters that several computations ask for; readings are never changed. */
const resolutions = new WeakMap<Float64Array, number>();

function smallestStep(value: Float64Array): number {
  let smallest = Infinity;
  for (let i = 1; i < value.length; i++) {
    const step = value[i]! - value[i - 1]!;
    // Less than a millionth is noise of binary fractions, not a step.
    if (step > 1e-6 && step < smallest) smallest = step;
  }
  return smallest;
}
