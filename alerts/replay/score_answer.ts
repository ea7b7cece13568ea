/**
 * Scores one answer.
 *
 * @module
 */

import { ALL_CHECKS } from "./checks/all_checks.ts";
import type { Check, Given, Score } from "./checks/check.ts";
import type { Place } from "./row.ts";

/** Options of {@linkcode scoreAnswer}. */
export interface ScoreOptions {
  /** The checks. @default all of them */
  readonly checks?: readonly Check[];
  /** How much grades count, by name, where it is not as the check says. @default {{}} */
  readonly weights?: Readonly<Record<string, number>>;
}

/**
 * Judges an answer by every check, and adds the row `score`: the weighted mean of the grades that
 * apply, or 0 if a gate was not passed.
 *
 * @returns A row per check, in the order of the checks, and the score as the last one.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { factsOf } from "./checks/facts.ts";
 * import { readAnswer } from "./checks/read_answer.ts";
 * import { scoreAnswer } from "./score_answer.ts";
 *
 * const incident = {
 *   source: "alertmanager", fingerprint: "f", episode: "f/0", title: "Down", status: "firing",
 *   severity: "warning", startsAt: 0, labels: {}, annotations: {}, links: [],
 * } as const;
 * const scores = scoreAnswer(
 *   { case: "a", cluster: "Down", variant: "short", sample: 0 },
 *   { facts: factsOf({ incident, context: [] }), shown: new Set(), answer: readAnswer(null) },
 * );
 * assert.deepEqual(scores.at(-1), {
 *   case: "a", cluster: "Down", variant: "short", sample: 0, check: "score", kind: "score",
 *   value: 0, reason: "complete: it did not come to its end: no_answer",
 * });
 * ```
 */
export function scoreAnswer(place: Place, given: Given, options: ScoreOptions = {}): Score[] {
  const { checks = ALL_CHECKS, weights = {} } = options;
  const { case: id, cluster, variant, sample } = place;
  const at = { case: id, cluster, variant, sample };
  let sum = 0, weight = 0;
  let closed: Score | undefined;
  const scores = checks.map((check): Score => {
    const { name, kind } = check;
    const score = { ...at, check: name, kind, ...check.judge(given) };
    if (kind === "gate") {
      if (score.value === 0) closed ??= score;
    } else if (score.value !== null) {
      const counts = weights[name] ?? check.weight;
      sum += counts * score.value;
      weight += counts;
    }
    return score;
  });
  return [...scores, {
    ...at,
    check: "score",
    kind: "score",
    value: closed ? 0 : weight > 0 ? sum / weight : 1,
    reason: closed ? `${closed.check}: ${closed.reason}` : "weighted mean of the grades",
  }];
}
