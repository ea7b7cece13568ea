import type { Score } from "../checks/check.ts";
import { mean } from "../statistics/by_name.ts";
import type { RunResults } from "./run_results.ts";

export interface Loss {
  readonly case: string;
  readonly cluster: string;
  readonly candidate: string;
  readonly baselineScore: number;
  readonly candidateScore: number;
  /** Checks that lost most, with the reason of the worst answer. */
  readonly reasons: readonly { readonly check: string; readonly reason: string }[];
}

/** The score of an answer, with a label and without. */
const SCORES = ["score", "form_only"];
const REASONS = 3;

/** Alerts where candidates score below the baseline, the largest losses first. */
export function losses({ baseline, scores }: Pick<RunResults, "baseline" | "scores">): Loss[] {
  // Judgements are not part of the score.
  const counted = scores.filter(({ kind, value }) => kind !== "judge" && value !== null);
  return [...Map.groupBy(counted, (score) => score.case)].flatMap(([id, own]) => {
    const variants = Map.groupBy(own, ({ variant }) => variant);
    const old = meansOf(variants.get(baseline) ?? []);
    return [...variants].flatMap(([candidate, all]): Loss[] => {
      const one = meansOf(all);
      const before = scoreOf(old), after = scoreOf(one);
      if (before === undefined || after === undefined || after >= before) return [];
      const lost = [...one].flatMap(([check, mean]) => {
        const by = mean - (old.get(check) ?? mean);
        return by < 0 && !SCORES.includes(check) ? [{ check, by }] : [];
      }).sort((a, b) => a.by - b.by).slice(0, REASONS);
      return [{
        case: id,
        cluster: own[0]!.cluster,
        candidate,
        baselineScore: before,
        candidateScore: after,
        reasons: lost.map(({ check }) => ({ check, reason: worstOf(all, check).reason })),
      }];
    });
  }).sort((a, b) =>
    (a.candidateScore - a.baselineScore) - (b.candidateScore - b.baselineScore) ||
    (a.case < b.case ? -1 : 1)
  );
}

function scoreOf(means: ReadonlyMap<string, number>): number | undefined {
  return SCORES.map((name) => means.get(name)).find((mean) => mean !== undefined);
}

/** Means by check. */
function meansOf(scores: readonly Score[]): Map<string, number> {
  return new Map(
    [...Map.groupBy(scores, ({ check }) => check)]
      .map(([check, all]) => [check, mean(all.map(({ value }) => value!))!]),
  );
}

function worstOf(scores: readonly Score[], check: string): Score {
  return scores.filter((score) => score.check === check)
    .reduce((worst, one) => one.value! < worst.value! ? one : worst);
}
