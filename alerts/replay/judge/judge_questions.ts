import { Buffer } from "node:buffer";
import { z } from "zod";
import { caseDocument, type Question as CaseQuestion } from "../../src/llm/render.ts";
import { renderBody } from "../../src/llm/render_body.ts";
import { keyOf, type RecordedRequest } from "../cassette/recording.ts";
import { type Answer, readAnswer } from "../checks/read_answer.ts";
import { questionOf, requestTo } from "../request_of.ts";
import type { ReplayCase } from "../read_cases.ts";
import type { Row } from "../row.ts";
import type { Question } from "../run/estimate.ts";
import type { Judge } from "./judge.ts";

/** A question to the judge about the answer in a row. */
export interface JudgeQuestion extends Question {
  readonly place: Row;
}

export interface JudgedRows {
  readonly cases: readonly ReplayCase[];
  readonly rows: readonly Row[];
}

/**
 * The questions to a judge, one for each answer. A failed call has none, and neither has a refusal
 * or another answer without text.
 */
export function* judgeQuestions(
  judge: Judge,
  { cases, rows }: JudgedRows,
): Generator<JudgeQuestion & { readonly asked: RecordedRequest }> {
  const byId = new Map(cases.map((one) => [one.id, one]));
  for (const place of rows) {
    if (!place.answer || !isChosen(judge, place)) continue;
    const question = questionOf(byId.get(place.case)!);
    const answer = readAnswer(place.answer.response, question);
    if (!answer.text?.trim()) continue;
    const request = () => judgeRequest(judge, question, answer);
    const asked = request();
    const bytes = Buffer.byteLength(asked.body);
    yield { place, key: keyOf(asked), bytes, render: judge.render, request, asked };
  }
}

/** Whether an answer is one of those that the judge is asked about. */
export function isChosen(
  { cases, repeats = Infinity }: Pick<Judge, "cases" | "repeats">,
  { case: id, sample }: Pick<Row, "case" | "sample">,
): boolean {
  return sample < repeats && (cases?.some((begin) => id.startsWith(begin)) ?? true);
}

/** The request for a judgement of an answer. An answer that breaks the form is judged by its text. */
export function judgeRequest(
  judge: Judge,
  question: CaseQuestion,
  { text, written }: Pick<Answer, "text" | "written">,
): RecordedRequest {
  const criteria = Object.fromEntries(judge.criteria.map(({ name, question }) => [name, question]));
  const document = { ...caseDocument(question), analysis: written ?? text ?? "", criteria };
  const body = renderBody({ prompt: judge.prompt, document, form: formOf(judge) }, judge.render);
  return requestTo(judge, { kind: "judge", body, sample: 0 });
}

/** A yes or no for each criterion. The reason comes first, so that the verdict follows from it. */
function formOf({ criteria }: Judge): z.ZodObject {
  const reason = z.string().describe("The one reason that decides, in a sentence");
  const verdict = z.object({ reason, verdict: z.enum(["yes", "no"]) });
  return z.object(
    Object.fromEntries(criteria.map(({ name, question }) => [name, verdict.describe(question)])),
  );
}
