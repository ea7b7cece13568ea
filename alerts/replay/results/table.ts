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
    text: (name: string, of: (row: Row, at: number) => string | undefined): Column => ({
      name,
      type: "text",
      values: rows.map((row, at) => of(row, at) ?? null),
    }),
    number: (
      name: string,
      of: (row: Row, at: number) => number | null | undefined,
      type: "number" | "integer" = "number",
    ): Column => ({ name, type, values: rows.map((row, at) => of(row, at) ?? null) }),
  };
}

/** A table as CSV (RFC 4180). Unknown values are empty. */
export function tableCsv(table: Table): string {
  return csvText(linesOf(table));
}

/** Line by line, because all cells at once would take much memory. */
function* linesOf(table: Table): Generator<string[]> {
  yield table.map(({ name }) => name);
  const length = table[0]?.values.length ?? 0;
  for (let at = 0; at < length; at++) {
    yield table.map(({ values }) => values[at] === null ? "" : String(values[at]));
  }
}
