/**
 * How far an installation's integrals can be trusted, measured against its counters.
 *
 * @module
 */

import { quantiles } from "../../frames/distribution.ts";

/** An energy of one day, by a counter and by integration. */
export interface CountedEnergy {
  /** By the counter. [kWh] */
  readonly counter: number;
  /** Standard deviation of the counter's own reading. [kWh] */
  readonly resolution: number;
  /** By integration. [kWh] */
  readonly integral: number;
  /** Standard deviation that the samples predict for the integral. [kWh] */
  readonly sigma: number;
}

/** How far the integrals of one kind of power can be trusted. */
export interface Calibration {
  /** How much wider the residuals scatter than the samples predict. */
  readonly scale: number;
  /**
   * By how many predicted standard deviations the integrals are too low every day; 0 if they are
   * not. They are if a meter reports means of an interval, within which both directions cancel.
   */
  readonly shortfall: number;
  /** Number of days and directions that it is based on. */
  readonly days: number;
}

/** The calibrations of a household. */
export interface Calibrations {
  /** For the grid power, from the meter's registers. */
  readonly grid: Calibration;
  /** For the generation power, from the inverter's counters. */
  readonly generation: Calibration;
}

/** A calibration needs this many days. */
const ENOUGH = 8;

/** Scale if there are fewer. */
const GUESS = 2;

/** For an integral that cannot be compared with a counter. */
export const UNCALIBRATED: Calibration = { scale: GUESS, shortfall: 0, days: 0 };

/** Least share of residuals of one sign that is not chance. */
const ONE_SIDED = 0.75;

/** Half the deviations that a fair coin exceeds once in a thousand times; for few days. */
const CHANCE = 1.55;

/** The scatter is read at this quantile, so that one day in five may have a fault. */
const QUANTILE = 0.8;

/** Where that quantile of the distance from the centre lies in a normal distribution. [σ] */
const NORMAL = 1.2816;

/** No integral is better than this, because powers are rounded and sampled in steps. [kWh] */
const FINEST = 0.002;

/**
 * Calibrates integrals by their residuals against a counter. Quantiles, so that a day with a fault
 * does not spoil it; days on which the counter's resolution hides the residual say nothing. Neither do
 * days on which nothing flowed, such as those of an export register without PV.
 */
export function calibrate(days: readonly CountedEnergy[]): Calibration {
  const residuals = days
    .filter(({ counter, integral }) => Math.max(counter, integral) > FINEST)
    .filter(({ resolution, sigma }) => resolution <= predicted(sigma))
    .map(({ counter, integral, sigma }) => (integral - counter) / predicted(sigma));
  if (residuals.length < ENOUGH) return { scale: GUESS, shortfall: 0, days: residuals.length };
  const short = residuals.filter((one) => one < 0).length / residuals.length;
  const oneSided = Math.max(ONE_SIDED, 0.5 + CHANCE / Math.sqrt(residuals.length));
  const shortfall = short >= oneSided ? -quantiles(residuals, [0.5])[0]! : 0;
  const scatter = quantiles(residuals.map((one) => Math.abs(one + shortfall)), [QUANTILE])[0]! /
    NORMAL;
  // The scatter of n days is uncertain by about 1/√n; use the upper end.
  const scale = Math.max(1, scatter * (1 + 1 / Math.sqrt(residuals.length)));
  return { scale, shortfall, days: residuals.length };
}

/**
 * No integral that no counter confirms is known better than this share of it, however often its power is
 * sampled: powers are rounded, and what switches within a moment is not seen. [0–1]
 */
const UNCONFIRMED = 0.002;

/**
 * Standard deviation of an integral: what its samples predict, calibrated.
 *
 * @param sigma What its samples predict. [kWh]
 * @param kwh The integral itself.
 */
export function calibrated(sigma: number, { scale, days }: Calibration, kwh = 0): number {
  const noise = scale * predicted(sigma);
  return days < ENOUGH ? Math.max(noise, UNCONFIRMED * kwh) : noise;
}

function predicted(sigma: number): number {
  return Math.max(sigma, FINEST);
}
