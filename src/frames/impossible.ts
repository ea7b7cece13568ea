/**
 * Samples that are physically impossible.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { HOUR } from "../time.ts";
import type { IntegrateOptions } from "./integrate.ts";
import { gapCap } from "./samples.ts";

/** Consecutive impossible samples. */
export interface ImpossibleRun {
  /** Time of the first of them. [ms] */
  readonly time: number;
  /** Time of the last of them. [ms] */
  readonly until: number;
  /** The one farthest from zero. [unit of the samples] */
  readonly value: number;
  /** Their integral, with its sign. [unit of the samples × h] */
  readonly energy: number;
}

/** A signal without its impossible samples, and what was left out. */
export interface PossibleSamples {
  /** The possible samples; the same memory if all are. */
  readonly samples: Samples;
  /** The impossible ones, ascending. */
  readonly runs: readonly ImpossibleRun[];
}

/**
 * Leaves out samples that are farther from zero than possible.
 *
 * @param samples Ascending in time, e.g. power [W].
 * @param limit Largest possible amount, in either direction. [unit of the samples]
 */
export function withoutImpossible(
  samples: Samples,
  limit: number,
  options: Pick<IntegrateOptions, "maxGap"> = {},
): PossibleSamples {
  const { time, value } = samples;
  // Absent values (NaN) stay absent.
  const isPossible = (_: number, row: number) => !(Math.abs(value[row]!) > limit);
  if (!exceeds(value, limit)) return { samples, runs: [] };
  const { maxGap = gapCap(samples) } = options;
  const runs: ImpossibleRun[] = [];
  for (let row = 0; row < time.length; row++) {
    if (isPossible(0, row)) continue;
    const first = row;
    let farthest = value[row]!;
    while (row + 1 < time.length && !isPossible(0, row + 1)) {
      row++;
      if (Math.abs(value[row]!) > Math.abs(farthest)) farthest = value[row]!;
    }
    runs.push({
      time: time[first]!,
      until: time[row]!,
      value: farthest,
      energy: trapezoids(samples, { from: first - 1, to: row + 1, maxGap }),
    });
  }
  return { samples: { time: time.filter(isPossible), value: value.filter(isPossible) }, runs };
}

/** A loop without a callback, because it reads every sample. */
function exceeds(value: Float64Array, limit: number): boolean {
  for (let row = 0; row < value.length; row++) {
    if (Math.abs(value[row]!) > limit) return true;
  }
  return false;
}

/** The integral from row to row, without gaps. */
function trapezoids(
  { time, value }: Samples,
  { from, to, maxGap }: { from: number; to: number; maxGap: number },
): number {
  let sum = 0;
  for (let row = Math.max(from, 0) + 1; row <= Math.min(to, time.length - 1); row++) {
    const step = time[row]! - time[row - 1]!, mean = (value[row - 1]! + value[row]!) / 2;
    if (step <= maxGap && !Number.isNaN(mean)) sum += mean * step / HOUR;
  }
  return sum;
}
