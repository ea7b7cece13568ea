import jstat from "jstat";

/** Upper bound of a share (Clopper and Pearson 1934), one-sided. */
export function shareAtMost(count: number, of: number, confidence: number): number {
  return count >= of ? 1 : jstat.beta.inv(confidence, count + 1, of - count);
}

/** Exact two-sided sign test; 1 without observations. */
export function signTestP(ups: number, downs: number): number {
  const fewer = Math.min(ups, downs), all = ups + downs;
  return all === 0 || 2 * fewer >= all ? 1 : Math.min(1, 2 * jstat.binomial.cdf(fewer, all, 0.5));
}
