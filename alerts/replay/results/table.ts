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
