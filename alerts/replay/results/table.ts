/** A column. */
export type Column =
  & {
    readonly name: string;
  }
  & (
    | { readonly type: "text"; readonly values: readonly (string | null)[] }
    | { readonly type: "integer"; readonly values: readonly (number | null)[] }
    | { readonly type: "number"; readonly values: readonly (number | null)[] }
  );

/** Columns of equal length. */
export type Table = readonly Column[];
