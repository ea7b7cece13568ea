/**
 * Rates of yes and no, alone and paired.
 *
 * @module
 */

import type { Interval } from "./cluster_mean.ts";
import { fairCoinCdf, normalQuantile } from "./distributions.ts";

/**
 * Wilson's score interval (1927) of a rate. Unlike the textbook's it holds near 0 and 1 and for few
 * cases.
 *
 * @returns From 0 to 1 where there are no cases.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { wilson } from "./rates.ts";
 *
 * const { low, high } = wilson(9, 10);
 * assert.equal(low.toFixed(3), "0.596");
 * assert.equal(high.toFixed(3), "0.982");
 * ```
 */
export function wilson(passed: number, cases: number, confidence = 0.95): Interval {
  if (cases === 0) return { low: 0, high: 1 };
  const z2 = normalQuantile((1 + confidence) / 2) ** 2;
  const rate = passed / cases;
  const middle = (rate + z2 / (2 * cases)) / (1 + z2 / cases);
  const reach = Math.sqrt(z2 * (rate * (1 - rate) / cases + z2 / (4 * cases * cases))) /
    (1 + z2 / cases);
  // At the ends the formula gives exactly 0 and 1, but for rounding.
  return {
    low: passed === 0 ? 0 : middle - reach,
    high: passed === cases ? 1 : middle + reach,
  };
}

/** How two variants came out at the same cases. */
export interface PairedCounts {
  /** Both passed. */
  readonly both: number;
  /** Only the candidate passed. */
  readonly gained: number;
  /** Only the baseline passed. */
  readonly lost: number;
  /** Neither passed. */
  readonly neither: number;
}

/**
 * Interval of the difference of two paired rates, candidate minus baseline: method 10 of Newcombe
 * (1998), which combines Wilson's intervals with the correlation of the pairs.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { newcombePaired } from "./rates.ts";
 *
 * const { low, high } = newcombePaired({ both: 36, gained: 2, lost: 12, neither: 0 });
 * assert.equal(low.toFixed(2), "-0.34");
 * assert.equal(high.toFixed(2), "-0.06");
 * ```
 */
export function newcombePaired(counts: PairedCounts, confidence = 0.95): Interval {
  const { both, gained, lost, neither } = counts;
  const n = both + gained + lost + neither;
  if (n === 0) return { low: -1, high: 1 };
  const p1 = (both + gained) / n, p2 = (both + lost) / n;
  const one = wilson(both + gained, n, confidence), two = wilson(both + lost, n, confidence);
  const margins = (both + gained) * (lost + neither) * (both + lost) * (gained + neither);
  const excess = both * neither - gained * lost;
  // Pulled towards no correlation by the continuity correction of the method.
  const phi = margins === 0
    ? 0
    : (excess > 0 ? Math.max(excess - n / 2, 0) : excess) / Math.sqrt(margins);
  const reach = (a: number, b: number) => Math.sqrt(Math.max(0, a * a - 2 * phi * a * b + b * b));
  return {
    low: p1 - p2 - reach(p1 - one.low, two.high - p2),
    high: p1 - p2 + reach(one.high - p1, p2 - two.low),
  };
}

/**
 * Exact McNemar test: how likely so uneven a split of the cases at which two variants differ is, if
 * neither is better.
 *
 * @returns Two-sided p.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { mcnemarP } from "./rates.ts";
 *
 * assert.equal(mcnemarP({ gained: 0, lost: 6 }).toFixed(4), "0.0313");
 * ```
 */
export function mcnemarP({ gained, lost }: Pick<PairedCounts, "gained" | "lost">): number {
  return Math.min(1, 2 * fairCoinCdf(Math.min(gained, lost), gained + lost));
}
