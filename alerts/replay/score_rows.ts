import type { AnsweredVariant } from "./answers.ts";
import { ALL_CHECKS } from "./checks/all_checks.ts";
import type { Question } from "../src/llm/render.ts";
import type { Check, Score } from "./checks/check.ts";
import { type Facts, factsOf } from "./checks/facts.ts";
import { readAnswer } from "./checks/read_answer.ts";
import { questionOf } from "./request_of.ts";
import type { ReplayCase } from "./replay_case.ts";
import type { Row } from "./row.ts";
import { scoreAnswer } from "./score_answer.ts";

export interface ScoreRowsOptions {
  readonly cases: readonly ReplayCase[];
  readonly variants: readonly Pick<AnsweredVariant, "name" | "context">[];
  readonly checks?: readonly Check[];
  readonly weights?: Readonly<Record<string, number>>;
}

/** Judges answers by every check. A failed call or a missing answer gets no value. */
export function scoreRows(
  rows: readonly Row[],
  { cases, variants, checks = ALL_CHECKS, weights = {} }: ScoreRowsOptions,
): Score[] {
  const byId = new Map(cases.map((one) => [one.id, one]));
  const byName = new Map(variants.map((variant) => [variant.name, variant]));
  const facts = new Map<string, Facts>(), asked = new Map<string, Question>();
  const judged: Score[] = [];
  for (const row of rows) {
    const one = byId.get(row.case)!, variant = byName.get(row.variant)!;
    let truth = facts.get(one.id);
    if (!truth) facts.set(one.id, truth = factsOf(questionOf(one, { context: "full" })));
    const name = `${variant.context} ${one.id}`;
    let question = asked.get(name);
    if (!question) asked.set(name, question = questionOf(one, variant));
    const scores = scoreAnswer(row, {
      facts: truth,
      ...(one.label && { label: one.label }),
      answer: readAnswer(row.answer?.response ?? null, question),
    }, { checks, weights });
    for (const score of scores) judged.push(ofRow(score, row));
  }
  return judged;
}

/** A failed call is not a failed answer: what the model would have said is unknown. */
function ofRow(score: Score, { status, failure = "unknown" }: Row): Score {
  if (status === "answered" || score.value === null) return score;
  return status === "missing"
    ? { ...score, value: null, reason: "missing" }
    : { ...score, value: null, isFailedCall: true, reason: `the call failed: ${failure}` };
}
