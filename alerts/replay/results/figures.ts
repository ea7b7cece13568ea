/**
 * Numbers as people read them.
 *
 * @module
 */

import type { Interval } from "../statistics/gaffke.ts";

/** What stands for a figure that is not known. */
export const UNKNOWN = "–";

/**
 * A score, with two decimals.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { score } from "./figures.ts";
 *
 * assert.equal(score(0.876), "0.88");
 * assert.equal(score(null), "–");
 * ```
 */
export function score(value: number | null): string {
  return value === null ? UNKNOWN : value.toFixed(2);
}

/**
 * A difference, with its sign.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { difference } from "./figures.ts";
 *
 * assert.equal(difference(0.1), "+0.100");
 * assert.equal(difference(-0.0001), "0.000");
 * ```
 */
export function difference(value: number): string {
  const text = Math.abs(value).toFixed(3);
  return Number(text) === 0 ? text : (value < 0 ? "−" : "+") + text;
}

/**
 * An interval of a difference.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { interval } from "./figures.ts";
 *
 * assert.equal(interval({ low: -0.02, high: 0.1 }), "−0.020 to +0.100");
 * ```
 */
export function interval(value: Interval | null): string {
  return value === null ? UNKNOWN : `${difference(value.low)} to ${difference(value.high)}`;
}

/**
 * A share of answers.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { percent } from "./figures.ts";
 *
 * assert.equal(percent(0.999), "99.9 %");
 * assert.equal(percent(1), "100 %");
 * ```
 */
export function percent(value: number | null): string {
  if (value === null) return UNKNOWN;
  return `${Number.isInteger(value * 100) ? value * 100 : (value * 100).toFixed(1)} %`;
}

/**
 * A cost. [USD]
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { dollars } from "./figures.ts";
 *
 * assert.equal(dollars(0.01234), "$0.0123");
 * assert.equal(dollars(0.5), "$0.50");
 * assert.equal(dollars(12.3), "$12.30");
 * ```
 */
export function dollars(value: number | null): string {
  if (value === null) return UNKNOWN;
  // Cents say nothing of one answer, nor hundredths of them of a whole run.
  return `$${value > 0 && value < 0.1 ? Number(value.toPrecision(3)) : value.toFixed(2)}`;
}

/**
 * A p-value.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { probability } from "./figures.ts";
 *
 * assert.equal(probability(0.00002), "< 0.001");
 * assert.equal(probability(0.0421), "0.042");
 * ```
 */
export function probability(p: number): string {
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}

/**
 * The interval of a share.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { shares } from "./figures.ts";
 *
 * assert.equal(shares({ low: 0.896, high: 1 }), "89.6 to 100 %");
 * ```
 */
export function shares({ low, high }: Interval): string {
  return `${percent(low).slice(0, -2)} to ${percent(high)}`;
}
