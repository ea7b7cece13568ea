/**
 * What must not pass a review: a candidate that is surely worse, or that fails a gate where the
 * baseline held.
 *
 * @module
 */

import type { Score } from "./checks/check.ts";
import type { Comparison } from "./compare.ts";

/** Why a candidate fails. */
export interface Regression {
  /** The variant. */
  readonly candidate: string;
  /** Name of the check. */
  readonly check: string;
  /** The alert, where it is about a single one. */
  readonly case?: string;
  /** What happened, for people. */
  readonly reason: string;
}

/** Options of {@linkcode regressions}. */
export interface RegressionOptions {
  /** Name of the variant that the others are compared with. */
  readonly baseline: string;
  /** How much worse a candidate may be. @default {0} */
  readonly margin?: number;
}

/**
 * Finds regressions. A candidate fails where its verdict is `worse` and the upper bound of
 * (candidate - baseline) of the primary check is below `-margin`: noise does not fail. It fails as well at each
 * alert where all answers of the baseline passed a gate and one of its own did not.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { regressions } from "./regressions.ts";
 *
 * const score = (variant: string, value: number) => ({
 *   case: "a", cluster: "Down", variant, sample: 0, check: "valid", kind: "gate", value,
 *   reason: value ? "it has the form" : "it is no JSON",
 * } as const);
 * const found = regressions([score("old", 1), score("new", 0)], [], { baseline: "old" });
 * assert.deepEqual(found, [
 *   { candidate: "new", check: "valid", case: "a", reason: "it is no JSON" },
 * ]);
 * ```
 */
export function regressions(
  scores: readonly Score[],
  comparisons: readonly Comparison[],
  { baseline, margin = 0 }: RegressionOptions,
): Regression[] {
  const worse = comparisons.flatMap(({ candidate, check, interval, verdict }): Regression[] =>
    verdict?.finding === "worse" && interval && interval.high < -margin
      ? [{
        candidate,
        check,
        reason: `it is worse by at least ${(-interval.high).toFixed(3)}, allowed is ${margin}`,
      }]
      : []
  );
  const gates = scores.filter(({ kind, value }) => kind === "gate" && value !== null);
  const place = (score: Score) => `${score.check}\n${score.case}`;
  const held = new Set<string>(), broken = new Set<string>();
  for (const score of gates.filter(({ variant }) => variant === baseline)) {
    (score.value === 1 ? held : broken).add(place(score));
  }
  const told = new Set<string>();
  const lost = gates.flatMap((score): Regression[] => {
    const { variant: candidate, check, case: id, value, reason } = score;
    const key = `${candidate}\n${place(score)}`;
    const isLost = candidate !== baseline && value !== 1 && held.has(place(score)) &&
      !broken.has(place(score)) && !told.has(key);
    if (!isLost) return [];
    told.add(key);
    return [{ candidate, check, case: id, reason }];
  });
  return [...worse, ...lost];
}
