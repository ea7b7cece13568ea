/**
 * The distribution of values: quantiles and duration curves.
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
