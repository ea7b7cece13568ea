/**
 * Samples that are physically impossible.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { HOUR } from "../time.ts";
import type { IntegrateOptions } from "./integrate.ts";
import { gapCap } from "./samples.ts";

/** Samples in a row that cannot be true. */
export interface ImpossibleRun {
  /** Time of the first of them. [ms] */
  readonly time: number;
  /** Time of the last of them. [ms] */
  readonly until: number;
  /** The one farthest from zero. [unit of the samples] */
  readonly value: number;
  /** What integration would have made of them, with their sign. [unit of the samples × h] */
  readonly energy: number;
}

/** A signal without samples that cannot be true, and what was left out. */
export interface PossibleSamples {
  /** What is left; a view on the same memory if nothing had to go. */
  readonly samples: Samples;
  /** What is not, ascending. */
  readonly runs: readonly ImpossibleRun[];
}

/**
 * Leaves out samples that are farther from zero than can be, as if they had never come.
 *
 * @param samples Ascending in time, e.g. power [W].
 * @param limit What can be at the most, in either direction. [unit of the samples]
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

/** Without a callback: this looks at every sample there is. */
function exceeds(value: Float64Array, limit: number): boolean {
  for (let row = 0; row < value.length; row++) {
    if (Math.abs(value[row]!) > limit) return true;
  }
  return false;
}

/** The integral from row to row, as far as the samples reach and no gap is between them. */
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
