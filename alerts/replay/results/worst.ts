import type { Score } from "../checks/check.ts";
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
  const byCase = Map.groupBy(scores, (score) => score.case);
  return [...byCase].flatMap(([id, own]) => {
    const byVariant = Map.groupBy(own, ({ variant }) => variant);
    const old = meansOf(byVariant.get(baseline) ?? []);
    return [...byVariant].flatMap(([candidate, scores]): Loss[] => {
      const one = meansOf(scores);
      const before = scoreOf(old), after = scoreOf(one);
      if (candidate === baseline || before === undefined || after === undefined) return [];
      if (after >= before) return [];
      const lost = [...one].filter(([check, mean]) =>
        !SCORES.includes(check) && mean < (old.get(check) ?? mean)
      ).sort(([a, x], [b, y]) => (x - old.get(a)!) - (y - old.get(b)!));
      return [{
        case: id,
        cluster: own[0]!.cluster,
        candidate,
        baselineScore: before,
        candidateScore: after,
        reasons: lost.slice(0, REASONS).map(([check]) => ({
          check,
          reason: worstOf(scores, check).reason,
        })),
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

/** Means by check. Judgements are not part of the score. */
function meansOf(scores: readonly Score[]): Map<string, number> {
  const byCheck = Map.groupBy(
    scores.filter(({ kind, value }) => kind !== "judge" && value !== null),
    ({ check }) => check,
  );
  return new Map(
    [...byCheck].map(([check, all]) => [
      check,
      all.reduce((sum, { value }) => sum + value!, 0) / all.length,
    ]),
  );
}

function worstOf(scores: readonly Score[], check: string): Score {
  return scores.filter((score) => score.check === check)
    .reduce((worst, one) => (one.value ?? 1) < (worst.value ?? 1) ? one : worst);
}
