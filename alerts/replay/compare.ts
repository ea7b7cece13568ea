/**
 * Which variant is better, and how sure that is.
 *
 * @module
 */

import type { Score } from "./checks/check.ts";
import { clusterMean, detectable, type Interval, meanInterval } from "./statistics/cluster_mean.ts";
import { holm } from "./statistics/holm.ts";
import { pairByCase, type Scored } from "./statistics/paired_difference.ts";
import { comparePassRates, type PassRates } from "./statistics/pass_rates.ts";
import { signFlipP } from "./statistics/sign_flip.ts";

/** What a comparison says; `no evidence` is not "equally good". */
export type Finding = "better" | "worse" | "no evidence";

/** Options of {@linkcode compareVariants}. */
export interface CompareOptions {
  /** Name of the variant that the others are compared with. */
  readonly baseline: string;
  /** The check that the verdict is about, chosen before the run. @default {"score"} */
  readonly primary?: string;
  /** Of the permutations: the same seed gives the same p. @default {1} */
  readonly seed?: number;
  /** How often a verdict may be wrong where there is no difference. @default {0.05} */
  readonly alpha?: number;
  /** Permutations that are drawn where there are too many to try them all. @default {10_000} */
  readonly draws?: number;
  /** How often a difference of the detectable size would have been seen. @default {0.8} */
  readonly power?: number;
}

/** A candidate against the baseline, in one check. */
export interface Comparison {
  /** The variant in question. */
  readonly candidate: string;
  /** The variant it is compared with. */
  readonly baseline: string;
  /** Name of the check. */
  readonly check: string;
  /** What kind of check. */
  readonly kind: Score["kind"];
  /** Alerts that both were judged at. */
  readonly alerts: number;
  /** Alerts that only one of them was judged at: they are in no figure here. */
  readonly unpaired: number;
  /** Names of alerts: the number that counts. */
  readonly clusters: number;
  /** Answers to an alert, the fewest of both; they are averaged first. */
  readonly repeats: number;
  /** Mean of the baseline over the alerts. */
  readonly baselineMean: number;
  /** Mean of the candidate over the alerts. */
  readonly candidateMean: number;
  /** Candidate minus baseline. */
  readonly difference: number;
  /** Where the true difference is, with confidence `1 - alpha`; `null` with a single cluster. */
  readonly interval: Interval | null;
  /** Of the sign-flip permutation over clusters, two-sided. */
  readonly p: number;
  /**
   * Smallest true difference that would have been seen; `null` where the clusters are too few to find
   * any: below six the permutation test cannot fall under 0.05.
   */
  readonly detectable: number | null;
  /** Of gates: how many alerts passed, and the exact statistics of that. */
  readonly passRates?: PassRates;
  /** Of the primary check alone: p corrected for the number of candidates, and the verdict. */
  readonly verdict?: { readonly p: number; readonly finding: Finding };
}

/**
 * Compares every variant with the baseline, in every check.
 *
 * The unit is the alert: repeats are averaged, then the difference at each alert is taken, and alerts
 * of one name count as one cluster. A candidate is `better` or `worse` only if both the cluster-robust
 * t interval leaves out zero and the permutation test, corrected by Holm for the number of candidates,
 * finds it; checks other than the primary one get figures, but no verdict.
 *
 * @param scores All rows of a run. Rows whose value is `null` are left out: the check does not apply.
 * @returns One comparison for each candidate and check, in the order of first appearance.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { compareVariants } from "./compare.ts";
 *
 * const scores = ["a", "b", "c", "d", "e", "f", "g"].flatMap((id, at) =>
 *   ["old", "new"].map((variant) => ({
 *     case: id, cluster: id, variant, sample: 0, check: "score", kind: "score", reason: "",
 *     value: variant === "new" ? 0.8 + 0.01 * at : 0.5,
 *   } as const))
 * );
 * const [comparison] = compareVariants(scores, { baseline: "old" });
 * assert.equal(comparison?.verdict?.finding, "better");
 * assert.equal(comparison?.difference.toFixed(2), "0.33");
 * ```
 */
export function compareVariants(scores: readonly Score[], options: CompareOptions): Comparison[] {
  const { baseline, primary = "score", alpha = 0.05 } = options;
  const tables = byCheckAndVariant(scores);
  const names = [...new Set(scores.map(({ variant }) => variant))];
  const candidates = names.filter((variant) => variant !== baseline);
  const comparisons = candidates.flatMap((candidate) =>
    [...tables].flatMap(([check, { kind, variants }]): Comparison[] => {
      const old = variants.get(baseline), one = variants.get(candidate);
      if (!old || !one) return [];
      const verdicts = check === primary ? candidates.length : 1;
      const compared = compareScores(old, one, verdicts, options);
      return compared ? [{ candidate, baseline, check, kind, ...compared }] : [];
    })
  );
  const judged = comparisons.filter(({ check }) => check === primary);
  const adjusted = holm(judged.map(({ p }) => p));
  return comparisons.map((comparison) => {
    const at = judged.indexOf(comparison);
    if (at < 0) return comparison;
    const p = adjusted[at]!;
    return { ...comparison, verdict: { p, finding: findingOf(comparison.interval, p, alpha) } };
  });
}

interface CheckTable {
  readonly kind: Score["kind"];
  readonly variants: Map<string, (Scored & { readonly kind: Score["kind"] })[]>;
}

function byCheckAndVariant(scores: readonly Score[]): Map<string, CheckTable> {
  const tables = new Map<string, CheckTable>();
  for (const { case: id, cluster, variant, check, kind, value } of scores) {
    if (value === null) continue;
    let table = tables.get(check);
    if (!table) tables.set(check, table = { kind, variants: new Map() });
    let list = table.variants.get(variant);
    if (!list) table.variants.set(variant, list = []);
    list.push({ case: id, cluster, value, kind });
  }
  return tables;
}

function compareScores(
  old: readonly (Scored & { readonly kind: Score["kind"] })[],
  one: readonly Scored[],
  verdicts: number,
  { seed = 1, draws = 10_000, alpha = 0.05, power = 0.8 }: CompareOptions,
): Omit<Comparison, "candidate" | "baseline" | "check" | "kind" | "verdict"> | null {
  const pairs = pairByCase(old, one);
  if (pairs.length === 0) return null;
  const differences = pairs.map(({ cluster, baseline, candidate }) => ({
    cluster,
    value: candidate - baseline,
  }));
  const estimate = clusterMean(differences);
  const mean = (of: (pair: typeof pairs[number]) => number) =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  const cases = new Set([...old, ...one].map((scored) => scored.case));
  return {
    alerts: pairs.length,
    unpaired: cases.size - pairs.length,
    clusters: estimate.clusters,
    repeats: Math.min(fewest(old), fewest(one)),
    baselineMean: mean(({ baseline }) => baseline),
    candidateMean: mean(({ candidate }) => candidate),
    difference: estimate.mean,
    interval: meanInterval(estimate, 1 - alpha),
    p: signFlipP(differences, { seed, draws }),
    detectable: canTell(estimate.clusters, alpha / verdicts)
      ? detectable(estimate, { alpha: alpha / verdicts, power })
      : null,
    ...(old[0]?.kind === "gate" && { passRates: comparePassRates(pairs, 1 - alpha) }),
  };
}

/** Whether the least p of all sign flips is small enough. */
function canTell(clusters: number, alpha: number): boolean {
  return 2 / 2 ** clusters <= alpha;
}

/** Fewest answers to any alert. */
function fewest(scored: readonly Scored[]): number {
  const counts = new Map<string, number>();
  for (const { case: id } of scored) counts.set(id, (counts.get(id) ?? 0) + 1);
  return Math.min(...counts.values());
}

function findingOf(interval: Interval | null, p: number, alpha: number): Finding {
  if (interval === null || p > alpha) return "no evidence";
  return interval.low > 0 ? "better" : interval.high < 0 ? "worse" : "no evidence";
}

/**
 * A verdict for people. Where there is no evidence it says what size of a difference would have been
 * seen, so that nobody takes it for "equally good".
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { verdictInWords } from "./compare.ts";
 *
 * assert.equal(
 *   verdictInWords({ detectable: 0.0734, difference: 0.02, verdict: { p: 0.4, finding: "no evidence" } }),
 *   "no evidence (could have seen ≥ 0.08)",
 * );
 * ```
 */
export function verdictInWords(
  { verdict, detectable, difference }: Pick<Comparison, "verdict" | "detectable" | "difference">,
): string {
  if (!verdict) return "";
  if (verdict.finding !== "no evidence") return verdict.finding;
  if (detectable === null) return "no evidence (too few kinds of alerts to tell)";
  if (detectable === 0 && difference === 0) return "no evidence (the same at every alert)";
  return `no evidence (could have seen ≥ ${(Math.ceil(detectable * 100 - 1e-9) / 100).toFixed(2)})`;
}
