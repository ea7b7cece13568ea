/**
 * Energies with their errors, and how errors add up.
 *
 * @module
 */

import type { Energies } from "../balance.ts";

/**
 * An energy and its error. A systematic error may have the same sign every day; noise differs from day
 * to day and partly cancels over many.
 */
export interface Estimate {
  /** The number in the table. [kWh] */
  readonly kwh: number;
  /** How much too high it may be, systematically; ∞ if nothing bounds it. [kWh] */
  readonly below: number;
  /** How much too low it may be, systematically; ∞ if nothing bounds it. [kWh] */
  readonly above: number;
  /** Standard deviation of the noise. [kWh] */
  readonly sigma: number;
}

/** Standard deviations on either side of a band. */
export const WIDTH = 2.5;

/**
 * The band of an energy, never below zero: the systematic error and 2.5 standard deviations of noise
 * on either side.
 */
export function bandOf({ kwh, below, above, sigma }: Estimate): Band {
  const noise = WIDTH * sigma;
  return { low: Math.max(0, kwh - below - noise), high: Math.max(0, kwh + above + noise) };
}

/** Whether an energy has a band at all: one of which nothing was heard has none. */
export function isBounded({ below, above }: Estimate): boolean {
  return Number.isFinite(below + above);
}

/**
 * The sum of energies whose noise is independent, such as those of several days: variances add up,
 * and so do systematic errors.
 */
export function addEstimates(parts: readonly Estimate[]): Estimate {
  const sum = (of: (part: Estimate) => number) => parts.reduce((total, one) => total + of(one), 0);
  return {
    kwh: sum(({ kwh }) => kwh),
    below: sum(({ below }) => below),
    above: sum(({ above }) => above),
    sigma: Math.hypot(...parts.map(({ sigma }) => sigma)),
  };
}

/**
 * The sum of two energies that come from the same samples: their noise is assumed not to cancel.
 */
export function addDependent(a: Estimate, b: Estimate): Estimate {
  return { ...addEstimates([a, b]), sigma: a.sigma + b.sigma };
}

/**
 * The difference of two energies that different devices measure.
 */
export function subtract(whole: Estimate, part: Estimate): Estimate {
  return {
    kwh: whole.kwh - part.kwh,
    below: whole.below + part.above,
    above: whole.above + part.below,
    sigma: Math.hypot(whole.sigma, part.sigma),
  };
}

/** A range that holds the truth, on nearly all days. [kWh, or a ratio 0–1] */
export interface Band {
  /** Lower end. */
  readonly low: number;
  /** Upper end. */
  readonly high: number;
}

/** Energies with their errors; `null` is unknown. */
export type Estimates = Readonly<Record<keyof Energies, Estimate | null>>;
