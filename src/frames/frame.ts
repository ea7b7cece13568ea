/**
 * Samples, gaps and other rows as Polars frames, and back.
 *
 * @module
 */

import polars from "nodejs-polars";
import { joinSeries, type LabelledSamples, type Labels, type SeriesColumns } from "../columns.ts";

/**
 * A Polars dataframe.
 *
 * @internal Its members are documented by Polars.
 */
export type Frame = polars.DataFrame;

/**
 * Polars itself, for expressions in a notebook: `frame.filter(pl.col("import_kwh").gt(10))`.
 *
 * @internal Its members are documented by Polars.
 */
export const pl = polars;

/** Options of {@linkcode toFrame}. */
export interface ToFrameOptions {
  /**
   * Label columns, for a frame whose columns do not depend on the series. Other labels are left out.
   *
   * @default {every label that occurs, in alphabetical order}
   */
  readonly labels?: readonly string[];
}

/** Key of the join; no label can have this name. */
const NUMBER = "#series";

/** The column of a label; labels with the name of another column get a prefix. */
function labelColumn(label: string): string {
  return label === "time" || label === "value" ? `label_${label}` : label;
}

/**
 * A long frame: one row per sample.
 *
 * @returns Columns `time` (UTC, ms), one per label (categorical, `null` where a series lacks the
 * label; the labels `time` and `value` become `label_time` and `label_value`), `value` (`null`
 * where absent). Without samples, the columns are there and empty.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { toFrame } from "./frame.ts";
 *
 * const frame = toFrame(joinSeries([
 *   { labels: { string: "pv1" }, time: Float64Array.of(0), value: Float64Array.of(NaN) },
 * ]));
 * assert(frame.columns.join() === "time,string,value" && frame.row(0)[2] === null);
 * ```
 */
export function toFrame(
  series: SeriesColumns | readonly LabelledSamples[],
  options: ToFrameOptions = {},
): Frame {
  const columns = "offsets" in series ? series : joinSeries(series);
  const names = options.labels ?? labelNames(columns.labels);
  const varying = names.filter((name) => !isShared(name, columns.labels));
  const samples = pl.DataFrame([
    pl.Series("time", columns.time).cast(pl.Datetime("ms", "UTC")),
    pl.Series("value", columns.value),
  ]);
  const rows = varying.length === 0 ? samples : samples
    .withColumns(pl.Series(NUMBER, seriesNumbers(columns.offsets)))
    .join(labelFrame(varying, columns.labels), { on: NUMBER, how: "left" });
  return rows.select(
    pl.col("time"),
    ...names.map((name) =>
      varying.includes(name)
        ? pl.col(labelColumn(name))
        : pl.lit(columns.labels[0]?.[name] ?? null).cast(pl.Categorical).alias(labelColumn(name))
    ),
    pl.col("value").fillNan(null),
  );
}

/** Whether a label is the same in all series and need not be looked up for each row. */
function isShared(name: string, labels: readonly Labels[]): boolean {
  return labels.every((one) => one[name] === labels[0]![name]);
}

/** Labels, written once per series and joined by its number: no string per row. */
function labelFrame(names: readonly string[], labels: readonly Labels[]): Frame {
  return pl.DataFrame([
    pl.Series(NUMBER, Uint32Array.from(labels.keys())),
    ...names.map((name) =>
      pl.Series(labelColumn(name), labels.map((one) => one[name] ?? null), pl.String)
        .cast(pl.Categorical)
    ),
  ]);
}

/**
 * The samples of a long frame as flat columns, ready for the functions that work on series.
 *
 * @param frame Columns `time` and `value`; all others are taken for labels.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { fromFrame, toFrame } from "./frame.ts";
 *
 * const columns = joinSeries([
 *   { labels: { pod: "a" }, time: Float64Array.of(0, 1), value: Float64Array.of(5, 6) },
 * ]);
 * assert(fromFrame(toFrame(columns)).value.join() === "5,6");
 * ```
 */
export function fromFrame(frame: Frame): SeriesColumns {
  const names = frame.columns.filter((name) => name !== "time" && name !== "value");
  const parts = names.length === 0
    ? [frame]
    : frame.height === 0
    ? []
    : frame.partitionBy(names, true, true);
  return joinSeries(parts.map((part) => {
    const sorted = part.sort("time");
    const first = sorted.height > 0 ? sorted.select(...names).row(0) : [];
    return {
      labels: Object.fromEntries(
        names.flatMap((name, i) => first[i] === null ? [] : [[name, String(first[i])]]),
      ),
      time: numbers(sorted, pl.col("time").cast(pl.Datetime("ms", "UTC"))),
      value: numbers(sorted, pl.col("value")),
    };
  }));
}

/** A column as numbers; `null` becomes NaN. */
function numbers(frame: Frame, column: polars.Expr): Float64Array {
  const filled = frame.select(column.cast(pl.Float64).fillNull(NaN).alias("n"));
  return filled.getColumn("n").toTypedArray() as Float64Array;
}

function labelNames(labels: readonly Labels[]): string[] {
  return [...new Set(labels.flatMap((one) => Object.keys(one)))].sort();
}

function seriesNumbers(offsets: Uint32Array): Uint32Array {
  const numbers = new Uint32Array(offsets.at(-1) ?? 0);
  for (let i = 0; i + 1 < offsets.length; i++) numbers.fill(i, offsets[i], offsets[i + 1]);
  return numbers;
}

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
): Frame {
  return pl.DataFrame(
    Object.entries(columns).map(([name, column]) => {
      const [kind, of] = typeof column === "string"
        ? [column, (row: Row) => (row as Record<string, Cell>)[name]]
        : column;
      return SERIES[kind](name, rows.map((row) => of(row) ?? null));
    }),
  );
}

const SERIES: Readonly<Record<ColumnKind, (name: string, cells: unknown[]) => polars.Series>> = {
  text: (name, cells) => pl.Series(name, cells, pl.String),
  number: (name, cells) => pl.Series(name, cells, pl.Float64),
  count: (name, cells) => pl.Series(name, cells, pl.Int32),
  flag: (name, cells) => pl.Series(name, cells, pl.Bool),
  instant: (name, cells) =>
    pl.Series(name, Float64Array.from(cells as number[])).cast(pl.Datetime("ms", "UTC")),
};
