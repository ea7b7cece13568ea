import { Buffer } from "node:buffer";
import { keyOf } from "../cassette/key_of.ts";
import type { RecordedRequest } from "../cassette/recording.ts";
import { readAnswer } from "../checks/read_answer.ts";
import { questionOf } from "../question_of.ts";
import type { ReplayCase } from "../replay_case.ts";
import type { Row } from "../row.ts";
import type { Question } from "../run/ask_all.ts";
import type { Judge } from "./judge.ts";
import { judgeRequest, pairRequest } from "./judge_requests.ts";

/** A question to the judge. */
export type JudgeQuestion =
  & Question
  & (
    /** Is this answer good? */
    | { readonly kind: "verdict"; readonly row: Row }
    /** Which of two is better? The first one is the baseline's, or the candidate's. */
    | { readonly kind: "pair"; readonly candidate: Row; readonly isBaselineFirst: boolean }
  );

/** What is judged. */
export interface JudgedRows {
  /** The cases that the rows are about. */
  readonly cases: readonly ReplayCase[];
  /** Rows of all variants. */
  readonly rows: readonly Row[];
  /** Name of the variant that the others are compared with. */
  readonly baseline: string;
}

/**
 * All that a judge is asked about answers: a verdict on each, and where it compares, each candidate's
 * answer beside the baseline's of the same repeat, in both orders. Requests are made one by one.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { judgeQuestions } from "./judge_questions.ts";
 *
 * const none = judgeQuestions({} as never, { cases: [], rows: [], baseline: "old" });
 * assert.deepEqual([...none], []);
 * ```
 */
export function* judgeQuestions(
  judge: Judge,
  { cases, rows, baseline }: JudgedRows,
): Generator<JudgeQuestion & { readonly asked: RecordedRequest }> {
  const byId = new Map(cases.map((one) => [one.id, one]));
  const answered = rows.filter(({ answer }) => answer);
  const question = (make: () => RecordedRequest) => {
    const asked = make();
    const bytes = Buffer.byteLength(asked.body);
    return { key: keyOf(asked), bytes, render: judge.render, request: make, asked };
  };
  const truth = (row: Row) => questionOf(byId.get(row.case)!, { context: "full" });
  const read = ({ answer }: Row) => readAnswer(answer!.response);
  for (const row of answered) {
    yield {
      ...question(() => judgeRequest(judge, truth(row), read(row))),
      kind: "verdict",
      row,
    };
  }
  const { pairPrompt } = judge;
  if (!pairPrompt) return;
  const place = ({ case: id, sample }: Row) => JSON.stringify([id, sample]);
  const own = new Map(
    answered.filter(({ variant }) => variant === baseline).map((row) => [place(row), row]),
  );
  for (const candidate of answered) {
    const old = own.get(place(candidate));
    if (candidate.variant === baseline || !old) continue;
    for (const isBaselineFirst of [true, false]) {
      const pair = isBaselineFirst ? [old, candidate] as const : [candidate, old] as const;
      yield {
        ...question(() =>
          pairRequest(judge, pairPrompt, truth(candidate), [read(pair[0]), read(pair[1])])
        ),
        kind: "pair",
        candidate,
        isBaselineFirst,
      };
    }
  }
}
