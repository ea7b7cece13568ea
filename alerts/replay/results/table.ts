/**
 * A table, whatever it becomes: CSV, Parquet or a frame.
 *
 * @module
 */

/** A column. */
export type Column =
  & {
    /** Name, with its unit. */
    readonly name: string;
  }
  & (
    | { readonly type: "text"; readonly values: readonly (string | null)[] }
    | { readonly type: "integer"; readonly values: readonly (number | null)[] }
    | { readonly type: "number"; readonly values: readonly (number | null)[] }
  );

/** Columns of equal length. */
export type Table = readonly Column[];
