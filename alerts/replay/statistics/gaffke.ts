/**
 * Bounds for the mean of a bounded quantity, valid for every distribution.
 *
 * The bound is Gaffke's ("Three test statistics for a nonparametric one-sided hypothesis on the
 * mean of a nonnegative variable", 2005; also Learned-Miller and Thomas, "A New Confidence Interval
 * for the Mean of a Bounded Random Variable", 2019). Each value, and one unseen worst value, gets a
 * random weight (flat Dirichlet); p is the probability that the weighted mean is on the wrong side.
 * For zeros and ones it equals Clopper and Pearson's bound. Validity is proven for two values and
 * conjectured for more.
 *
 * @module
 */

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Differences up to this are rounding. */
const TOLERANCE = 1e-12;
/** Bisection steps; bounds are exact to 1e-9. */
const STEPS = 31;

/**
 * Probability that the weighted mean of `values` is at most `limit`, with flat Dirichlet weights.
 * Exact, without random numbers.
 *
 * The weights are normed exponentials, so this is a relay race of two teams: the legs last on
 * average as long as values lie above or below the limit. A leg of mean `v` outlasts one of mean
 * `w` with probability `v / (v + w)`.
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
 * One-sided p for "the mean is at most `limit`".
 *
 * @param least The smallest possible value.
 */
export function pAbove(values: readonly number[], limit: number, least: number): number {
  return race([least, ...values], limit);
}

/**
 * One-sided p for "the mean is at least `limit`".
 *
 * @param most The largest possible value.
 */
export function pBelow(values: readonly number[], limit: number, most: number): number {
  return race([most, ...values].map((value) => -value), -limit);
}

/** Range and confidence of an interval. */
export interface MeanOptions {
  /** The smallest and the largest possible value. */
  readonly range: Interval;
  /** How often the interval may miss the mean. @default {0.05} */
  readonly alpha?: number;
}

/**
 * Confidence interval of the mean. A value that is known only as an interval may lie anywhere in
 * it.
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

/** The largest limit that is implausible as a mean. */
function bisect(from: number, to: number, isPlausible: (limit: number) => boolean): number {
  let low = from, high = to;
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (isPlausible(middle)) high = middle;
    else low = middle;
  }
  return low;
}
