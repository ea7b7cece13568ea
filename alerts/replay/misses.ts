/**
 * Answers that are missing, as a person is told of them.
 *
 * @module
 */

import type { Price } from "../src/llm/prices.ts";
import type { JudgeQuestion } from "./judge/judge_questions.ts";
import type { JudgedAnswers } from "./judge/judge_rows.ts";
import type { Place } from "./row.ts";
import type { Question } from "./run/ask_all.ts";
import type { RecordedUse } from "./run/estimate.ts";
import type { Survey } from "./run/survey.ts";

/** Missing answers of one kind. */
export interface MissGroup {
  /** Whose they are. */
  readonly name: string;
  /** How many. */
  readonly count: number;
  /** Which one is the example. */
  readonly about: string;
  /** The example. */
  readonly example: Question;
}

/** All that is missing. */
export interface Misses {
  /** What is: answers of the variants, or judgements of them. */
  readonly what: "answer" | "judgement";
  /** How many there should be. */
  readonly total: number;
  /** What is missing, by variant. */
  readonly groups: readonly MissGroup[];
  /** All of it. */
  readonly questions: readonly Question[];
  /** What recorded answers used, by model. */
  readonly used: ReadonlyMap<string, RecordedUse>;
  /** Prices besides the analyzer's list. */
  readonly prices: readonly Price[];
}

/**
 * The misses of a survey.
 */
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

/**
 * What a judge was not asked yet.
 */
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
