import { quantiles } from "../../../src/frames/distribution.ts";
import type { Score } from "../checks/check.ts";
import type { Row } from "../row.ts";
import { mean, nameMean } from "../statistics/by_name.ts";

export type VariantSummary = ReturnType<typeof summarize>[number];

/** Figures by variant. Means are over names. */
export function summarize(rows: readonly Row[], scores: readonly Score[]) {
  const byVariant = Map.groupBy(rows, ({ variant }) => variant);
  const scored = Map.groupBy(scores, ({ variant }) => variant);
  const checks = [...new Set(scores.map(({ check }) => check))];
  return [...byVariant].map(([variant, rows]) => {
    const own = Map.groupBy(scored.get(variant) ?? [], ({ check }) => check);
    const counted = (status: Row["status"]) => rows.filter((row) => row.status === status);
    const answered = counted("answered");
    const latencies = answered.flatMap(({ latency }) => latency ?? []);
    return {
      variant,
      answered: answered.length,
      errors: counted("error").length,
      missing: counted("missing").length,
      /** Means over names, in the order of the checks. */
      checks: new Map(checks.map((check) => [check, nameMean(own.get(check) ?? [])])),
      /** Alerts where every answer passed every gate, of all answered ones. */
      passed: passedOf(scored.get(variant) ?? []),
      tokens: {
        input: answered.reduce((sum, { usage }) => sum + (usage?.input ?? 0), 0),
        output: answered.reduce((sum, { usage }) => sum + (usage?.output ?? 0), 0),
      },
      /** `null` if a price is unknown. [USD] */
      usd: answered.every(({ usd }) => usd !== undefined)
        ? answered.reduce((sum, { usd }) => sum + usd!, 0)
        : null,
      /** Median; `null` without answers. [ms] */
      latency: latencies.length === 0 ? null : quantiles(latencies, [0.5])[0]!,
    };
  });
}

function passedOf(scores: readonly Score[]) {
  const gates = scores.filter(({ kind, value }) => kind === "gate" && value !== null);
  const alerts = [...Map.groupBy(gates, (score) => score.case).values()];
  return {
    alerts: alerts.filter((all) => all.every(({ value }) => value === 1)).length,
    of: alerts.length,
  };
}

/** Alerts where candidates score below the baseline, the largest losses first. */
export function losses(
  { baseline, scores }: { readonly baseline: string; readonly scores: readonly Score[] },
) {
  const meanOf = (own: readonly Score[]) => mean(own.map(({ value }) => value!));
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
