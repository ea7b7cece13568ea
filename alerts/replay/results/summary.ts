/**
 * A run in a few figures per variant.
 *
 * @module
 */

import { quantiles } from "../../../src/frames/distribution.ts";
import type { Score } from "../checks/check.ts";
import type { Row } from "../row.ts";
import { clusterMean, type Interval, meanInterval } from "../statistics/cluster_mean.ts";

/** Figures of a variant. */
export interface VariantSummary {
  /** Name of the variant. */
  readonly variant: string;
  /** Answers, and places without one. */
  readonly answered: number;
  /** Calls that failed. */
  readonly errors: number;
  /** Answers that were never asked for. */
  readonly missing: number;
  /** Mean score over the alerts; `null` without any. */
  readonly score: number | null;
  /** Where the mean of all such alerts is, with 95 % confidence. */
  readonly interval: Interval | null;
  /** Mean of each check over the alerts, by name; `null` where it applies nowhere. */
  readonly checks: ReadonlyMap<string, number | null>;
  /** Answers that passed every gate, as a share; `null` without any. */
  readonly passed: number | null;
  /** Tokens of all answers. */
  readonly tokens: { readonly input: number; readonly output: number };
  /** Cost of all answers; `null` if the price of one is not known. [USD] */
  readonly usd: number | null;
  /** Half of the answers took at most so long; `null` without any. [ms] */
  readonly latency: number | null;
}

/**
 * Sums a run up. Means are over alerts: the repeats of an alert are averaged first.
 *
 * @returns In the order of the rows' variants.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { summarize } from "./summary.ts";
 *
 * const place = { case: "a", cluster: "Down", variant: "short", sample: 0 };
 * const [summary] = summarize(
 *   [{ ...place, key: "00", status: "answered", usd: 0.01 }],
 *   [{ ...place, check: "score", kind: "score", value: 0.5, reason: "" }],
 * );
 * assert.equal(summary?.score, 0.5);
 * assert.equal(summary?.usd, 0.01);
 * ```
 */
export function summarize(rows: readonly Row[], scores: readonly Score[]): VariantSummary[] {
  const byVariant = Map.groupBy(rows, ({ variant }) => variant);
  const scored = Map.groupBy(scores, ({ variant }) => variant);
  const checks = [...new Set(scores.map(({ check }) => check))];
  return [...byVariant].map(([variant, rows]) => {
    const own = Map.groupBy(scored.get(variant) ?? [], ({ check }) => check);
    const means = new Map(checks.map((check) => [check, meanOf(own.get(check) ?? [])]));
    const counted = (status: Row["status"]) => rows.filter((row) => row.status === status);
    const answered = counted("answered");
    const estimate = means.get("score");
    return {
      variant,
      answered: answered.length,
      errors: counted("error").length,
      missing: counted("missing").length,
      score: estimate?.mean ?? null,
      interval: estimate ? meanInterval(estimate, 0.95) : null,
      checks: new Map([...means].map(([check, mean]) => [check, mean?.mean ?? null])),
      passed: passedOf(scored.get(variant) ?? []),
      tokens: {
        input: answered.reduce((sum, { usage }) => sum + (usage?.input ?? 0), 0),
        output: answered.reduce((sum, { usage }) => sum + (usage?.output ?? 0), 0),
      },
      usd: answered.every(({ usd }) => usd !== undefined)
        ? answered.reduce((sum, { usd }) => sum + usd!, 0)
        : null,
      latency: median(answered.flatMap(({ latency }) => latency ?? [])),
    };
  });
}

function meanOf(scores: readonly Score[]) {
  const byCase = new Map<string, { cluster: string; sum: number; count: number }>();
  for (const { case: id, cluster, value } of scores) {
    if (value === null) continue;
    const entry = byCase.get(id) ?? { cluster, sum: 0, count: 0 };
    entry.sum += value;
    entry.count++;
    byCase.set(id, entry);
  }
  if (byCase.size === 0) return null;
  return clusterMean(
    [...byCase.values()].map(({ cluster, sum, count }) => ({ cluster, value: sum / count })),
  );
}

function passedOf(scores: readonly Score[]): number | null {
  const gates = scores.filter(({ kind, value }) => kind === "gate" && value !== null);
  const answers = Map.groupBy(gates, (score) => `${score.case}\n${score.sample}`);
  if (answers.size === 0) return null;
  const passed = [...answers.values()].filter((all) => all.every(({ value }) => value === 1));
  return passed.length / answers.size;
}

function median(values: readonly number[]): number | null {
  return values.length === 0 ? null : quantiles(values, [0.5])[0]!;
}
