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
 * Divides a table by its label columns. A month has few series: to take the rows that are like the
 * first one, again and again, costs a fifth of a grouping.
 *
 * @param names Label columns; better not those that hold one value throughout.
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
export function* seriesParts(
  names: readonly string[],
  frame: pl.DataFrame,
): Generator<SeriesPart> {
  let rest = frame.select(...NUMBERS, ...names);
  if (names.length === 0) {
    yield { part: rest, values: {} };
    return;
  }
  for (;;) {
    const values = firstValues(names, rest);
    const isAlike = names.map((name) => isLike(name, values)).reduce((a, b) => a.and(b));
    const part = rest.lazy().filter(isAlike).select("time", "value").collectSync();
    yield { part, values };
    if (part.height === rest.height) return;
    rest = rest.filter(isAlike.not());
  }
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

/** Whether a label column holds the same as in `values`; an absent label is like another one. */
function isLike(name: string, values: SeriesPart["values"]): pl.Expr {
  const column = pl.col(name), value = values[name];
  return value == null ? column.isNull() : column.eq(pl.lit(value)).fillNull(pl.lit(false));
}
