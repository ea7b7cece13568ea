/**
 * Amounts as people read them.
 *
 * @module
 */

/**
 * A cost. Small ones keep two digits that count.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { dollars } from "./amounts.ts";
 *
 * assert.deepEqual([0, 0.00421, 0.4, 12.345].map(dollars), ["$0", "$0.0042", "$0.40", "$12.35"]);
 * ```
 */
export function dollars(usd: number): string {
  if (usd === 0) return "$0";
  return usd < 0.1 ? `$${Number(usd.toPrecision(2))}` : `$${usd.toFixed(2)}`;
}

/**
 * A large number, in thousands or millions.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { rounded } from "./amounts.ts";
 *
 * assert.deepEqual([812, 4096, 81_920, 1_900_000].map(rounded), ["812", "4.1 k", "82 k", "1.9 M"]);
 * ```
 */
export function rounded(value: number): string {
  const [size, unit] = value >= 1e6 ? [1e6, " M"] : value >= 1000 ? [1000, " k"] : [1, ""];
  const scaled = value / size;
  return `${unit !== "" && scaled < 10 ? scaled.toFixed(1) : Math.round(scaled)}${unit}`;
}

/**
 * A difference with its sign, in hundredths.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { signed } from "./amounts.ts";
 *
 * assert.deepEqual([0.149, -0.06, -0.001].map(signed), ["+0.15", "−0.06", "0.00"]);
 * ```
 */
export function signed(value: number): string {
  const text = Math.abs(value).toFixed(2);
  if (Number(text) === 0) return text;
  return `${value > 0 ? "+" : "−"}${text}`;
}
