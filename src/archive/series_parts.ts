/**
 * The series in a table of samples.
 *
 * @module
 */

import pl from "nodejs-polars";
import type { Samples } from "../columns.ts";

/** The samples of one series. */
export interface SeriesPart extends Samples {
  /** Values of the label columns. */
  readonly values: Readonly<Record<string, string | null>>;
}

/**
 * Divides a table by its label columns.
 *
 * @param frame Columns `time`, `value` and the label columns; at least one row.
 * @param names Label columns; it is faster without those with one value throughout.
 */
export function seriesParts(frame: pl.DataFrame, names: readonly string[]): SeriesPart[] {
  const labels = columnsOf(frame, names), starts = runStarts(labels, frame.height);
  if (starts === null) {
    return frame.partitionBy([...names], true, true)
      .map((part) => ({ ...samplesOf(part), values: valuesAt(columnsOf(part, names), 0) }));
  }
  const { time, value } = samplesOf(frame);
  const runs = starts.map((from, index) => ({
    values: valuesAt(labels, from),
    time: time.subarray(from, starts[index + 1]),
    value: value.subarray(from, starts[index + 1]),
  }));
  return [...Map.groupBy(runs, ({ values }) => JSON.stringify(values)).values()].map((own) =>
    own.length === 1 ? own[0]! : {
      values: own[0]!.values,
      time: joined(own.map(({ time }) => time)),
      value: joined(own.map(({ value }) => value)),
    }
  );
}

/**
 * With more runs than this in a table, the series run side by side, such as the strings of a roof.
 * Restarts leave them one after the other.
 */
const MOST_RUNS = 64;

/**
 * The first row of each run of rows with the same labels; `null` if there are many runs, or rows
 * without one of the labels. Polars' `partitionBy()` divides those. For a few runs it takes twice as
 * long as this.
 */
function runStarts(labels: readonly pl.Series[], height: number): number[] | null {
  if (height === 1) return [0];
  if (labels.some((label) => label.nullCount() > 0 || label.get(0) !== label.get(1))) return null;
  const starts = new Set([0]);
  for (const label of labels) {
    const following = label.slice(1, height - 1),
      isOther = following.neq(label.slice(0, height - 1));
    const changes: Uint8Array = isOther.cast(pl.UInt8).toTypedArray();
    for (let row = changes.indexOf(1); row >= 0; row = changes.indexOf(1, row + 1)) {
      starts.add(row + 1);
      if (starts.size > MOST_RUNS) return null;
    }
  }
  return [...starts].sort((a, b) => a - b);
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((rows, { length }) => rows + length, 0));
  let row = 0;
  for (const part of parts) {
    all.set(part, row);
    row += part.length;
  }
  return all;
}

/** Label columns as text; a file may hold them as categories. */
function columnsOf(frame: pl.DataFrame, names: readonly string[]): pl.Series[] {
  return names.map((name) => frame.getColumn(name).cast(pl.String));
}

function valuesAt(labels: readonly pl.Series[], row: number): SeriesPart["values"] {
  return Object.fromEntries(labels.map((label) => [label.name, label.get(row)]));
}

/** The columns `time` and `value`; NaN for what is absent. */
function samplesOf(frame: pl.DataFrame): Samples {
  return { time: timesOf(frame), value: numbersIn(frame.getColumn("value")) };
}

/**
 * The column `time` of a table, whatever its unit. [ms]
 */
export function timesOf(frame: pl.DataFrame): Float64Array {
  const column = frame.getColumn("time");
  const isUsual = column.dtype.equals(pl.Datetime("ms", "UTC"));
  return numbersIn(isUsual ? column : column.cast(pl.Datetime("ms")));
}

/** Without an expression where it can be: each takes longer than the numbers of a month. */
function numbersIn(column: pl.Series): Float64Array {
  const numbers = column.cast(pl.Float64);
  if (numbers.nullCount() === 0) return numbers.toTypedArray();
  const filled = pl.col(column.name).fillNull(pl.lit(NaN));
  return numbers.toFrame().select(filled).getColumn(column.name).toTypedArray();
}
