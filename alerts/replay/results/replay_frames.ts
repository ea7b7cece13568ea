import type { Frame } from "../../../src/frames/frame.ts";
import { ALL_CHECKS } from "../checks/all_checks.ts";
import { readAnswer } from "../checks/read_answer.ts";
import { verdictInWords } from "../report/verdict_words.ts";
import type { Judgement } from "../judge_answers.ts";
import { resultsTable, scoresTable } from "./results_tables.ts";
import { columnsOf, type Table } from "./table.ts";
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
  const { text, number } = columnsOf(summaries);
  return {
    variants: tableFrame([
      text("variant", ({ variant }) => variant),
      text("model", ({ variant }) => models.get(variant)),
      number("score", ({ checks }) => primary(checks)?.mean),
      number("low", ({ checks }) => primary(checks)?.interval?.low),
      number("high", ({ checks }) => primary(checks)?.interval?.high),
      number("passed", ({ passed }) => passed.of > 0 ? passed.alerts / passed.of : null),
      number("usd", ({ usd }) => usd),
      number("input_tokens", ({ tokens }) => tokens.input, "integer"),
      number("output_tokens", ({ tokens }) => tokens.output, "integer"),
      number("latency_ms", ({ latency }) => latency),
    ]),
    comparisons: tableFrame(comparisonsTable(results)),
    results: tableFrame(resultsTable(rows, scores)),
    scores: tableFrame(scoresTable(scores)),
    answers: tableFrame(answersTable(rows)),
    losses: tableFrame(lossesTable(losses(results))),
  };
}

/** By candidate; the score first, then the checks in their order. */
function inOrder(all: Judgement["results"]["comparisons"]): Judgement["results"]["comparisons"] {
  const names = ["score", "form_only", ...ALL_CHECKS.map(({ name }) => name)];
  const candidates = [...new Set(all.map(({ candidate }) => candidate))];
  // Own checks and judgements come last.
  const at = (name: string) => names.includes(name) ? names.indexOf(name) : names.length;
  return all.toSorted((a, b) =>
    candidates.indexOf(a.candidate) - candidates.indexOf(b.candidate) || at(a.check) - at(b.check)
  );
}

function comparisonsTable({ comparisons, plan, within }: Judgement["results"]): Table {
  const all = inOrder(comparisons);
  const { text, number } = columnsOf(all);
  return [
    text("candidate", ({ candidate }) => candidate),
    text("check", ({ check }) => check),
    text("kind", ({ kind }) => kind),
    number("baseline_mean", ({ baselineMean }) => baselineMean),
    number("candidate_mean", ({ candidateMean }) => candidateMean),
    number("difference", ({ difference }) => difference),
    number("low", ({ interval }) => interval.low),
    number("high", ({ interval }) => interval.high),
    number("p", ({ p }) => p),
    number("names", ({ names }) => names.length, "integer"),
    number("alerts", ({ alerts }) => alerts, "integer"),
    text("verdict", ({ verdict }) => verdict?.finding),
    text("in_words", (one) =>
      one.verdict &&
      verdictInWords(one, { within, exploratory: plan.exploratory.get(one.candidate) })),
  ];
}

function answersTable(rows: Judgement["results"]["rows"]): Table {
  const written = rows.map((row) => ({
    ...row,
    ...readAnswer(row.answer?.response ?? null).written,
  }));
  const { text, number } = columnsOf(written);
  return [
    text("case", (row) => row.case),
    text("cluster", ({ cluster }) => cluster),
    text("variant", ({ variant }) => variant),
    number("sample", ({ sample }) => sample, "integer"),
    text("summary", ({ summary }) => summary),
    text("cause", ({ hypotheses }) => hypotheses?.[0]?.cause),
    text("confidence", ({ hypotheses }) => hypotheses?.[0]?.confidence),
    text("severity", ({ severity }) => severity),
  ];
}

function lossesTable(all: ReturnType<typeof losses>): Table {
  const { text, number } = columnsOf(all);
  return [
    text("case", (loss) => loss.case),
    text("cluster", ({ cluster }) => cluster),
    text("candidate", ({ candidate }) => candidate),
    number("baseline_score", ({ baselineScore }) => baselineScore),
    number("candidate_score", ({ candidateScore }) => candidateScore),
    text(
      "reasons",
      ({ reasons }) => reasons.map(({ check, reason }) => `${check}: ${reason}`).join("; "),
    ),
  ];
}
