import { csvText } from "../../../src/text.ts";
import type { Score } from "../checks/check.ts";
import { type Place, placeName, type Row } from "../row.ts";

/** A column of a table that becomes CSV or a frame. */
export type Column =
  & { readonly name: string }
  & (
    | { readonly type: "text"; readonly values: readonly (string | null)[] }
    | { readonly type: "integer" | "number"; readonly values: readonly (number | null)[] }
  );

export type Table = readonly Column[];

/** Makes columns; unknown values become `null`. */
export function columnsOf<Row>(rows: readonly Row[]) {
  return {
    text: (name: string, of: (row: Row) => string | undefined): Column => ({
      name,
      type: "text",
      values: rows.map((row) => of(row) ?? null),
    }),
    number: (
      name: string,
      of: (row: Row) => number | null | undefined,
      type: "number" | "integer" = "number",
    ): Column => ({ name, type, values: rows.map((row) => of(row) ?? null) }),
  };
}

export function placeColumns(places: readonly Place[]): Table {
  const { text, number } = columnsOf(places);
  return [
    text("case", (place) => place.case),
    text("cluster", ({ cluster }) => cluster),
    text("variant", ({ variant }) => variant),
    number("sample", ({ sample }) => sample, "integer"),
  ];
}

/** A table as CSV (RFC 4180). Unknown values are empty. */
export function tableCsv(table: Table): string {
  return csvText(linesOf(table));
}

/** Line by line, because all cells at once would take much memory. */
function* linesOf(table: Table): Generator<string[]> {
  yield table.map(({ name }) => name);
  for (const at of table[0]?.values.keys() ?? []) {
    yield table.map(({ values }) => String(values[at] ?? ""));
  }
}

/**
 * The table `results`: a row per answer, with a column per check (0 to 1, empty where it does not
 * apply), tokens, cost and latency.
 */
export function resultsTable(rows: readonly Row[], scores: readonly Score[]): Table {
  const places = scoresByPlace(scores);
  // The score comes first.
  const checks = [...new Set(scores.map(({ check }) => check))]
    .sort((a, b) => Number(b === "score") - Number(a === "score"));
  const answers = rows.map((row) => {
    const own = places.get(placeName(row)) ?? [];
    return { ...row, values: new Map(own.map(({ check, value }) => [check, value])) };
  });
  const { text, number } = columnsOf(answers);
  return [
    ...placeColumns(rows),
    text("status", (row) => row.status),
    text("failure", (row) => row.failure),
    ...checks.map((check) => number(check, ({ values }) => values.get(check))),
    number("input_tokens", (row) => row.usage?.input, "integer"),
    number("output_tokens", (row) => row.usage?.output, "integer"),
    number("usd", (row) => row.usd),
    number("latency_ms", (row) => row.latency),
  ];
}

/** Scores of each answer. Those of one answer are usually adjacent, which saves most keys. */
export function scoresByPlace(scores: readonly Score[]): Map<string, Score[]> {
  const places = new Map<string, Score[]>();
  let last: Score | undefined, own: Score[] = [];
  for (const score of scores) {
    if (
      score.case !== last?.case || score.variant !== last.variant || score.sample !== last.sample
    ) {
      const name = placeName(score);
      own = places.get(name) ?? [];
      places.set(name, own);
    }
    own.push(score);
    last = score;
  }
  return places;
}

export function scoresTable(scores: readonly Score[]): Table {
  const { text, number } = columnsOf(scores);
  return [
    ...placeColumns(scores),
    text("check", ({ check }) => check),
    text("kind", ({ kind }) => kind),
    number("value", ({ value }) => value),
    text("reason", ({ reason }) => reason),
  ];
}
