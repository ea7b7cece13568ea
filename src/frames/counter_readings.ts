/**
 * What a counter shows between its samples: its reading at an instant, and the power behind it.
 *
 * @module
 */

import { rowAt, type Samples } from "../columns.ts";
import { HOUR, MINUTE } from "../time.ts";
import { resolutionOf } from "./counters.ts";
import type { IntegrateOptions } from "./integrate.ts";
import { deadbandOf } from "./deadband.ts";
import { gapCap } from "./samples.ts";

/** A counter's readings at borders. */
export interface Readings {
  /** Reading at each border, interpolated; NaN before the first and after the last sample. */
  readonly reading: Float64Array;
  /** Distance of the two samples around each border; 0 where a sample is right there. [ms] */
  readonly gap: Float64Array;
  /** What the counter counted between these two samples; 0 where a sample is right there. */
  readonly rise: Float64Array;
  /** Standard deviation of each reading, as far as it is interpolated. [unit of the counter] */
  readonly sigma: Float64Array;
}

/**
 * Readings of a counter at borders, on the straight line between the samples around each.
 * Differences of readings add up: two adjacent periods share the reading between them.
 *
 * Between two samples, a counter may count at one moment or evenly. If it counts at one random moment,
 * a reading at the fraction f between the samples has a standard deviation of √(f(1 − f)) of the
 * energy. Half of that is used, which is about right for a load that was on for a part of the time.
 *
 * @param counter A counter that only rises, ascending in time.
 * @param borders Ascending. [ms]
 */
export function readingsAt(counter: Samples, borders: ArrayLike<number>): Readings {
  const { time, value } = counter;
  const reading = new Float64Array(borders.length).fill(NaN);
  const gap = new Float64Array(borders.length).fill(Infinity);
  const sigma = new Float64Array(borders.length), rise = new Float64Array(borders.length);
  for (let b = 0; b < borders.length; b++) {
    const at = borders[b]!, next = rowAt(time, at);
    if (next < time.length && time[next] === at) {
      reading[b] = value[next]!;
      gap[b] = 0;
    } else if (next > 0 && next < time.length) {
      const t0 = time[next - 1]!, v0 = value[next - 1]!;
      gap[b] = time[next]! - t0;
      const counted = value[next]! - v0, fraction = (at - t0) / gap[b]!;
      reading[b] = v0 + counted * fraction;
      rise[b] = counted;
      sigma[b] = counted * Math.sqrt(fraction * (1 - fraction)) / 2;
    }
  }
  return { reading, gap, rise, sigma };
}

/** The window is so long that one step of the counter is less than this power. [kW] */
const STEP_POWER = 0.12;
/** Shortest window, because dawn and dusk are short; longest, for coarse counters. [ms] */
const SHORTEST = 5 * MINUTE, LONGEST = 30 * MINUTE;

/**
 * The power that a counter proves at each of its samples: its rise in the minutes before, less one
 * step that may be older; in the first minutes after a silence, its rise in these. It shows whether a
 * device without power readings works, and about how much. It is too coarse to integrate.
 *
 * @param counter Ascending in time. [kWh]
 * @returns A sample for each of the counter's, and where a counter that is written on change waits for
 * its next step; 0 where it stands still or falls. [W]
 */
export function counterPower(
  counter: Samples,
  options: Pick<IntegrateOptions, "maxGap"> = {},
): Samples {
  const { maxGap = gapCap(counter) } = options;
  const step = resolutionOf(counter);
  const { time, value } = withWaits(counter, { step, maxGap });
  const window = Math.min(Math.max(step / STEP_POWER * HOUR, SHORTEST), LONGEST);
  const power = new Float64Array(time.length);
  let from = 0, early = 0;
  for (let row = 0; row < time.length; row++) {
    if (row === 0 || time[row]! - time[row - 1]! > maxGap) {
      from = row;
      early = endOfWindow(time, row, { window, maxGap });
    }
    while (from + 1 < row && time[row]! - time[from]! > window) from++;
    const to = Math.max(row, early), rise = value[to]! - value[from]! - step;
    if (rise > 0) power[row] = 1000 * rise * HOUR / (time[to]! - time[from]!);
  }
  return { time, value: power };
}

/** The last row of the window that begins with a row; at least the next row without a silence. */
function endOfWindow(
  time: Float64Array,
  first: number,
  { window, maxGap }: { window: number; maxGap: number },
): number {
  let last = first;
  while (
    last + 1 < time.length && time[last + 1]! - time[last]! <= maxGap &&
    (last === first || time[last + 1]! - time[first]! <= window)
  ) last++;
  return last;
}

/** Longer than this, a counter that is written on change does not wait for its next step. [ms] */
const LONGEST_WAIT = HOUR;
/** It waits at most so many times as long as for the step before or after. */
const SUDDEN = 10;

/**
 * A counter that is written on change, with its reading also while it waits for its next step: at dusk
 * and dawn it is silent for longer and longer, although nothing is missing. A silence in which it rises
 * by more than a step, or which comes suddenly, stays a silence.
 */
function withWaits(
  counter: Samples,
  { step, maxGap }: { readonly step: number; readonly maxGap: number },
): Samples {
  if (deadbandOf(counter) === null) return counter;
  const time: number[] = [], value: number[] = [];
  const lengthAt = (row: number) => counter.time[row]! - counter.time[row - 1]!;
  for (let row = 0; row < counter.time.length; row++) {
    const end = counter.time[row]!, length = lengthAt(row);
    const rise = counter.value[row]! - counter.value[row - 1]!;
    const beside = Math.max(lengthAt(row - 1) || 0, lengthAt(row + 1) || 0);
    if (
      length > maxGap && length <= Math.min(LONGEST_WAIT, SUDDEN * beside) && rise > 0 &&
      rise < 1.5 * step
    ) {
      for (let at = end - length + maxGap; at < end; at += maxGap) {
        time.push(at);
        value.push(counter.value[row - 1]!);
      }
    }
    time.push(end);
    value.push(counter.value[row]!);
  }
  return { time: Float64Array.from(time), value: Float64Array.from(value) };
}
