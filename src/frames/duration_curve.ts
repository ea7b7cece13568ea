/**
 * Values by how long they last.
 *
 * @module
 */

/** One point of a duration curve. */
export interface DurationPoint {
  /** Share of the known time in which the value was at least this high. [0–1] */
  readonly share: number;
  /** [unit of the values] */
  readonly value: number;
}

/**
 * A duration curve: the values in falling order, over the share of the time that they take.
 *
 * @param values One per slot, all slots of one length; NaN is passed over.
 * @param points How many points the curve has at the most; its ends are always there.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { durationCurve } from "./duration_curve.ts";
 *
 * const curve = durationCurve([100, 300, NaN, 200], 50);
 * assert.deepEqual(curve.map(({ value }) => value), [300, 200, 100]);
 * assert(curve[1]!.share === 0.5);
 * ```
 */
export function durationCurve(values: ArrayLike<number>, points = 500): DurationPoint[] {
  const sorted = Float64Array.from(values).filter((value) => !Number.isNaN(value)).sort().reverse();
  const last = sorted.length - 1;
  if (last < 0) return [];
  const count = Math.min(points, sorted.length);
  return Array.from({ length: count }, (_, p) => {
    const index = count === 1 ? 0 : Math.round(p * last / (count - 1));
    return { share: last === 0 ? 0 : index / last, value: sorted[index]! };
  });
}
