import { csvText } from "../../../src/text.ts";
import type { Score } from "../checks/check.ts";
import { type Place, placeName, type Row } from "../row.ts";

/** A column of a table that becomes CSV or a frame. */
export interface Column<Row> {
  readonly name: string;
  readonly type: "text" | "integer" | "number";
  readonly of: (row: Row) => string | number | null | undefined;
}

export interface Table<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
}

export const tableOf = <Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Table<Row> => (
  { rows, columns }
);
export const text = <Row>(name: string, of: (row: Row) => string | undefined): Column<Row> => (
  { name, type: "text", of }
);
export const number = <Row>(
  name: string,
  of: (row: Row) => number | null | undefined,
  type: "number" | "integer" = "number",
): Column<Row> => ({ name, type, of });

export const PLACE: readonly Column<Place>[] = [
  text("case", (place) => place.case),
  text("cluster", ({ cluster }) => cluster),
  text("variant", ({ variant }) => variant),
  number("sample", ({ sample }) => sample, "integer"),
];

/** A table as CSV (RFC 4180). Unknown values are empty. */
export function tableCsv<Row>({ rows, columns }: Table<Row>): string {
  // Line by line, because all cells at once would take much memory.
  function* lines(): Generator<string[]> {
    yield columns.map(({ name }) => name);
    for (const row of rows) yield columns.map(({ of }) => String(of(row) ?? ""));
  }
  return csvText(lines());
}

/** The table `results`: a row per answer, with a column per check. */
export function resultsTable(rows: readonly Row[], scores: readonly Score[]) {
  const places = Map.groupBy(scores, placeName);
  // The score comes first.
  const checks = [...new Set(scores.map(({ check }) => check))]
    .sort((a, b) => Number(b === "score") - Number(a === "score"));
  return tableOf(rows.map((row) => ({ ...row, own: places.get(placeName(row)) ?? [] })), [
    ...PLACE,
    text("status", ({ status }) => status),
    text("failure", ({ failure }) => failure),
    ...checks.map((name) =>
      number(
        name,
        ({ own }: { own: readonly Score[] }) => own.find(({ check }) => check === name)?.value,
      )
    ),
    number("input_tokens", ({ usage }) => usage?.input, "integer"),
    number("output_tokens", ({ usage }) => usage?.output, "integer"),
    number("usd", ({ usd }) => usd),
    number("latency_ms", ({ latency }) => latency),
  ]);
}

export function scoresTable(scores: readonly Score[]): Table<Score> {
  return tableOf(scores, [
    ...PLACE,
    text("check", ({ check }) => check),
    text("kind", ({ kind }) => kind),
    number("value", ({ value }) => value),
    text("reason", ({ reason }) => reason),
  ]);
}
