import pl, { type DataFrame } from "nodejs-polars";
import { readAnswer } from "../checks/read_answer.ts";
import { verdictInWords } from "../report/verdict_words.ts";
import type { Row } from "../row.ts";
import type { RunResults } from "../judge_answers.ts";
import { number, PLACE, type Table, tableOf, text } from "./tables.ts";

/** A table as a Polars frame: `String`, `Float64` and `Int32`. */
export function tableFrame<Row>({ rows, columns }: Table<Row>): DataFrame {
  return pl.DataFrame(columns.map(({ name, type, of }) => {
    const values = rows.map((row) => of(row) ?? null);
    if (type === "text") return pl.Series(name, values, pl.Utf8);
    const numbers = pl.Series(name, values, pl.Float64);
    // `Int32` would turn `null` into 0.
    return type === "integer" ? numbers.cast(pl.Int32) : numbers;
  }));
}

export function variantsFrame({ variants, summaries, primaries }: RunResults): DataFrame {
  const rows = summaries.map((one) => ({
    ...one,
    ...variants.find(({ name }) => name === one.variant)!,
    score: one.checks.get(primaries[0]!),
  }));
  return tableFrame(tableOf(rows, [
    text("variant", ({ variant }) => variant),
    text("model", ({ model }) => model),
    number("score", ({ score }) => score?.mean),
    number("low", ({ score }) => score?.low),
    number("high", ({ score }) => score?.high),
    number("passed", ({ passed }) => passed.of > 0 ? passed.alerts / passed.of : null),
    number("usd", ({ usd }) => usd),
    number("input_tokens", ({ tokens }) => tokens.input, "integer"),
    number("output_tokens", ({ tokens }) => tokens.output, "integer"),
    number("latency_ms", ({ latency }) => latency),
  ]));
}

export function comparisonsFrame(results: RunResults): DataFrame {
  return tableFrame(tableOf(results.comparisons, [
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
    text("in_words", (one) => one.verdict && verdictInWords(one, results)),
  ]));
}

export function answersFrame(rows: readonly Row[]): DataFrame {
  const answered = rows.map((row) => ({
    ...row,
    written: readAnswer(row.answer?.response ?? null).written,
  }));
  return tableFrame(tableOf(answered, [
    ...PLACE,
    text("summary", ({ written }) => written?.summary),
    text("cause", ({ written }) => written?.hypotheses[0]?.cause),
    text("confidence", ({ written }) => written?.hypotheses[0]?.confidence),
    text("severity", ({ written }) => written?.severity),
  ]));
}
