import { z } from "zod";
import { readReply } from "../../src/llm/read_reply.ts";
import { visibleText } from "../../src/text/visible_text.ts";
import { openCassettes } from "../cassette/cassettes.ts";
import type { RecordedAnswer } from "../cassette/recording.ts";
import type { Score } from "../checks/check.ts";
import type { Config } from "../config/read_config.ts";
import { parsedJson } from "../../src/text/parsed_json.ts";
import { type Place, placeName, type Row } from "../row.ts";
import { addUse, priceOf, type RecordedUse } from "../run/estimate.ts";
import { readVerdicts, referenceAgreement } from "./agreement.ts";
import {
  isChosen,
  type Judge,
  type JudgedRows,
  type JudgeQuestion,
  judgeQuestions,
} from "./judge_questions.ts";

/** The judge's verdicts, and the questions without an answer. */
export type JudgedAnswers = Awaited<ReturnType<typeof judgeRows>>;

/** Reads the judgements of answers from recordings, and compares them with reference verdicts. */
export async function judgeRows(
  judge: Judge,
  judged: JudgedRows,
  { cassettes: folder, verdicts, prices }: Pick<Config, "cassettes" | "verdicts" | "prices">,
) {
  const cassettes = openCassettes(folder);
  const references = verdicts === undefined ? [] : await readVerdicts(verdicts, judge.criteria);
  const { model } = judge.render;
  const said = new Map<string, RecordedAnswer["response"] | null>();
  const counted = new Set<string>(), used = new Map<string, RecordedUse>();
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
    addUse(used, model, { bytes: question.bytes, usage, usd });
  }
  const scores = judged.rows.flatMap((row) =>
    row.status === "missing" || !isChosen(judge, row)
      ? []
      : judgeScores(row, said.get(placeName(row)), judge.criteria)
  );
  return {
    report: {
      model,
      /** Name and beginning of the hash. */
      prompt: `${judge.prompt.name}@${judge.prompt.sha256.slice(0, 12)}`,
      /** `null` if a price is unknown. [USD] */
      usd: used.size === 0 ? 0 : used.get(model)?.usd ?? null,
      /** Missing and unreadable verdicts by variant and criterion. */
      missing: missingVerdicts(judge.criteria, judged.rows, scores),
      agreement: referenceAgreement(judged.rows, scores, references, judge.criteria),
    },
    scores,
    total,
    missing,
    /** Usage of the recorded judgements by model. */
    used,
    isSynthetic,
  };
}

function missingVerdicts(
  criteria: Judge["criteria"],
  rows: readonly Row[],
  scores: readonly Score[],
): Map<string, Map<string, number>> {
  const unread = scores.filter(({ value }) => value === null);
  const count = (variant: string, name: string) =>
    unread.filter((one) => one.variant === variant && one.check === `judge_${name}`).length;
  const variants = [...new Set(rows.map(({ variant }) => variant))];
  return new Map(variants.map((variant) => [
    variant,
    new Map(criteria.map(({ name }) => [name, count(variant, name)])),
  ]));
}

const judgementForm = z.record(
  z.string(),
  z.object({ verdict: z.enum(["yes", "no"]), reason: z.string().catch("") }).nullable().catch(null),
).catch({});

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
  const verdicts = judgementForm.parse(said);
  return criteria.map(({ name }): Score => {
    const check = `judge_${name}`, verdict = verdicts[name];
    const at = { case: id, cluster, variant, sample, check, kind: "judge" } as const;
    if (response === undefined) return { ...at, value: 0, reason: "there is no answer to judge" };
    if (verdict) {
      return {
        ...at,
        value: Number(verdict.verdict === "yes"),
        reason: visibleText(verdict.reason),
      };
    }
    const reason = response ? "the judge's verdict cannot be read" : "the judge was not asked";
    return { ...at, value: null, reason };
  });
}
