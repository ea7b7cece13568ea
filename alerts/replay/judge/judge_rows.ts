import { z } from "zod";
import type { Price } from "../../src/llm/prices.ts";
import { readReply } from "../../src/llm/read_reply.ts";
import { visibleText } from "../../src/text/visible_text.ts";
import type { Cassettes } from "../cassette/cassettes.ts";
import type { Score } from "../checks/check.ts";
import { parsedJson } from "../checks/parsed_json.ts";
import { type Place, placeName, type Row } from "../row.ts";
import { priceOf, type RecordedUse, totalCost } from "../run/estimate.ts";
import { type ReferenceAgreement, referenceAgreement } from "./agreement.ts";
import type { Criterion, Judge } from "./judge.ts";
import {
  isChosen,
  type JudgedRows,
  type JudgeQuestion,
  judgeQuestions,
} from "./judge_questions.ts";
import type { ReferenceVerdict } from "./read_verdicts.ts";

export interface JudgeReport {
  readonly model: string;
  /** Name and beginning of the hash. */
  readonly prompt: string;
  /** `null` if a price is unknown. [USD] */
  readonly usd: number | null;
  /** Missing and unreadable verdicts by variant and criterion. */
  readonly missing: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly agreement: ReferenceAgreement;
}

/** The judge's verdicts, and the questions without an answer. */
export interface JudgedAnswers {
  readonly report: JudgeReport;
  readonly scores: readonly Score[];
  readonly total: number;
  readonly missing: readonly JudgeQuestion[];
  readonly used: readonly RecordedUse[];
  readonly isSynthetic: boolean;
}

export interface JudgeRowsOptions {
  /** Reference verdicts on the same answers. @default none */
  readonly references?: readonly ReferenceVerdict[];
  readonly prices?: readonly Price[];
}

export async function judgeRows(
  judge: Judge,
  judged: JudgedRows,
  cassettes: Pick<Cassettes, "read">,
  { references = [], prices = [] }: JudgeRowsOptions = {},
): Promise<JudgedAnswers> {
  const { model } = judge.render;
  const said = new Map<string, JudgeResponse>();
  const counted = new Set<string>(), used: RecordedUse[] = [];
  const missing: JudgeQuestion[] = [];
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
  return {
    report: {
      model,
      prompt: `${judge.prompt.name}@${judge.prompt.sha256.slice(0, 12)}`,
      usd: totalCost(used.map(({ usd }) => usd)) ?? null,
      missing: missingVerdicts(judge, judged.rows, scores),
      agreement: referenceAgreement(judged.rows, scores, references, judge.criteria),
    },
    scores,
    total,
    missing,
    used,
    isSynthetic,
  };
}

function missingVerdicts(
  { criteria }: Judge,
  rows: readonly Row[],
  scores: readonly Score[],
): JudgeReport["missing"] {
  const unread = scores.filter(({ value }) => value === null);
  const variants = [...new Set(rows.map(({ variant }) => variant))];
  return new Map(variants.map((variant) => {
    const own = unread.filter((score) => score.variant === variant);
    const count = (name: string) => own.filter(({ check }) => check === `judge_${name}`).length;
    return [variant, new Map(criteria.map(({ name }) => [name, count(name)]))];
  }));
}

/** `null` if the judge was not asked, `undefined` if there is nothing to ask about. */
type JudgeResponse =
  | { readonly status: number; readonly body: string }
  | null
  | undefined;

const verdictForm = z.object({ verdict: z.enum(["yes", "no"]), reason: z.string().catch("") });

/**
 * Verdicts as scores: 1 for yes, 0 for no, `null` if the verdict is missing or unreadable. Where
 * there is no answer to judge, it is 0.
 */
export function judgeScores(
  { case: id, cluster, variant, sample }: Place,
  response: JudgeResponse,
  criteria: readonly Pick<Criterion, "name">[],
): Score[] {
  const verdicts = parsed(response);
  return criteria.map(({ name }): Score => {
    const place = { case: id, cluster, variant, sample };
    const at = { ...place, check: `judge_${name}`, kind: "judge" } as const;
    if (response === undefined) return { ...at, value: 0, reason: "there is no answer to judge" };
    const { data } = verdictForm.safeParse(verdicts?.[name]);
    if (data) {
      return { ...at, value: data.verdict === "yes" ? 1 : 0, reason: visibleText(data.reason) };
    }
    const reason = response ? "the judge's verdict cannot be read" : "the judge was not asked";
    return { ...at, value: null, reason };
  });
}

function parsed(response: JudgeResponse): Record<string, unknown> | undefined {
  const reading = response && readReply(response);
  const json = reading && "text" in reading ? parsedJson(reading.text) : undefined;
  return z.record(z.string(), z.unknown()).safeParse(json).data;
}
