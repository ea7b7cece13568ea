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
/** Level of each side of an interval. */
const SIDE = 0.025;

/**
 * One-sided p for "the mean is at most `limit`": exact, without random numbers.
 *
 * The weights are normed exponentials, so this is a relay race of two teams: the legs last on
 * average as long as values lie above or below the limit. A leg of mean `v` outlasts one of mean
 * `w` with probability `v / (v + w)`.
 *
 * @param least The smallest possible value.
 */
export function pAbove(values: readonly number[], limit: number, least: number): number {
  const above: number[] = [], below: number[] = [];
  for (const value of [least, ...values]) {
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

/** One-sided p for "the mean is at least `limit`"; `most` is the largest possible value. */
export function pBelow(values: readonly number[], limit: number, most: number): number {
  return pAbove(values.map((value) => -value), -limit, -most);
}

/** 95 % interval of the mean of values in a range, each known only as an interval. */
export function meanInterval(values: readonly Interval[], range: Interval): Interval {
  const turned = values.map(({ high }) => -high);
  return {
    low: lowerBound(values.map(({ low }) => low), range.low, range.high),
    high: -lowerBound(turned, -range.high, -range.low),
  };
}

/** The largest limit that is implausible as a mean. */
function lowerBound(values: readonly number[], least: number, most: number): number {
  let low = least, high = most;
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (pAbove(values, middle, least) > SIDE) high = middle;
    else low = middle;
  }
  return low;
}
