import type { Frame } from "../../../src/frames/frame.ts";
import { ALL_CHECKS } from "../checks/all_checks.ts";
import { readAnswer } from "../checks/read_answer.ts";
import { verdictInWords } from "../report/verdict_words.ts";
import type { Judgement } from "../judge_answers.ts";
import { resultsTable } from "./results_table.ts";
import { scoresTable } from "./scores_table.ts";
import type { Column, Table } from "./table.ts";
import { tableFrame } from "./table_frame.ts";
import type { VariantSummary } from "./summary.ts";
import { losses } from "./worst.ts";

/** The frames of a judged replay. What is not known is `null`. */
export interface ReplayFrames {
  /**
   * A row per variant: `variant`, `model`, mean `score` over names of alerts with its 95 % interval
   * (`low`, `high`), `passed` (share of alerts of which every answer passes all gates), `usd` [USD], `input_tokens`, `output_tokens`, and the median
   * `latency_ms` [ms].
   */
  readonly variants: Frame;
  /**
   * A row per candidate and check: `candidate`, `check`, `kind`, `baseline_mean`, `candidate_mean`,
   * `difference` over names with its 95 % interval (`low`, `high`) and `p` (neither is corrected for the
   * number of checks), the number of `names` and `alerts`, and of primary checks the `verdict`, which is
   * corrected, with a sentence (`in_words`).
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
 */
export function replayFrames({ results }: Pick<Judgement, "results">): ReplayFrames {
  const { rows, scores, variants, summaries, primaries } = results;
  const primary = (checks: VariantSummary["checks"]) => checks.get(primaries[0]!);
  const models = new Map(variants.map(({ name, model }) => [name, model]));
  const { text, number } = columns;
  return {
    variants: tableFrame([
      text("variant", summaries, ({ variant }) => variant),
      text("model", summaries, ({ variant }) => models.get(variant)),
      number("score", summaries, ({ checks }) => primary(checks)?.mean),
      number("low", summaries, ({ checks }) => primary(checks)?.interval?.low),
      number("high", summaries, ({ checks }) => primary(checks)?.interval?.high),
      number("passed", summaries, ({ passed }) => passed.of > 0 ? passed.alerts / passed.of : null),
      number("usd", summaries, ({ usd }) => usd),
      number("input_tokens", summaries, ({ tokens }) => tokens.input, "integer"),
      number("output_tokens", summaries, ({ tokens }) => tokens.output, "integer"),
      number("latency_ms", summaries, ({ latency }) => latency),
    ]),
    comparisons: tableFrame(comparisonsTable(results)),
    results: tableFrame(resultsTable(rows, scores)),
    scores: tableFrame(scoresTable(scores)),
    answers: tableFrame(answersTable(rows)),
    losses: tableFrame(lossesTable(losses(results))),
  };
}

/** Candidate by candidate, the score first, then the checks as they are listed. */
function inOrder(all: Judgement["results"]["comparisons"]): Judgement["results"]["comparisons"] {
  const names = ["score", "form_only", ...ALL_CHECKS.map(({ name }) => name)];
  const candidates = [...new Set(all.map(({ candidate }) => candidate))];
  // Own checks and what a judge says come last.
  const at = (name: string) => names.includes(name) ? names.indexOf(name) : names.length;
  return all.toSorted((a, b) =>
    candidates.indexOf(a.candidate) - candidates.indexOf(b.candidate) || at(a.check) - at(b.check)
  );
}

function comparisonsTable({ comparisons, plan, within }: Judgement["results"]): Table {
  const { text, number } = columns;
  const all = inOrder(comparisons);
  return [
    text("candidate", all, ({ candidate }) => candidate),
    text("check", all, ({ check }) => check),
    text("kind", all, ({ kind }) => kind),
    number("baseline_mean", all, ({ baselineMean }) => baselineMean),
    number("candidate_mean", all, ({ candidateMean }) => candidateMean),
    number("difference", all, ({ difference }) => difference),
    number("low", all, ({ interval }) => interval.low),
    number("high", all, ({ interval }) => interval.high),
    number("p", all, ({ p }) => p),
    number("names", all, ({ names }) => names.length, "integer"),
    number("alerts", all, ({ alerts }) => alerts, "integer"),
    text("verdict", all, ({ verdict }) => verdict?.finding),
    text("in_words", all, (one) =>
      one.verdict &&
      verdictInWords(one, { within, exploratory: plan.exploratory.get(one.candidate) })),
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
