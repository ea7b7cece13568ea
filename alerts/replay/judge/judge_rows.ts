import { Buffer } from "node:buffer";
import { z } from "zod";
import { readReply } from "../../src/llm/read_reply.ts";
import { caseDocument, type Question as CaseQuestion } from "../../src/llm/render.ts";
import { renderBody } from "../../src/llm/render_body.ts";
import { parsedJson } from "../../src/text/parsed_json.ts";
import { visibleText } from "../../src/text/visible_text.ts";
import { keyOf, type RecordedAnswer, type RecordedRequest } from "../cassette/recording.ts";
import type { Score } from "../checks/check.ts";
import { type Answer, readAnswer } from "../checks/read_answer.ts";
import type { Config } from "../config/read_config.ts";
import type { ReplayCase } from "../read_cases.ts";
import { questionOf, requestTo } from "../request_of.ts";
import { type Place, placeName, type Row } from "../row.ts";
import { priceOf, type Question, type RecordedUse, totalCost } from "../run/estimate.ts";
import { readVerdicts, referenceAgreement } from "./agreement.ts";

export type Judge = NonNullable<Config["judge"]>;

interface JudgedRows {
  readonly cases: readonly ReplayCase[];
  readonly rows: readonly Row[];
}

/** The questions to a judge, one for each answer that has a text. */
export function* judgeQuestions(
  judge: Judge,
  { cases, rows }: JudgedRows,
): Generator<Question & { readonly place: Row; readonly asked: RecordedRequest }> {
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

/** Whether the judge is asked about an answer. */
function isChosen({ cases, repeats = Infinity }: Judge, { case: id, sample }: Place): boolean {
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

/** Reads the judgements of answers from recordings, and compares them with reference verdicts. */
export async function judgeRows(
  judge: Judge,
  judged: JudgedRows,
  { cassettes, verdicts, prices }: Pick<Config, "cassettes" | "verdicts" | "prices">,
) {
  const references = verdicts === undefined ? [] : await readVerdicts(verdicts, judge.criteria);
  const { model } = judge.render;
  const said = new Map<string, RecordedAnswer["response"] | null>();
  const counted = new Set<string>(), used: RecordedUse[] = [];
  const missing: Question[] = [];
  let total = 0, isSynthetic = false;
  for (const { asked, ...question } of judgeQuestions(judge, judged)) {
    total++;
    const recording = await cassettes.read(asked, question.key);
    said.set(placeName(question.place), recording?.response ?? null);
    if (!recording) {
      missing.push(question);
      continue;
    }
    isSynthetic ||= recording.origin === "synthetic";
    const { usage } = readReply(recording.response);
    // Identical answers share one judgement.
    if (!usage || counted.has(question.key)) continue;
    const usd = priceOf(model, usage, Date.parse(recording.recordedAt), prices);
    counted.add(question.key);
    used.push({ ...usage, model, bytes: question.bytes, usd });
  }
  const scores = judged.rows.flatMap((row) =>
    row.status === "missing" || !isChosen(judge, row)
      ? []
      : judgeScores(row, said.get(placeName(row)), judge.criteria)
  );
  const unread = (variant: string, name: string) =>
    scores.filter((one) =>
      one.variant === variant && one.check === `judge_${name}` && one.value === null
    ).length;
  const variants = [...new Set(judged.rows.map(({ variant }) => variant))];
  return {
    report: {
      model,
      /** Name and beginning of the hash. */
      prompt: `${judge.prompt.name}@${judge.prompt.sha256.slice(0, 12)}`,
      /** `null` if a price is unknown. [USD] */
      usd: totalCost(used.map(({ usd }) => usd)) ?? null,
      /** Missing and unreadable verdicts by variant and criterion. */
      missing: new Map(variants.map((variant) => [
        variant,
        new Map(judge.criteria.map(({ name }) => [name, unread(variant, name)])),
      ])),
      agreement: referenceAgreement(judged.rows, scores, references, judge.criteria),
    },
    scores,
    total,
    missing,
    used,
    isSynthetic,
  };
}

const verdictForm = z.object({ verdict: z.enum(["yes", "no"]), reason: z.string().catch("") })
  .transform(({ verdict, reason }) => ({
    value: verdict === "yes" ? 1 : 0,
    reason: visibleText(reason),
  }));
const judgementForm = z.record(z.string(), verdictForm.nullable().catch(null)).catch({});

/**
 * Verdicts as scores: 1 for yes, 0 for no, `null` if the verdict is missing or unreadable. Where
 * there is no answer to judge, it is 0.
 *
 * @param response `null` if the judge was not asked, `undefined` if there is nothing to ask about.
 */
export function judgeScores(
  { case: id, cluster, variant, sample }: Place,
  response: RecordedAnswer["response"] | null | undefined,
  criteria: Judge["criteria"],
): Score[] {
  const reading = response && readReply(response);
  const said = reading && "text" in reading ? parsedJson(reading.text) : undefined;
  const verdicts = new Map(Object.entries(judgementForm.parse(said)));
  const unread = response ? "the judge's verdict cannot be read" : "the judge was not asked";
  return criteria.map(({ name }): Score => {
    const check = `judge_${name}`;
    const at = { case: id, cluster, variant, sample, check, kind: "judge" } as const;
    if (response === undefined) return { ...at, value: 0, reason: "there is no answer to judge" };
    return { ...at, ...verdicts.get(name) ?? { value: null, reason: unread } };
  });
}
