/**
 * The error that an integral of grid power has at least, whatever its own samples show.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import type { DirectionIntegral } from "../frames/directions.ts";
import { quantiles } from "../frames/distribution.ts";
import { integrate } from "../frames/integrate.ts";
import { cancelledEnergy } from "../frames/interval_means.ts";
import { HIDDEN_PULSES, NEAR_ZERO } from "../frames/regulated.ts";
import { usualStep } from "../frames/samples.ts";
import { HOUR, MINUTE } from "../time.ts";

/** A change that two samples do not show. [kW] */
const UNSEEN = 0.08;

/** Pulses are fewer and higher than noise, so that their days scatter more, and more of them cancel. */
const PULSES = 2, CANCELLED_PULSES = 3;

/** Samples that are farther apart do not show each run of an appliance. [ms] */
const SPARSE = 5 * MINUTE;

/**
 * On which day samples show that something was switched is chance: no day is known better than this
 * part of what is usual, up to a share of its own energy. [0–1]
 */
const OF_USUAL = 0.5, OF_ENERGY = 0.1;

/**
 * Means of longer intervals than a minute hide more than the levels around them show, because no mean shows
 * a level. Measured on simulated houses: on 19 of 20 days, what cancelled was less than 1.4, 2.4 and 4 times
 * the estimate with intervals of one, two and five minutes.
 */
const LONG_MEANS = 0.6;

/** Fewer days do not show what is usual. */
const ENOUGH = 8;

/**
 * What no sample shows on a day without energy may flow for as long as one step. A regulated power is never
 * known better than that: most of its pulses meet no sample. [W]
 */
const BETWEEN_SAMPLES = 150;

/** The least error of one direction. */
export interface LeastError {
  /** Of each day's integral. [kWh] */
  readonly always: number;
  /** Of the integral of a day without a register that confirms it. [kWh] */
  unconfirmed(day: number): number;
}

/** Both directions, integrated per day. [W × h] */
export interface Integrals {
  /** Drawn from the grid. */
  readonly imported: DirectionIntegral;
  /** Fed into the grid. */
  readonly exported: DirectionIntegral;
}

/**
 * The least errors of both directions.
 *
 * @param isRegulated Whether a battery regulates the power to zero.
 */
export function leastErrors(
  grid: Samples,
  { imported, exported }: Integrals,
  isRegulated: boolean,
): { imports: LeastError; exports: LeastError; isSparse: boolean } {
  const step = usualStep(grid), isSparse = step > 1.1 * SPARSE, isRare = step > 0.9 * SPARSE;
  const unseen = isRegulated ? Infinity : UNSEEN * (step || 0) / HOUR;
  const leastOf = ({ error }: DirectionIntegral) =>
    Math.min(unseen, PULSES * rootMeanSquare(error) / 1000);
  const rounding = roundingErrors(grid.value), once = BETWEEN_SAMPLES * (step || 0) / HOUR;
  const unconfirmed = ({ energy, error }: DirectionIntegral, rounded: number) => {
    const usual = usualOf(error), pulse = isRegulated ? once : 0;
    return (day: number) =>
      Math.max(
        pulse,
        Math.min(Math.max(rounded, usual), Math.max(once, OF_ENERGY * energy[day]!)),
      ) / 1000;
  };
  // On which day rare samples show what the house switches on and off is chance.
  const chance = rootMeanSquare(imported.error) / 1000;
  const byDay = unconfirmed(imported, rounding.positive);
  return {
    imports: {
      always: Math.max(leastOf(imported), isSparse ? chance : 0),
      unconfirmed: isRare ? (day) => Math.max(byDay(day), chance) : byDay,
    },
    exports: {
      always: leastOf(exported),
      unconfirmed: unconfirmed(exported, rounding.negative),
    },
    isSparse,
  };
}

/**
 * What may have flowed in both directions within the intervals of a meter that reports means. [kWh]
 */
export function cancelledPerDay(
  grid: Samples,
  borders: ArrayLike<number>,
  { maxGap, imported, exported, isRegulated }:
    & Integrals
    & { readonly maxGap: number; readonly isRegulated: boolean },
): Float64Array {
  const cancelled = cancelledEnergy(grid, borders, { maxGap }),
    usual = usualOf(cancelled);
  const pulses = integrate(
    {
      time: grid.time,
      value: grid.value.map((watts) =>
        isRegulated && Math.abs(watts) <= NEAR_ZERO ? HIDDEN_PULSES : 0
      ),
    },
    borders,
    { maxGap },
  ).energy;
  const hidden = Math.max(1, usualStep(grid) / MINUTE) ** LONG_MEANS;
  return cancelled.map((wattHours, day) => {
    const flowed = Math.min(imported.energy[day]!, exported.energy[day]!);
    const least = Math.min(usual, OF_ENERGY * flowed);
    const shown = (isRegulated ? CANCELLED_PULSES : 1) * Math.max(hidden * wattHours, least);
    return Math.max(shown, pulses[day]!) / 1000;
  });
}

/** So many pairs of samples show how a power is rounded. */
const PAIRS = 4096;

/** No meter rounds more coarsely. [W] */
const COARSEST = 100;

/**
 * What rounding adds to or takes from each direction in a day while the power stays the same; where it
 * changes, rounding up and rounding down cancel. [Wh]
 */
function roundingErrors(value: Float64Array): Record<"positive" | "negative", number> {
  const stride = Math.max(1, Math.floor((value.length - 1) / PAIRS));
  let step = Infinity, pairs = 0, positive = 0, negative = 0;
  for (let row = 0; row + 1 < value.length; row += stride) {
    const before = value[row]!, change = Math.abs(value[row + 1]! - before);
    if (Number.isNaN(change)) continue;
    pairs++;
    // Less than a millionth is noise of binary fractions, not a step.
    if (change > 1e-6) step = Math.min(step, change);
    else if (before > 0) positive++;
    else if (before < 0) negative++;
  }
  const isRounded = step <= COARSEST &&
    value.every((watts) => Number.isNaN(watts) || isMultiple(watts, step));
  const error = isRounded ? 24 * step / Math.sqrt(12) / pairs : 0;
  return { positive: positive * error, negative: negative * error };
}

function isMultiple(watts: number, step: number): boolean {
  const steps = watts / step;
  return Math.abs(steps - Math.round(steps)) < 1e-3;
}

function usualOf(values: Float64Array): number {
  return values.length < ENOUGH ? 0 : OF_USUAL * quantiles(values, [0.5])[0]!;
}

function rootMeanSquare(values: Float64Array): number {
  return Math.hypot(...values) / Math.sqrt(values.length);
}
