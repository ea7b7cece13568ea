/**
 * Corrects p-values for their number, by Holm's step-down method (1979): at most `alpha` for the
 * chance that any of them is wrong, whatever they have to do with each other.
 *
 * @returns The adjusted p-values, in the same order.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { holm } from "./holm.ts";
 *
 * assert.deepEqual(holm([0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
 * ```
 */
export function holm(ps: readonly number[]): number[] {
  const adjusted = new Array<number>(ps.length);
  let largest = 0;
  ps.map((p, at) => ({ p, at })).sort((a, b) => a.p - b.p).forEach(({ p, at }, rank) => {
    largest = Math.max(largest, Math.min(1, p * (ps.length - rank)));
    adjusted[at] = largest;
  });
  return adjusted;
}
