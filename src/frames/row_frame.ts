/**
 * Rows, one object each, as a frame.
 *
 * @module
 */

import pl from "nodejs-polars";

/** What a column holds; `instant` is Unix time. [ms] */
export type ColumnKind = "text" | "number" | "count" | "flag" | "instant";

/** What a cell may be before it is one. */
export type Cell = string | number | boolean | null | undefined;

/**
 * Columns of a frame, in their order: the kind alone takes the field of the same name, a function says
 * what else the cell is.
 */
export type RowColumns<Row> = Readonly<
  Record<string, ColumnKind | readonly [kind: ColumnKind, of: (row: Row) => Cell]>
>;

/** Rows as a frame; without rows its columns are there, empty and of their types. */
export function rowFrame<Row extends object>(
  rows: readonly Row[],
  columns: RowColumns<Row>,
): pl.DataFrame {
  return pl.DataFrame(
    Object.entries(columns).map(([name, column]) => {
      const [kind, of] = typeof column === "string"
        ? [column, (row: Row) => (row as Record<string, Cell>)[name]]
        : column;
      return SERIES[kind](name, rows.map((row) => of(row) ?? null));
    }),
  );
}

const SERIES: Readonly<Record<ColumnKind, (name: string, cells: unknown[]) => pl.Series>> = {
  text: (name, cells) => pl.Series(name, cells, pl.String),
  number: (name, cells) => pl.Series(name, cells, pl.Float64),
  count: (name, cells) => pl.Series(name, cells, pl.Int32),
  flag: (name, cells) => pl.Series(name, cells, pl.Bool),
  instant: (name, cells) =>
    pl.Series(name, Float64Array.from(cells as number[])).cast(pl.Datetime("ms", "UTC")),
};
