import type { Score } from "../checks/check.ts";
import type { Row } from "../row.ts";
import type { Column, Table } from "./table.ts";

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
  const text = (name: string, of: (row: Row) => string | undefined): Column => ({
    name,
    type: "text",
    values: rows.map((row) => of(row) ?? null),
  });
  const number = (
    name: string,
    type: "integer" | "number",
    of: (row: Row) => number | null | undefined,
  ): Column => ({ name, type, values: rows.map((row) => of(row) ?? null) });
  return [
    text("case", (row) => row.case),
    text("cluster", (row) => row.cluster),
    text("variant", (row) => row.variant),
    number("sample", "integer", (row) => row.sample),
    text("status", (row) => row.status),
    text("failure", (row) => row.failure),
    ...checks.map((check) => number(check, "number", (row) => values.get(cellOf(row, check)))),
    number("input_tokens", "integer", (row) => row.usage?.input),
    number("output_tokens", "integer", (row) => row.usage?.output),
    number("usd", "number", (row) => row.usd),
    number("latency_ms", "number", (row) => row.latency),
  ];
}

function cellOf(place: Pick<Row, "case" | "variant" | "sample">, check: string): string {
  return `${place.case}\n${place.variant}\n${place.sample}\n${check}`;
}
