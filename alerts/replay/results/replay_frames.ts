import type { Frame } from "../../../src/frames/frame.ts";
import { ALL_CHECKS } from "../checks/all_checks.ts";
import { readAnswer } from "../checks/read_answer.ts";
import { verdictInWords } from "../compare.ts";
import type { Judgement } from "../judge_answers.ts";
import { resultsTable } from "./results_table.ts";
import { scoresTable } from "./scores_table.ts";
import type { Column, Table } from "./table.ts";
import { tableFrame } from "./table_frame.ts";
import { losses } from "./worst.ts";

/** The frames of a judged replay. What is not known is `null`. */
export interface ReplayFrames {
  /**
   * A row per variant: `variant`, `model`, mean `score` with its 95 % interval (`low`, `high`), `passed`
   * (share of answers that pass all gates), `usd` [USD], `input_tokens`, `output_tokens`, and the median
   * `latency_ms` [ms].
   */
  readonly variants: Frame;
  /**
   * A row per candidate and check: `candidate`, `check`, `kind`, `baseline_mean`, `candidate_mean`,
   * `difference` with its 95 % interval (`low`, `high`), `p`, and of the primary check the `verdict`.
   */
  readonly comparisons: Frame;
  /** A row per alert, variant and repeat, with a column per check, tokens, cost and latency. */
  readonly results: Frame;
  /** A row per verdict: `case`, `cluster`, `variant`, `sample`, `check`, `kind`, `value`, `reason`. */
  readonly scores: Frame;
  /**
   * What was answered: `case`, `cluster`, `variant`, `sample`, `summary`, `cause` (the first one),
   * `confidence`, `severity`. Models and strangers wrote it.
   */
  readonly answers: Frame;
  /** Alerts at which a candidate lost, the worst first, with what it lost by. */
  readonly losses: Frame;
}

/**
 * A judged replay as frames.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { demoFile } from "../demo_file.ts";
 * import { judgeAnswers } from "../judge_answers.ts";
 * import { recordedAnswers } from "../answers.ts";
 * import { replayFrames } from "./replay_frames.ts";
 *
 * const answers = await recordedAnswers(demoFile(), { variants: ["shipped", "short"] });
 * const { comparisons } = replayFrames(await judgeAnswers(answers));
 * assert.deepEqual(comparisons.getColumn("candidate").unique().toArray(), ["short"]);
 * ```
 */
export function replayFrames({ results, summaries }: Judgement): ReplayFrames {
  const { rows, scores, variants } = results;
  const models = new Map(variants.map(({ name, model }) => [name, model]));
  const { text, number } = columns;
  return {
    variants: tableFrame([
      text("variant", summaries, ({ variant }) => variant),
      text("model", summaries, ({ variant }) => models.get(variant)),
      number("score", summaries, ({ score }) => score),
      number("low", summaries, ({ interval }) => interval?.low),
      number("high", summaries, ({ interval }) => interval?.high),
      number("passed", summaries, ({ passed }) => passed),
      number("usd", summaries, ({ usd }) => usd),
      number("input_tokens", summaries, ({ tokens }) => tokens.input, "integer"),
      number("output_tokens", summaries, ({ tokens }) => tokens.output, "integer"),
      number("latency_ms", summaries, ({ latency }) => latency),
    ]),
    comparisons: tableFrame(comparisonsTable(inOrder(results.comparisons))),
    results: tableFrame(resultsTable(rows, scores)),
    scores: tableFrame(scoresTable(scores)),
    answers: tableFrame(answersTable(rows)),
    losses: tableFrame(lossesTable(losses(results))),
  };
}

/** Candidate by candidate, the score first, then the checks as they are listed. */
function inOrder(all: Judgement["results"]["comparisons"]): Judgement["results"]["comparisons"] {
  const names = ["score", ...ALL_CHECKS.map(({ name }) => name)];
  const candidates = [...new Set(all.map(({ candidate }) => candidate))];
  return all.toSorted((a, b) =>
    candidates.indexOf(a.candidate) - candidates.indexOf(b.candidate) ||
    names.indexOf(a.check) - names.indexOf(b.check)
  );
}

function comparisonsTable(all: Judgement["results"]["comparisons"]): Table {
  const { text, number } = columns;
  return [
    text("candidate", all, ({ candidate }) => candidate),
    text("check", all, ({ check }) => check),
    text("kind", all, ({ kind }) => kind),
    number("baseline_mean", all, ({ baselineMean }) => baselineMean),
    number("candidate_mean", all, ({ candidateMean }) => candidateMean),
    number("difference", all, ({ difference }) => difference),
    number("low", all, ({ interval }) => interval?.low),
    number("high", all, ({ interval }) => interval?.high),
    number("p", all, ({ p, verdict }) => verdict?.p ?? p),
    text("verdict", all, (one) => verdictInWords(one) || undefined),
  ];
}

function answersTable(rows: Judgement["results"]["rows"]): Table {
  const { text, number } = columns;
  const written = rows.map((row) => ({
    ...row,
    ...readAnswer(row.answer?.response ?? null).written,
  }));
  return [
    text("case", written, (row) => row.case),
    text("cluster", written, ({ cluster }) => cluster),
    text("variant", written, ({ variant }) => variant),
    number("sample", written, ({ sample }) => sample, "integer"),
    text("summary", written, ({ summary }) => summary),
    text("cause", written, ({ hypotheses }) => hypotheses?.[0]?.cause),
    text("confidence", written, ({ hypotheses }) => hypotheses?.[0]?.confidence),
    text("severity", written, ({ severity }) => severity),
  ];
}

function lossesTable(all: ReturnType<typeof losses>): Table {
  const { text, number } = columns;
  return [
    text("case", all, (loss) => loss.case),
    text("cluster", all, ({ cluster }) => cluster),
    text("candidate", all, ({ candidate }) => candidate),
    number("baseline_score", all, ({ baselineScore }) => baselineScore),
    number("candidate_score", all, ({ candidateScore }) => candidateScore),
    text(
      "reasons",
      all,
      ({ reasons }) => reasons.map(({ check, reason }) => `${check}: ${reason}`).join("; "),
    ),
  ];
}

const columns = {
  text: <Row>(
    name: string,
    rows: readonly Row[],
    of: (row: Row) => string | undefined,
  ): Column => ({ name, type: "text", values: rows.map((row) => of(row) ?? null) }),
  number: <Row>(
    name: string,
    rows: readonly Row[],
    of: (row: Row) => number | null | undefined,
    type: "number" | "integer" = "number",
  ): Column => ({ name, type, values: rows.map((row) => of(row) ?? null) }),
};
