import type { Score } from "./checks/check.ts";
import { effectiveNames, mean, type NamePair, pairNames } from "./statistics/by_name.ts";
import { type Interval, meanInterval, pAbove, pBelow } from "./statistics/gaffke.ts";
import { holm } from "./statistics/holm.ts";
import { shareAtMost } from "./statistics/proportions.ts";

/** `undecided` is not "equally good"; that is `as good as`. */
export type Finding =
  | "better"
  | "worse"
  | "typically better"
  | "typically worse"
  | "as good as"
  | "undecided"
  | "too few names";

/** A finding with its p-values, corrected for all decisions of the run. */
export interface Verdict {
  readonly finding: Finding;
  readonly p: number;
  /** For a difference of the mean if no name counts more than `cap`. */
  readonly typicalP: number;
  /** For a difference of less than `within`. */
  readonly withinP: number;
}

export interface CompareOptions {
  readonly baseline: string;
  readonly primaries?: readonly string[];
  /** Candidates that get a verdict; the others get only figures. @default all */
  readonly judged?: readonly string[];
  /** Probability that any verdict of the run is wrong. @default {0.05} */
  readonly alpha?: number;
  /** Limit for one name's share in the typical difference. @default {0.3} */
  readonly cap?: number;
  /** Differences up to this count as equal. @default {0.1} */
  readonly within?: number;
}

export interface Comparison {
  readonly candidate: string;
  readonly baseline: string;
  readonly check: string;
  readonly kind: Score["kind"];
  readonly alerts: number;
  /** Alerts judged for only one of the two; in no figure here. */
  readonly unpaired: number;
  /** Failed calls of both. The interval holds whatever their answers would have been. */
  readonly failedCalls: number;
  /** The unit of the statistics. */
  readonly names: readonly NamePair[];
  /** The number of equally frequent names that a mean over alerts would be worth. */
  readonly effectiveNames: number;
  readonly baselineMean: number | null;
  readonly candidateMean: number | null;
  readonly difference: number | null;
  readonly byAlert: number | null;
  /** 95 % interval of the mean over names; not corrected for other checks. */
  readonly interval: Interval;
  /** For no difference; two-sided, not corrected. */
  readonly p: number;
  /** Names that lose more than `cap`, and an upper bound of their share (95 %). */
  readonly losers: { readonly names: number; readonly atMost: number; readonly cap: number };
  readonly verdict?: Verdict;
}

/** Range of a difference. */
const RANGE: Interval = { low: -1, high: 1 };

/**
 * Compares every variant with the baseline in every check. Repeats are averaged within their alert
 * and alerts within their name. Verdicts cover the primary checks and are wrong in at most `alpha`
 * of runs, over all candidates and primaries together.
 *
 * @param scores All scores of a run. `null` is left out unless the call failed.
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

/** p for a mean of zero. With a `reach` below 1, each name's difference is clipped to it. */
function twoSided(ranges: readonly Interval[], reach = 1): number {
  const clip = (value: number) => Math.max(-reach, Math.min(reach, value));
  return Math.min(
    1,
    2 * pAbove(ranges.map(({ low }) => clip(low)), 0, -reach),
    2 * pBelow(ranges.map(({ high }) => clip(high)), 0, reach),
  );
}

/** p for a mean at least `margin` away from zero (two one-sided tests). */
function notWithin(ranges: readonly Interval[], margin: number): number {
  return Math.max(
    pAbove(ranges.map(({ low }) => low), -margin, RANGE.low),
    pBelow(ranges.map(({ high }) => high), margin, RANGE.high),
  );
}

/** Hypotheses per comparison, in this order: no difference, none typically, at least `within`. */
const HYPOTHESES = 3;

function verdictsOf(
  decided: readonly Comparison[],
  { alpha = 0.05, cap = 0.3, within = 0.1 }: CompareOptions,
): ReadonlyMap<Comparison, Verdict> {
  const ps = decided.flatMap(({ p, names }) => {
    const ranges = names.map(({ difference }) => difference.range);
    return [p, twoSided(ranges, cap), notWithin(ranges, within)];
  });
  // A mean cannot be both zero and at least `within` away: one of the two is always false.
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

/** With fewer names than this, no outcome at all would be significant. */
export function leastNames(decisions: number, alpha: number): number {
  return Math.ceil(Math.log2(2 * 2 * decisions / alpha) - 1e-9);
}
