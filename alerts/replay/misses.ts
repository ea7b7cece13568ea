import type { Price } from "../src/llm/prices.ts";
import type { JudgeQuestion } from "./judge/judge_questions.ts";
import type { JudgedAnswers } from "./judge/judge_rows.ts";
import type { Place } from "./row.ts";
import type { Question } from "./run/ask_all.ts";
import type { RecordedUse } from "./run/estimate.ts";
import type { Survey } from "./run/survey.ts";

/** Missing answers of one kind. */
export interface MissGroup {
  readonly name: string;
  readonly count: number;
  readonly about: string;
  readonly example: Question;
}

/** All that is missing. */
export interface Misses {
  /** What is: answers of the variants, or judgements of them. */
  readonly what: "answer" | "judgement";
  readonly total: number;
  readonly groups: readonly MissGroup[];
  readonly questions: readonly Question[];
  readonly used: ReadonlyMap<string, RecordedUse>;
  readonly prices: readonly Price[];
}

/** The misses of a survey. */
export function missesOf({ total, missing, used }: Survey, prices: readonly Price[]): Misses {
  const groups = [...Map.groupBy(missing, ({ place }) => place.variant)]
    .map(([name, own]): MissGroup => ({
      name,
      count: own.length,
      about: placeInWords(own[0]!.place),
      example: own[0]!,
    }));
  return { what: "answer", total, groups, questions: missing, used, prices };
}

/** What a judge was not asked yet. */
export function missesOfJudge(
  { total, missing, used }: Pick<JudgedAnswers, "total" | "missing" | "used">,
  prices: readonly Price[],
): Misses {
  const rowOf = (one: JudgeQuestion) => one.kind === "verdict" ? one.row : one.candidate;
  const groups = [...Map.groupBy(missing, (one) => rowOf(one).variant)]
    .map(([name, own]): MissGroup => ({
      name,
      count: own.length,
      about: placeInWords(rowOf(own[0]!)),
      example: own[0]!,
    }));
  return { what: "judgement", total, groups, questions: missing, used, prices };
}

function placeInWords({ cluster, case: id, sample }: Place): string {
  return `${cluster}, case ${id}, repeat ${sample + 1}`;
}
