import { csvText } from "../../../src/text.ts";

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
