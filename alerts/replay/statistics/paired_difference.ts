/**
 * What two variants scored for the same alert.
 *
 * @module
 */

/** A score of one answer. */
export interface Scored {
  /** Id of the case. */
  readonly case: string;
  /** What the case is one of many of: the alert's name. */
  readonly cluster: string;
  /** The score. */
  readonly value: number;
}

/** Two variants at one alert, each the mean of its repeats. */
export interface Pair {
  /** Id of the case. */
  readonly case: string;
  /** Cluster of the case. */
  readonly cluster: string;
  /** Mean of the baseline's answers. */
  readonly baseline: number;
  /** Mean of the candidate's answers. */
  readonly candidate: number;
}

/**
 * Pairs two variants by alert. The repeats are averaged first: they tell about one alert, not about
 * several. An alert that only one of them answered has no pair; whoever calls must know how many.
 *
 * @returns In the order of the cases' ids.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { pairByCase } from "./paired_difference.ts";
 *
 * const scored = (value: number) => ({ case: "a", cluster: "Down", value });
 * assert.deepEqual(pairByCase([scored(0), scored(1)], [scored(1), scored(1)]), [
 *   { case: "a", cluster: "Down", baseline: 0.5, candidate: 1 },
 * ]);
 * ```
 */
export function pairByCase(baseline: readonly Scored[], candidate: readonly Scored[]): Pair[] {
  const other = meansByCase(candidate);
  return [...meansByCase(baseline)].flatMap(([id, { cluster, mean }]) => {
    const found = other.get(id);
    return found ? [{ case: id, cluster, baseline: mean, candidate: found.mean }] : [];
  }).sort((a, b) => a.case < b.case ? -1 : 1);
}

function meansByCase(scored: readonly Scored[]) {
  const sums = new Map<string, { cluster: string; sum: number; count: number }>();
  for (const { case: id, cluster, value } of scored) {
    const entry = sums.get(id) ?? { cluster, sum: 0, count: 0 };
    entry.sum += value;
    entry.count++;
    sums.set(id, entry);
  }
  return new Map(
    [...sums].map(([id, { cluster, sum, count }]) => [id, { cluster, mean: sum / count }]),
  );
}
