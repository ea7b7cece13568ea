/**
 * Holm's step-down correction (1979): the probability of any error is at most `alpha`, whatever the
 * dependence.
 *
 * @param mayBeTrue Number of hypotheses that can be true given the rejected ones: fewer than the
 * rest if some exclude each other (Shaffer 1986). @default all that are left
 * @returns Adjusted p-values in the same order.
 */
export function holm(
  ps: readonly number[],
  mayBeTrue: (rejected: ReadonlySet<number>) => number = ({ size }) => ps.length - size,
): number[] {
  const adjusted = new Array<number>(ps.length);
  const rejected = new Set<number>();
  let largest = 0;
  for (const { p, at } of ps.map((p, at) => ({ p, at })).sort((a, b) => a.p - b.p)) {
    largest = Math.max(largest, Math.min(1, p * mayBeTrue(rejected)));
    adjusted[at] = largest;
    rejected.add(at);
  }
  return adjusted;
}
