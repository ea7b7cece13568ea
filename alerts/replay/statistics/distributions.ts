/**
 * The distributions that the statistics need, from a library.
 *
 * @module
 */

import jstat from "jstat";

/**
 * Quantile of Student's t distribution, exact to 1e-6.
 *
 * @param p Probability between 0 and 1.
 * @param df Degrees of freedom, at least 1.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { tQuantile } from "./distributions.ts";
 *
 * assert.equal(tQuantile(0.975, 4).toFixed(3), "2.776");
 * ```
 */
export function tQuantile(p: number, df: number): number {
  return jstat.studentt.inv(p, df);
}

/**
 * Quantile of the standard normal distribution.
 *
 * @param p Probability between 0 and 1.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { normalQuantile } from "./distributions.ts";
 *
 * assert.equal(normalQuantile(0.975).toFixed(3), "1.960");
 * ```
 */
export function normalQuantile(p: number): number {
  return jstat.normal.inv(p, 0, 1);
}

/**
 * How likely at most so many heads are in so many throws of a fair coin.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { fairCoinCdf } from "./distributions.ts";
 *
 * assert.equal(fairCoinCdf(1, 3).toFixed(3), "0.500");
 * ```
 */
export function fairCoinCdf(heads: number, throws: number): number {
  return heads >= throws ? 1 : heads < 0 ? 0 : jstat.binomial.cdf(heads, throws, 0.5);
}
