import { Buffer } from "node:buffer";
import { keyOf } from "../cassette/key_of.ts";
import type { RecordedRequest } from "../cassette/recording.ts";
import type { Answer } from "../checks/read_answer.ts";
import { questionOf } from "../question_of.ts";
import type { ReplayCase } from "../replay_case.ts";
import type { Row } from "../row.ts";
import type { Question } from "../run/ask_all.ts";
import type { Judge } from "./judge.ts";
import { judgeRequest, pairRequest } from "./judge_requests.ts";
import { judgedAnswer } from "./judged_answer.ts";
import { judgedPairs } from "./judged_pairs.ts";

/** A question to the judge. */
export type JudgeQuestion =
  & Question
  & (
    | { readonly kind: "verdict"; readonly row: Row }
    /** Which of two is better? The first one is the baseline's, or the candidate's. */
    | { readonly kind: "pair"; readonly candidate: Row; readonly isBaselineFirst: boolean }
  );

/** What is judged. */
export interface JudgedRows {
  readonly cases: readonly ReplayCase[];
  readonly rows: readonly Row[];
  readonly baseline: string;
}

/**
 * All that a judge is asked about answers: a verdict on each, and where it compares, each
 * candidate's answer beside the baseline's of the same repeat, in both orders. Requests are made
 * one by one. Of two answers that are the same nobody is asked which is better.
 */
export function* judgeQuestions(
  judge: Judge,
  { cases, rows, baseline }: JudgedRows,
): Generator<JudgeQuestion & { readonly asked: RecordedRequest }> {
  const byId = new Map(cases.map((one) => [one.id, one]));
  const truth = (row: Row) => questionOf(byId.get(row.case)!, { context: "full" });
  const question = (make: () => RecordedRequest) => {
    const asked = make();
    const bytes = Buffer.byteLength(asked.body);
    return { key: keyOf(asked), bytes, render: judge.render, request: make, asked };
  };
  for (const row of rows) {
    if (!isChosen(judge, row)) continue;
    const answer = judgedAnswer(row, truth(row));
    if (!answer) continue;
    yield { ...question(() => judgeRequest(judge, truth(row), answer)), kind: "verdict", row };
  }
  const { pairPrompt } = judge;
  if (!pairPrompt) return;
  for (
    const { candidate, candidateAnswer, baselineAnswer } of judgedPairs(
      rows.filter((row) => isChosen(judge, row)),
      baseline,
      truth,
    )
  ) {
    const compare = (pair: readonly [Answer, Answer]) =>
      question(() => pairRequest(judge, pairPrompt, truth(candidate), pair));
    const one = compare([baselineAnswer, candidateAnswer]);
    const other = compare([candidateAnswer, baselineAnswer]);
    // Both wrote the same: whatever a judge would prefer is only a place.
    if (one.key === other.key) continue;
    yield { ...one, kind: "pair", candidate, isBaselineFirst: true };
    yield { ...other, kind: "pair", candidate, isBaselineFirst: false };
  }
}

/** Whether a judge is to judge an answer. */
export function isChosen(
  { cases, repeats = Infinity }: Pick<Judge, "cases" | "repeats">,
  { case: id, sample }: Pick<Row, "case" | "sample">,
): boolean {
  return sample < repeats && (cases?.some((begin) => id.startsWith(begin)) ?? true);
}
