/**
 * What a judge said of answers, from its recordings.
 *
 * @module
 */

import type { Cassettes } from "../cassette/cassettes.ts";
import type { Score } from "../checks/check.ts";
import { placeName } from "../run/plan.ts";
import { type Agreement, agreementOf } from "./agreement.ts";
import { CRITERIA, type CriterionName } from "./criteria.ts";
import type { Judge } from "./judge.ts";
import { type JudgedRows, type JudgeQuestion, judgeQuestions } from "./judge_questions.ts";
import { type PairJudgement, type Preferences, sumPreferences } from "./preferences.ts";
import { type JudgeResponse, judgeScores, readPreference } from "./read_judgement.ts";
import type { HumanVerdict } from "./read_verdicts.ts";

/** What a judge said. */
export interface JudgeReport {
  /** Its model. */
  readonly model: string;
  /** Its prompt, by name and the beginning of its hash. */
  readonly prompt: string;
  /** How far it agrees with people, by criterion. */
  readonly agreement: ReadonlyMap<CriterionName, Agreement>;
  /** Which answers it prefers, by candidate; empty if it does not compare. */
  readonly preferences: ReadonlyMap<string, Preferences>;
}

/** A report, the verdicts as scores, and what the judge was not asked yet. */
export interface JudgedAnswers {
  /** The report. */
  readonly report: JudgeReport;
  /** A row per answer and criterion. */
  readonly scores: readonly Score[];
  /** Questions without an answer. */
  readonly missing: readonly JudgeQuestion[];
}

/**
 * Reads what a judge said of answers.
 *
 * @param people What people said of the same answers.
 * @throws {WattbookError} `BAD_RECORDING` at a recording that is not as it was written.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { promptOf } from "../../analyzer/llm/prompt.ts";
 * import { openCassettes } from "../cassette/cassettes.ts";
 * import { judgeRows } from "./judge_rows.ts";
 *
 * const judge = {
 *   url: new URL("https://llm.example/v1/messages"),
 *   render: { model: "judge-model" },
 *   prompt: promptOf("judge", "Judge."),
 * };
 * const rows = { cases: [], rows: [], baseline: "old" };
 * const { report, scores } = await judgeRows(judge, rows, openCassettes("cassettes"));
 * assert.equal(report.model, "judge-model");
 * assert.deepEqual(scores, []);
 * ```
 */
export async function judgeRows(
  judge: Judge,
  judged: JudgedRows,
  cassettes: Pick<Cassettes, "read">,
  people: readonly HumanVerdict[] = [],
): Promise<JudgedAnswers> {
  const verdicts = new Map<string, JudgeResponse>();
  const pairs = new Map<string, { -readonly [key in keyof PairJudgement]: PairJudgement[key] }>();
  const missing: JudgeQuestion[] = [];
  for (const { asked, ...question } of judgeQuestions(judge, judged)) {
    const response = (await cassettes.read(asked, question.key))?.response ?? null;
    if (!response) missing.push(question);
    if (question.kind === "verdict") {
      verdicts.set(placeName(question.row), response);
      continue;
    }
    const { candidate, isBaselineFirst } = question;
    const name = placeName(candidate);
    const pair = pairs.get(name) ??
      {
        case: candidate.case,
        cluster: candidate.cluster,
        baselineFirst: null,
        candidateFirst: null,
      };
    pair[isBaselineFirst ? "baselineFirst" : "candidateFirst"] = readPreference(response);
    pairs.set(name, pair);
  }
  const scores = judged.rows.flatMap((row) =>
    row.status === "missing" ? [] : judgeScores(row, verdicts.get(placeName(row)) ?? null, {
      isAnswered: row.answer !== undefined,
    })
  );
  return {
    report: {
      model: judge.render.model,
      prompt: `${judge.prompt.name}@${judge.prompt.sha256.slice(0, 12)}`,
      agreement: agreements(judged, scores, people),
      preferences: preferencesOf(judged, pairs),
    },
    scores,
    missing,
  };
}

function agreements(
  { rows }: JudgedRows,
  scores: readonly Score[],
  people: readonly HumanVerdict[],
): Map<CriterionName, Agreement> {
  const said = new Map(scores.map((score) => [placeName(score) + score.check, score.value]));
  return new Map(CRITERIA.map(({ name }) => {
    const both = people.filter(({ criterion }) => criterion === name).flatMap((person) => {
      const row = rows.find(({ answer }) => answer?.seal.startsWith(person.answer));
      const value = row && said.get(`${placeName(row)}judge_${name}`);
      return typeof value === "number" ? [{ judge: value === 1, person: person.verdict }] : [];
    });
    return [name, agreementOf(both)];
  }));
}

function preferencesOf(
  { rows, baseline }: JudgedRows,
  pairs: ReadonlyMap<string, PairJudgement>,
): Map<string, Preferences> {
  if (pairs.size === 0) return new Map();
  const candidates = [...new Set(rows.map(({ variant }) => variant))]
    .filter((variant) => variant !== baseline);
  return new Map(candidates.map((candidate) => {
    const own = rows.filter(({ variant }) => variant === candidate)
      .flatMap((row) => pairs.get(placeName(row)) ?? []);
    return [candidate, sumPreferences(own)];
  }));
}
