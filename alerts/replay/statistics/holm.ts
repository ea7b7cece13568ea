/**
 * Corrects p-values for their number, by Holm's step-down method (1979): at most `alpha` for the
 * chance that any of them is wrong, whatever they have to do with each other.
 *
 * @param mayBeTrue How many hypotheses can be true at once, given those that are rejected already. It
 * is fewer than the rest where some exclude each other (Shaffer 1986). @default all that are left
 * @returns The adjusted p-values, in the same order.
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
