/**
 * An energy together with what is not known of it.
 *
 * @module
 */

import type { Band } from "./band.ts";

/**
 * An energy and its error. What is systematic may lie on the same side day after day; what is noise
 * differs from day to day and evens out over many.
 */
export interface Estimate {
  /** The number in the table. [kWh] */
  readonly kwh: number;
  /** How much too high it may be, systematically. [kWh] */
  readonly below: number;
  /** How much too low it may be, systematically. [kWh] */
  readonly above: number;
  /** Standard deviation of the noise. [kWh] */
  readonly sigma: number;
}

/** Standard deviations on either side of a band. */
export const WIDTH = 2.5;

/**
 * The band of an energy, none below zero: what is systematic, and 2.5 standard deviations of noise
 * on either side.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { bandOf } from "./estimate.ts";
 *
 * assert.deepEqual(bandOf({ kwh: 10, below: 0, above: 1, sigma: 2 }), { low: 5, high: 16 });
 * ```
 */
export function bandOf({ kwh, below, above, sigma }: Estimate): Band {
  const noise = WIDTH * sigma;
  return { low: Math.max(0, kwh - below - noise), high: Math.max(0, kwh + above + noise) };
}

/**
 * The sum of energies whose noise is independent, such as those of several days: variances add up,
 * and so does what is systematic.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { addEstimates } from "./estimate.ts";
 *
 * const day = { kwh: 10, below: 0, above: 1, sigma: 2 };
 * const four = { kwh: 40, below: 0, above: 4, sigma: 4 };
 * assert.deepEqual(addEstimates([day, day, day, day]), four);
 * ```
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
 * The sum of two energies that stand on the same samples: nothing of their noise is taken to cancel.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { addDependent } from "./estimate.ts";
 *
 * const one = { kwh: 10, below: 0, above: 1, sigma: 2 };
 * assert(addDependent(one, one).sigma === 4);
 * ```
 */
export function addDependent(a: Estimate, b: Estimate): Estimate {
  return { ...addEstimates([a, b]), sigma: a.sigma + b.sigma };
}

/**
 * What is left of one energy when another, measured by another device, is taken away.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { subtract } from "./estimate.ts";
 *
 * const rest = subtract(
 *   { kwh: 10, below: 0, above: 1, sigma: 3 },
 *   { kwh: 4, below: 0, above: 2, sigma: 4 },
 * );
 * assert.deepEqual(rest, { kwh: 6, below: 2, above: 1, sigma: 5 });
 * ```
 */
export function subtract(whole: Estimate, part: Estimate): Estimate {
  return {
    kwh: whole.kwh - part.kwh,
    below: whole.below + part.above,
    above: whole.above + part.below,
    sigma: Math.hypot(whole.sigma, part.sigma),
  };
}
