import type { Score } from "./checks/check.ts";
import type { Config } from "./config/read_config.ts";
import {
  type Bounded,
  effectiveNames,
  mean,
  type NamePair,
  type Paired,
  pairNames,
} from "./statistics/by_name.ts";
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

/** @default {{ cap: 0.3, within: 0.1 }} */
export interface CompareOptions extends Partial<Pick<Config, "cap" | "within">> {
  readonly baseline: string;
  /** Checks that get a verdict. @default {["score"]} */
  readonly primaries?: readonly string[];
  /** Candidates that get a verdict; the others get only figures. @default all */
  readonly judged?: readonly string[];
  /** Probability that any verdict of the run is wrong. @default {0.05} */
  readonly alpha?: number;
}

export interface Comparison extends Paired, Readonly<ReturnType<typeof figuresOf>> {
  readonly candidate: string;
  readonly baseline: string;
  readonly check: string;
  readonly kind: Score["kind"];
  /** Failed calls of both. The interval holds whatever their answers would have been. */
  readonly failedCalls: number;
  readonly verdict?: ReturnType<typeof verdictsOf>[number];
}

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
  const candidates = new Set(scores.map(({ variant }) => variant));
  candidates.delete(baseline);
  const byCheck = [...Map.groupBy(scores, ({ check }) => check)]
    .sort(([a], [b]) => Number(primaries.includes(b)) - Number(primaries.includes(a)))
    .map(([check, own]) => ({
      check,
      kind: own[0]!.kind,
      variants: Map.groupBy(own, ({ variant }) => variant),
    }));
  const comparisons = [...candidates].flatMap((candidate) =>
    byCheck.flatMap(({ check, kind, variants }): Comparison[] => {
      const old = variants.get(baseline) ?? [], one = variants.get(candidate) ?? [];
      const paired = pairNames(old, one);
      return paired.names.length === 0 ? [] : [{
        candidate,
        baseline,
        check,
        kind,
        ...paired,
        failedCalls: [...old, ...one].filter(({ isFailedCall }) => isFailedCall).length,
        ...figuresOf(paired.names, cap),
      }];
    })
  );
  const decided = comparisons.filter(({ candidate, check }) =>
    primaries.includes(check) && (judged?.includes(candidate) ?? true)
  );
  const verdicts = verdictsOf(decided, options);
  return comparisons.map((one) => {
    const verdict = verdicts[decided.indexOf(one)];
    return verdict ? { ...one, verdict } : one;
  });
}

function figuresOf(names: readonly NamePair[], cap: number) {
  const differences = names.map(({ difference }) => difference);
  const meanOver = (all: readonly Bounded[]) => mean(all.flatMap((one) => one.mean ?? []));
  const losers = differences.filter(({ low }) => low < -cap).length;
  return {
    /** The number of equally frequent names that a mean over alerts would be worth. */
    effectiveNames: effectiveNames(names),
    baselineMean: meanOver(names.map(({ baseline }) => baseline)),
    candidateMean: meanOver(names.map(({ candidate }) => candidate)),
    difference: meanOver(differences),
    /** 95 % interval of the mean over names; not corrected for other checks. */
    interval: meanInterval(differences, RANGE),
    /** For no difference; two-sided, not corrected. */
    p: twoSided(differences),
    /** Names that lose more than `cap`, and an upper bound of their share (95 %). */
    losers: { names: losers, atMost: shareAtMost(losers, names.length, 0.95), cap },
  };
}

/** p for a mean of zero. With a `reach` below 1, each name's difference is clipped to it. */
function twoSided(differences: readonly Interval[], reach = 1): number {
  const above = pAbove(differences.map(({ low }) => clip(low, reach)), 0, -reach);
  const below = pBelow(differences.map(({ high }) => clip(high, reach)), 0, reach);
  return Math.min(1, 2 * above, 2 * below);
}

function clip(value: number, reach: number): number {
  return Math.max(-reach, Math.min(reach, value));
}

/** p for a mean at least `margin` away from zero (two one-sided tests). */
function notWithin(differences: readonly Interval[], margin: number): number {
  return Math.max(
    pAbove(differences.map(({ low }) => low), -margin, RANGE.low),
    pBelow(differences.map(({ high }) => high), margin, RANGE.high),
  );
}

/** Hypotheses per comparison, in this order: no difference, none typically, at least `within`. */
const HYPOTHESES = 3;

/** Findings with their p-values, corrected for all decisions of the run. */
function verdictsOf(
  decided: readonly Pick<Comparison, "p" | "names">[],
  { alpha = 0.05, cap = 0.3, within = 0.1 }: CompareOptions,
) {
  const ps = decided.flatMap(({ p, names }) => {
    const differences = names.map(({ difference }) => difference);
    return [p, twoSided(differences, cap), notWithin(differences, within)];
  });
  // A mean cannot be both zero and at least `within` away: one of the two is always false.
  const adjusted = holm(ps, (rejected) =>
    decided.reduce((count, _, at) => {
      const [none, typical, far] = [0, 1, 2].map((of) => rejected.has(HYPOTHESES * at + of));
      return count + (typical ? 0 : 1) + (none && far ? 0 : 1);
    }, 0));
  return decided.map((one, at) => {
    const [p, typicalP, withinP] = adjusted.slice(HYPOTHESES * at) as [number, number, number];
    const way = (reach: number) =>
      one.names.reduce((sum, { difference: { low } }) => sum + clip(low, reach), 0) > 0
        ? "better"
        : "worse";
    const finding: Finding = one.names.length < leastNames(decided.length, alpha)
      ? "too few names"
      : p <= alpha
      ? way(1)
      : typicalP <= alpha
      ? `typically ${way(cap)}`
      : withinP <= alpha
      ? "as good as"
      : "undecided";
    // `typicalP` is for a mean in which no name counts more than `cap`.
    return { finding, p, typicalP, withinP };
  });
}

/** With fewer names than this, no outcome at all would be significant. */
export function leastNames(decisions: number, alpha: number): number {
  return Math.ceil(Math.log2(2 * 2 * decisions / alpha) - 1e-9);
}
