import type { Answer } from "../checks/read_answer.ts";
import type { Row } from "../row.ts";
import { judgedAnswer } from "./judged_answer.ts";

/** An answer of a candidate beside the baseline's of the same alert and repeat. */
export interface JudgedPair {
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
