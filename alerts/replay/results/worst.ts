import type { Score } from "../checks/check.ts";
import { mean } from "../statistics/by_name.ts";
import type { RunResults } from "./run_results.ts";

/** Alerts where candidates score below the baseline, the largest losses first. */
export function losses({ baseline, scores }: Pick<RunResults, "baseline" | "scores">) {
  const totals = scores.filter(({ kind, value }) => kind === "score" && value !== null);
  return [...Map.groupBy(totals, (score) => score.case)].flatMap(([id, own]) => {
    const variants = Map.groupBy(own, ({ variant }) => variant);
    const baselineScore = meanOf(variants.get(baseline) ?? []);
    return [...variants].flatMap(([candidate, all]) => {
      const candidateScore = meanOf(all)!;
      if (baselineScore === null || candidateScore >= baselineScore) return [];
      const { cluster, reason } = all.reduce((worst, one) =>
        one.value! < worst.value! ? one : worst
      );
      // The reason of the worst answer.
      return [{ case: id, cluster, candidate, baselineScore, candidateScore, reason }];
    });
  }).sort((a, b) =>
    (a.candidateScore - a.baselineScore) - (b.candidateScore - b.baselineScore) ||
    (a.case < b.case ? -1 : 1)
  );
}

function meanOf(scores: readonly Score[]): number | null {
  return mean(scores.map(({ value }) => value!));
}
