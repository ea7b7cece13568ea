import jstat from "jstat";

/**
 * Upper bound of a share after Clopper and Pearson (1934), one-sided: the true share is at most
 * this, with the given confidence.
 */
export function shareAtMost(count: number, of: number, confidence: number): number {
  return count >= of ? 1 : jstat.beta.inv(confidence, count + 1, of - count);
}

/**
 * Exact sign test: how likely so uneven a split is if both sides are equally likely.
 *
 * @returns Two-sided p; 1 without anything to count.
 */
export function signTestP(ups: number, downs: number): number {
  const fewer = Math.min(ups, downs), all = ups + downs;
  return all === 0 || 2 * fewer >= all ? 1 : Math.min(1, 2 * jstat.binomial.cdf(fewer, all, 0.5));
}
