/**
 * The table of a month, divided into its series.
 *
 * @module
 */

import pl from "nodejs-polars";

/** The rows of one series. */
export interface SeriesPart {
  /** Columns `time` and `value`, as numbers, NaN for what is absent. */
  readonly part: pl.DataFrame;
  /** What the label columns hold. */
  readonly values: Readonly<Record<string, string | null>>;
}

/**
 * Divides a table by its label columns.
 *
 * @param names Label columns; without those that hold one value throughout it is faster.
 * @param frame Columns `time`, `value` and the label columns; at least one row.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { seriesParts } from "./series_parts.ts";
 *
 * const time = pl.Series("time", [5, 6, 7]).cast(pl.Datetime("ms", "UTC"));
 * const value = pl.Series("value", [1, 2, 3], pl.Float64);
 * const frame = pl.DataFrame([time, pl.Series("pod", ["a", "b", "a"]), value]);
 * const parts = [...seriesParts(["pod"], frame)];
 * assert.deepEqual(parts.map(({ part }) => part.height), [2, 1]);
 * ```
 */
export function seriesParts(names: readonly string[], frame: pl.DataFrame): SeriesPart[] {
  const all = frame.select(...NUMBERS, ...names);
  if (names.length === 0) return [{ part: all, values: {} }];
  // One pass over the rows; a filter per series takes twice as long.
  return all.partitionBy([...names], true, true).map((part) => (
    { part, values: firstValues(names, part) }
  ));
}

/**
 * The column `time` in milliseconds of Unix time, whatever its unit.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { timeAsNumber } from "./series_parts.ts";
 *
 * const frame = pl.DataFrame([pl.Series("time", [5_000]).cast(pl.Datetime("us"))]);
 * assert(frame.select(timeAsNumber()).getColumn("time").get(0) === 5);
 * ```
 */
export function timeAsNumber(): pl.Expr {
  return asNumber(pl.col("time").cast(pl.Datetime("ms"))).alias("time");
}

function asNumber(column: pl.Expr): pl.Expr {
  return column.cast(pl.Float64).fillNull(pl.lit(NaN));
}

const NUMBERS: readonly pl.Expr[] = [timeAsNumber(), asNumber(pl.col("value")).alias("value")];

function firstValues(names: readonly string[], frame: pl.DataFrame): SeriesPart["values"] {
  return Object.fromEntries(names.map((name) => [name, frame.getColumn(name).get(0)]));
}
