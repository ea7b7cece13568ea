/**
 * Quantiles.
 *
 * @module
 */

/**
 * Quantiles of the values that are known, interpolated between neighbours (type 7, the default of R
 * and NumPy).
 *
 * @param values In any order; NaN is passed over.
 * @param shares Which quantiles. [0–1]
 * @returns One per share; NaN if no value is known.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { quantiles } from "./quantiles.ts";
 *
 * assert.deepEqual(quantiles([4, NaN, 2, 3, 1], [0, 0.5, 1]), [1, 2.5, 4]);
 * ```
 */
export function quantiles(values: ArrayLike<number>, shares: readonly number[]): number[] {
  const sorted = Float64Array.from(values).filter((value) => !Number.isNaN(value)).sort();
  if (sorted.length === 0) return shares.map(() => NaN);
  return shares.map((share) => {
    const place = share * (sorted.length - 1), below = Math.floor(place);
    const low = sorted[below]!, high = sorted[Math.min(below + 1, sorted.length - 1)]!;
    return low + (high - low) * (place - below);
  });
}
