/**
 * Bounds of the mean of a bounded quantity, valid whatever its distribution.
 *
 * The bound is Gaffke's ("Three test statistics for a nonparametric one-sided hypothesis on the mean of
 * a nonnegative variable", 2005; also Learned-Miller and Thomas, "A New Confidence Interval for the Mean
 * of a Bounded Random Variable", 2019). Every value, and one unseen value that is the worst possible,
 * gets a random weight (flat Dirichlet); p is the chance that the weighted mean is on the wrong side.
 * With zeros and ones it is the bound of Clopper and Pearson. That it holds for every bounded
 * distribution is proven for two values and conjectured for more.
 *
 * @module
 */

/** From, to. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Values that differ from the limit by rounding alone are equal to it. */
const TOLERANCE = 1e-12;
/** Steps of a bisection: the bounds are exact to 1e-9. */
const STEPS = 31;

/**
 * The chance that a weighted mean of `values` is at most `limit`, with flat Dirichlet weights. Exact,
 * without a random number.
 *
 * The weights are normed exponentials, so it is a relay race of two teams: the legs of one last as long
 * on average as values lie above the limit, those of the other as long as values lie below it. Of two
 * legs under way the one of mean `v` outlasts the one of mean `w` with the chance `v / (v + w)`.
 */
function race(values: readonly number[], limit: number): number {
  const above: number[] = [], below: number[] = [];
  for (const value of values) {
    if (value - limit > TOLERANCE) above.push(value - limit);
    else if (limit - value > TOLERANCE) below.push(limit - value);
  }
  const finished = new Float64Array(below.length + 1).fill(1);
  for (const leg of above) {
    finished[below.length] = 0;
    for (let at = below.length - 1; at >= 0; at--) {
      const other = below[at]!;
      finished[at] = (other * finished[at]! + leg * finished[at + 1]!) / (leg + other);
    }
  }
  return finished[0]!;
}

/**
 * One-sided p of "the mean is at most `limit`": small if the mean is above it.
 *
 * @param least The smallest value that there can be.
 */
export function pAbove(values: readonly number[], limit: number, least: number): number {
  return race([least, ...values], limit);
}

/**
 * One-sided p of "the mean is at least `limit`": small if the mean is below it.
 *
 * @param most The largest value that there can be.
 */
export function pBelow(values: readonly number[], limit: number, most: number): number {
  return race([most, ...values].map((value) => -value), -limit);
}

/** What is known of a quantity: each value lies between its `low` and its `high`. */
export interface MeanOptions {
  /** The smallest and the largest value that there can be. */
  readonly range: Interval;
  /** How often the interval may miss the mean. @default {0.05} */
  readonly alpha?: number;
}

/**
 * Interval that holds the true mean with confidence `1 - alpha`. Values that are not known exactly
 * are given as intervals themselves: the result holds whatever they are.
 */
export function meanInterval(
  values: readonly Interval[],
  { range, alpha = 0.05 }: MeanOptions,
): Interval {
  const lows = values.map(({ low }) => low), highs = values.map(({ high }) => high);
  return {
    low: bisect(range.low, range.high, (limit) => pAbove(lows, limit, range.low) > alpha / 2),
    high: -bisect(
      -range.high,
      -range.low,
      (limit) => pBelow(highs, -limit, range.high) > alpha / 2,
    ),
  };
}

/** The largest limit below which the mean is not plausible: the outer end of the last step. */
function bisect(from: number, to: number, isPlausible: (limit: number) => boolean): number {
  let low = from, high = to;
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (isPlausible(middle)) high = middle;
    else low = middle;
  }
  return low;
}
