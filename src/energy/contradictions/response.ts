/**
 * How grid power answers to changes of another power.
 *
 * @module
 */

import { rowAt, type Samples } from "../../columns.ts";
import { resolutionOf } from "../../frames/counters.ts";
import { HOUR, MINUTE } from "../../time.ts";
import type { HouseholdSignals } from "../signals/household_signals.ts";
import { STEP } from "./instants.ts";

/** A regression of steps: y = slope · x. */
export interface Response {
  /** −1 for a generator behind the meter, 1 for a consumer. */
  readonly slope: number;
  /** How many standard errors the slope is away from 0. */
  readonly t: number;
  /** Steps that are compared. */
  readonly count: number;
  /** Slope of the step in the middle of all. */
  readonly median: number;
  /** Half of the slopes lie within this of their median. */
  readonly spread: number;
}

/** Least step of a power, because a house changes its own consumption all the time. [W] */
const LEAST = 300;
/** Least slope and significance of an answer, and steps that it takes. */
const SLOPE = 0.5, SURE = 4, STEPS = 10;
/** Counters are compared hour by hour, because of their steps. [instants] */
const WINDOW = HOUR / STEP;

/** By how much grid power changes with the generation, by its power or by its counters. */
export function responseOf(
  { at, grid_w, generation_w, signals: { today, total } }: {
    readonly at: Float64Array;
    readonly grid_w: Float64Array;
    readonly generation_w: Float64Array;
    readonly signals: Pick<HouseholdSignals, "today" | "total">;
  },
): Response {
  const byPower = slopeOf(generation_w, grid_w, LEAST);
  const counters = total.length > 0 ? total : today;
  if (byPower.count >= STEPS || counters.length === 0) return byPower;
  const hours = at.filter((_, i) => i % WINDOW === 0);
  const counted = hours.map((start) =>
    counters.reduce((sum, one) => sum + risen(one, start, start + HOUR), 0)
  );
  const step = counters.reduce((sum, one) => sum + resolutionOf(one), 0);
  return slopeOf(counted, hourlyMeans(grid_w), Math.max(LEAST, 4000 * step));
}

/**
 * The same by means of hours: the house changes more in an hour, but series that are sampled at different
 * moments agree.
 */
export function hourlyResponse(generation_w: Float64Array, grid_w: Float64Array): Response {
  return slopeOf(hourlyMeans(generation_w), hourlyMeans(grid_w), LEAST);
}

function hourlyMeans(watts: Float64Array): Float64Array {
  return Float64Array.from({ length: Math.ceil(watts.length / WINDOW) }, (_, hour) => {
    let sum = 0;
    for (let i = hour * WINDOW; i < (hour + 1) * WINDOW; i++) sum += watts[i]!;
    return sum / WINDOW;
  });
}

/** Mean power by a counter; NaN if it was silent or fell. [W] */
function risen({ time, value }: Samples, start: number, end: number): number {
  const from = rowAt(time, start), to = rowAt(time, end) - 1;
  if (
    to <= from || time[from]! - start > 10 * MINUTE ||
    end - time[to]! > 10 * MINUTE
  ) return NaN;
  const kwh = value[to]! - value[from]!;
  return kwh >= 0 ? 1000 * kwh * HOUR / (time[to]! - time[from]!) : NaN;
}

/**
 * The slope of the steps of `y` at the greater steps of `x`.
 *
 * @param least Smaller steps of `x` are left out.
 * @param lag Values that lie so far apart are compared.
 */
export function slopeOf(
  x: Float64Array,
  y: Float64Array,
  least: number,
  lag = 1,
): Response {
  let xx = 0, xy = 0, yy = 0;
  const slopes: number[] = [];
  for (let i = lag; i < x.length; i++) {
    const dx = x[i]! - x[i - lag]!, dy = y[i]! - y[i - lag]!;
    if (!(Math.abs(dx) > least) || Number.isNaN(dy)) continue;
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
    slopes.push(dy / dx);
  }
  const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? NaN;
  const median = middle(slopes);
  return {
    slope: xy / xx,
    t: xy /
      Math.sqrt(
        Math.max(1e-9, xx * yy - xy * xy) / Math.max(1, slopes.length - 1),
      ),
    count: slopes.length,
    median,
    spread: middle(slopes.map((slope) => Math.abs(slope - median))),
  };
}

/** Whether grid power rises with the generation, as with a consumer's power. */
export function isFollowed({ slope, t, count }: Response): boolean {
  return count >= STEPS && slope > SLOPE && t > SURE;
}

/** Whether grid power falls when the generation rises, as it must. */
export function isOpposed({ slope, t, count }: Response): boolean {
  return count >= STEPS && slope < -SLOPE && t < -SURE;
}
