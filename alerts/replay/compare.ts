import type { Score } from "./checks/check.ts";
import { effectiveNames, mean, type NamePair, pairNames } from "./statistics/by_name.ts";
import { type Interval, meanInterval, pAbove, pBelow } from "./statistics/gaffke.ts";
import { holm } from "./statistics/holm.ts";
import { shareAtMost } from "./statistics/proportions.ts";

/** What a comparison says. `undecided` is not "equally good"; that is `as good as`. */
export type Finding =
  | "better"
  | "worse"
  | "typically better"
  | "typically worse"
  | "as good as"
  | "undecided"
  | "too few names";

/** A finding with the p-values that it rests on, each corrected for all that the run decides. */
export interface Verdict {
  readonly finding: Finding;
  readonly p: number;
  /** That the mean differs if no name counts more than `cap`. */
  readonly typicalP: number;
  /** That the mean differs by less than `within`. */
  readonly withinP: number;
}

export interface CompareOptions {
  readonly baseline: string;
  /** The checks that verdicts are about, chosen before the run. @default {["score"]} */
  readonly primaries?: readonly string[];
  /** Candidates that verdicts are about; the others get figures alone. @default all */
  readonly judged?: readonly string[];
  /** How often any verdict of the run may be wrong. @default {0.05} */
  readonly alpha?: number;
  /** To what the difference at a name counts in the typical difference. @default {0.3} */
  readonly cap?: number;
  /** Differences that are as good as none. @default {0.1} */
  readonly within?: number;
}

/** A candidate against the baseline, in one check. */
export interface Comparison {
  readonly candidate: string;
  readonly baseline: string;
  readonly check: string;
  readonly kind: Score["kind"];
  readonly alerts: number;
  /** Alerts that only one of them was judged at: they are in no figure here. */
  readonly unpaired: number;
  /** Calls of both that failed. The interval holds whatever their answers would have been. */
  readonly failedCalls: number;
  /** The names of those alerts with both variants' means: the number that counts. */
  readonly names: readonly NamePair[];
  /** As how many equal names the alerts would count in a mean over alerts. */
  readonly effectiveNames: number;
  readonly baselineMean: number | null;
  readonly candidateMean: number | null;
  readonly difference: number | null;
  /** Mean over alerts, which counts a name as often as it fired. */
  readonly byAlert: number | null;
  /** Where the mean over all such names is, with 95 % confidence; not corrected for other checks. */
  readonly interval: Interval;
  /** That there is no difference, two-sided, not corrected. */
  readonly p: number;
  /** Names that lose more than `cap`, and how large their share of all names may be (95 %). */
  readonly losers: { readonly names: number; readonly atMost: number; readonly cap: number };
  readonly verdict?: Verdict;
}

/** Differences lie between these. */
const RANGE: Interval = { low: -1, high: 1 };

/**
 * Compares every variant with the baseline, in every check. The unit is the name of an alert: repeats
 * are averaged within their alert, alerts within their name. Verdicts are about the primary checks
 * alone, and wrong in at most `alpha` of all runs, over all candidates and primary checks together.
 *
 * @param scores All rows of a run. Rows whose value is `null` are left out, unless the call failed.
 * @returns One comparison for each candidate and check, in the order of first appearance.
 */
export function compareVariants(scores: readonly Score[], options: CompareOptions): Comparison[] {
  const { baseline, primaries = ["score"], cap = 0.3, judged } = options;
  const candidates = [...new Set(scores.map(({ variant }) => variant))]
    .filter((variant) => variant !== baseline);
  const byCheck = [...Map.groupBy(scores, ({ check }) => check)].map(([check, own]) => ({
    check,
    kind: own[0]!.kind,
    variants: Map.groupBy(own, ({ variant }) => variant),
  }));
  const comparisons = candidates.flatMap((candidate) =>
    byCheck.flatMap(({ check, kind, variants }): Comparison[] => {
      const compared = compareScores(variants.get(baseline), variants.get(candidate), cap);
      return compared ? [{ candidate, baseline, check, kind, ...compared }] : [];
    })
  );
  const decided = comparisons.filter(({ candidate, check }) =>
    primaries.includes(check) && (judged?.includes(candidate) ?? true)
  );
  const verdicts = verdictsOf(decided, options);
  return comparisons.map((one) => {
    const verdict = verdicts.get(one);
    return verdict ? { ...one, verdict } : one;
  });
}

function compareScores(
  old: readonly Score[] = [],
  one: readonly Score[] = [],
  cap: number,
): Omit<Comparison, "candidate" | "baseline" | "check" | "kind" | "verdict"> | null {
  const { names, alerts, unpaired, byAlert } = pairNames(old, one);
  if (names.length === 0) return null;
  const meanOver = (of: (name: NamePair) => number | null) =>
    mean(names.flatMap((name) => of(name) ?? []));
  const ranges = names.map(({ difference }) => difference.range);
  const losers = ranges.filter(({ low }) => low < -cap).length;
  return {
    alerts,
    unpaired,
    failedCalls: [...old, ...one].filter(({ isFailedCall }) => isFailedCall).length,
    names,
    effectiveNames: effectiveNames(names),
    baselineMean: meanOver(({ baseline }) => baseline.mean),
    candidateMean: meanOver(({ candidate }) => candidate.mean),
    difference: meanOver(({ difference }) => difference.mean),
    byAlert,
    interval: meanInterval(ranges, { range: RANGE }),
    p: twoSided(ranges),
    losers: { names: losers, atMost: shareAtMost(losers, names.length, 0.95), cap },
  };
}

/** That the mean is zero. With a `reach` below 1 each name counts at most that: large losses as well. */
function twoSided(ranges: readonly Interval[], reach = 1): number {
  const clip = (value: number) => Math.max(-reach, Math.min(reach, value));
  return Math.min(
    1,
    2 * pAbove(ranges.map(({ low }) => clip(low)), 0, -reach),
    2 * pBelow(ranges.map(({ high }) => clip(high)), 0, reach),
  );
}

/** That the mean is a `margin` or more away from zero, by two one-sided tests. */
function notWithin(ranges: readonly Interval[], margin: number): number {
  return Math.max(
    pAbove(ranges.map(({ low }) => low), -margin, RANGE.low),
    pBelow(ranges.map(({ high }) => high), margin, RANGE.high),
  );
}

/** Hypotheses of each comparison, in this order: no difference, none typically, at least `within`. */
const HYPOTHESES = 3;

function verdictsOf(
  decided: readonly Comparison[],
  { alpha = 0.05, cap = 0.3, within = 0.1 }: CompareOptions,
): ReadonlyMap<Comparison, Verdict> {
  const ps = decided.flatMap(({ p, names }) => {
    const ranges = names.map(({ difference }) => difference.range);
    return [p, twoSided(ranges, cap), notWithin(ranges, within)];
  });
  // A mean cannot be zero and at least `within` at once: one of these two is false anyway.
  const adjusted = holm(ps, (rejected) =>
    decided.reduce((count, _, at) => {
      const [none, typical, far] = [0, 1, 2].map((of) => rejected.has(HYPOTHESES * at + of));
      return count + (typical ? 0 : 1) + (none && far ? 0 : 1);
    }, 0));
  return new Map(decided.map((one, at) => {
    const [p, typicalP, withinP] = adjusted.slice(HYPOTHESES * at) as [number, number, number];
    const sign = (reach: number, good: Finding, bad: Finding) =>
      one.names.reduce(
          (sum, { difference: { range: { low } } }) => sum + Math.max(-reach, Math.min(reach, low)),
          0,
        ) > 0
        ? good
        : bad;
    const finding: Finding = one.names.length < leastNames(decided.length, alpha)
      ? "too few names"
      : p <= alpha
      ? sign(1, "better", "worse")
      : typicalP <= alpha
      ? sign(cap, "typically better", "typically worse")
      : withinP <= alpha
      ? "as good as"
      : "undecided";
    return [one, { finding, p, typicalP, withinP }];
  }));
}

/**
 * The least number of names with which anything can be found: with fewer, not even the same outcome
 * at all of them is.
 */
export function leastNames(decisions: number, alpha: number): number {
  return Math.ceil(Math.log2(2 * 2 * decisions / alpha) - 1e-9);
}
