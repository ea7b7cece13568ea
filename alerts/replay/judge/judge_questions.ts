import { Buffer } from "node:buffer";
import { keyOf } from "../cassette/recording.ts";
import type { RecordedRequest } from "../cassette/recording.ts";
import { type Answer, readAnswer } from "../checks/read_answer.ts";
import { questionOf } from "../question_of.ts";
import type { ReplayCase } from "../replay_case.ts";
import type { Row } from "../row.ts";
import type { Question } from "../run/ask_all.ts";
import type { Judge } from "./judge.ts";
import { judgeRequest, pairRequest } from "./judge_requests.ts";

/** What a judge is asked: whether an answer is good, or which of two is better, in which order. */
export type JudgeQuestionKind = "verdict" | "baseline first" | "candidate first";

/** A question to the judge, at the row of the answer, of two at that of the candidate. */
export interface JudgeQuestion extends Question {
  readonly kind: JudgeQuestionKind;
  readonly place: Row;
}

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
    yield {
      ...question(() => judgeRequest(judge, truth(row), answer)),
      kind: "verdict",
      place: row,
    };
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
    yield { ...one, kind: "baseline first", place: candidate };
    yield { ...other, kind: "candidate first", place: candidate };
  }
}

/** Whether a judge is to judge an answer. */
export function isChosen(
  { cases, repeats = Infinity }: Pick<Judge, "cases" | "repeats">,
  { case: id, sample }: Pick<Row, "case" | "sample">,
): boolean {
  return sample < repeats && (cases?.some((begin) => id.startsWith(begin)) ?? true);
}

/**
 * The answer that a judge is shown, as the service would push it. There is none where a call
 * failed, nor where a model wrote no word, as at a refusal: nobody has to be asked what that is
 * worth.
 */
function judgedAnswer(
  { answer }: Pick<Row, "answer">,
  question?: Parameters<typeof readAnswer>[1],
): Answer | null {
  const read = answer && readAnswer(answer.response, question);
  return read?.text?.trim() ? read : null;
}

/** An answer of a candidate beside the baseline's of the same alert and repeat. */
interface JudgedPair {
  readonly candidate: Row;
  readonly candidateAnswer: Answer;
  readonly baselineAnswer: Answer;
}

/**
 * The pairs of answers that a judge may compare. Where one of both has no answer there is no pair.
 */
export function* judgedPairs(
  rows: readonly Row[],
  baseline: string,
  truth: (row: Row) => Parameters<typeof judgedAnswer>[1] = () => undefined,
): Generator<JudgedPair> {
  const place = ({ case: id, sample }: Row) => JSON.stringify([id, sample]);
  const own = new Map<string, Answer>();
  for (const row of rows.filter(({ variant }) => variant === baseline)) {
    const answer = judgedAnswer(row, truth(row));
    if (answer) own.set(place(row), answer);
  }
  for (const candidate of rows) {
    if (candidate.variant === baseline) continue;
    const baselineAnswer = own.get(place(candidate));
    const candidateAnswer = baselineAnswer && judgedAnswer(candidate, truth(candidate));
    if (baselineAnswer && candidateAnswer) yield { candidate, candidateAnswer, baselineAnswer };
  }
}
