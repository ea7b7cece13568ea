import type { Score } from "../checks/check.ts";
import type { Row } from "../row.ts";
import { columnsOf, type Table } from "./table.ts";

/**
 * The wide table `results`: a row per alert, variant and repeat, with a column per check.
 *
 * | column | what it holds |
 * |---|---|
 * | `case`, `cluster`, `variant`, `sample` | which answer |
 * | `status`, `failure` | `answered`, `error` or `missing`, and why |
 * | `score` | weighted mean of the grades; 0 if a gate was not passed |
 * | one per check | 0 to 1; empty where it does not apply |
 * | `input_tokens`, `output_tokens`, `usd`, `latency_ms` | as they were recorded |
 */
export function resultsTable(rows: readonly Row[], scores: readonly Score[]): Table {
  const values = new Map(scores.map((score) => [cellOf(score, score.check), score.value]));
  // The score is what people look for first.
  const checks = [...new Set(scores.map(({ check }) => check))]
    .sort((a, b) => Number(b === "score") - Number(a === "score"));
  const { text, number } = columnsOf(rows);
  return [
    text("case", (row) => row.case),
    text("cluster", (row) => row.cluster),
    text("variant", (row) => row.variant),
    number("sample", (row) => row.sample, "integer"),
    text("status", (row) => row.status),
    text("failure", (row) => row.failure),
    ...checks.map((check) => number(check, (row) => values.get(cellOf(row, check)))),
    number("input_tokens", (row) => row.usage?.input, "integer"),
    number("output_tokens", (row) => row.usage?.output, "integer"),
    number("usd", (row) => row.usd),
    number("latency_ms", (row) => row.latency),
  ];
}

function cellOf(place: Pick<Row, "case" | "variant" | "sample">, check: string): string {
  return `${place.case}\n${place.variant}\n${place.sample}\n${check}`;
}

/** The long table `scores`: a row per answer and check, with the reason of each verdict. */
export function scoresTable(scores: readonly Score[]): Table {
  const { text, number } = columnsOf(scores);
  return [
    text("case", (score) => score.case),
    text("cluster", ({ cluster }) => cluster),
    text("variant", ({ variant }) => variant),
    number("sample", ({ sample }) => sample, "integer"),
    text("check", ({ check }) => check),
    text("kind", ({ kind }) => kind),
    number("value", ({ value }) => value),
    text("reason", ({ reason }) => reason),
  ];
}
