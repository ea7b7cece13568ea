/**
 * Reads one file of an archive.
 *
 * @module
 */

import type { FileMetaData } from "hyparquet";
import type { Buffer } from "node:buffer";
import { readFile } from "node:fs/promises";
import pl from "nodejs-polars";
import type { LabelledSamples, Labels } from "../columns.ts";
import type { TimeRange } from "../time.ts";
import { badFile, constantLabels, extentByFooter, footerIn, footerOf } from "./footer.ts";
import { labelOf, monthRange } from "./layout.ts";
import { seriesParts, timesOf } from "./series_parts.ts";

/** Options of {@linkcode readMonth}. */
export interface ReadMonthOptions {
  /** Name that the series get as `__name__`. */
  readonly metric: string;
  /** UTC month to which all samples must belong, `YYYY-MM`. @default any */
  readonly month?: string;
  /** Which series are wanted. @default all */
  readonly test?: (labels: Labels) => boolean;
}

/**
 * The series of one file, each in ascending time, in no particular order.
 *
 * @param file Path of a Parquet file with the columns `time`, `value` and a text column per label.
 * @throws {WattbookError} `BAD_ARCHIVE` if the file is damaged or has other columns.
 */
export async function readMonth(
  file: string,
  { metric, month, test = () => true }: ReadMonthOptions,
): Promise<LabelledSamples[]> {
  const bytes = await readBytes(file), footer = await footerIn(bytes, file);
  if (footer.num_rows === 0n) return [];
  // Columns with one value throughout need not be read.
  const constant = constantLabels(footer);
  const columns = columnsOf(footer).filter((name) => !Object.hasOwn(constant, name));
  const frame = decode(bytes, { file, columns });
  const names = labelColumns(frame, { file, columns });
  const series: LabelledSamples[] = [];
  for (const { values, ...samples } of seriesParts(frame, names)) {
    const labels: Record<string, string> = { __name__: metric };
    for (const [name, value] of Object.entries({ ...constant, ...values })) {
      if (value) labels[labelOf(name)] = value;
    }
    if (!test(labels)) continue;
    checkOrder(samples.time, file);
    if (month !== undefined) checkMonth(samples.time, month, file);
    series.push({ labels, ...samples });
  }
  return series;
}

/**
 * First and last time in a month's file, from its footer if possible.
 *
 * @param file Path of the file; its rows are in order of time.
 * @returns Range, `null` for a file without rows. [ms]
 * @throws {WattbookError} `BAD_ARCHIVE` if the file cannot be read or has no times.
 */
export async function monthExtent(file: string): Promise<TimeRange | null> {
  const told = extentByFooter(await footerOf(file));
  if (told !== undefined) return told;
  const frame = decode(await readBytes(file), { file, columns: ["time"] });
  const ends = pl.concat([frame.head(1), frame.tail(1)]);
  const [start, end] = timesOf(ends);
  return { start: start!, end: end! };
}

async function readBytes(file: string): Promise<Buffer> {
  return await readFile(file).catch((cause) => {
    throw badFile(file, "cannot be read", cause);
  });
}

function decode(
  bytes: Buffer,
  { file, columns }: { file: string; columns: string[] },
): pl.DataFrame {
  try {
    return pl.readParquet(bytes, { columns });
  } catch (cause) {
    throw badFile(file, "is damaged or not a Parquet file", cause);
  }
}

/** Columns of a table; none if it has no rows. */
function columnsOf({ row_groups }: FileMetaData): string[] {
  const chunks = row_groups.flatMap(({ columns }) => columns);
  return [...new Set(chunks.map(({ meta_data }) => meta_data!.path_in_schema[0]!))];
}

/** The label columns. Throws if the table is not one of an archive. */
function labelColumns(
  frame: pl.DataFrame,
  { file, columns }: { file: string; columns: readonly string[] },
): string[] {
  const kindOf = (name: string) =>
    columns.includes(name) ? frame.getColumn(name).dtype.variant : "";
  if (kindOf("time") !== "Datetime") throw badFile(file, "has no column 'time' of time stamps");
  if (!["Float64", "Float32"].includes(kindOf("value"))) {
    throw badFile(file, "has no column 'value' of floating point numbers");
  }
  const names = columns.filter((name) => name !== "time" && name !== "value");
  for (const name of names) {
    if (!["String", "Categorical"].includes(kindOf(name))) {
      throw badFile(file, `has a column '${name}' that is not text, so it is not a label`);
    }
  }
  return names;
}

function checkOrder(time: Float64Array, file: string): void {
  let before = -Infinity;
  for (let row = 0; row < time.length; row++) {
    const at = time[row]!;
    // An absent time is NaN and fails this test, too.
    if (!(at >= before)) throw badFile(file, `is not in order of time at row ${row} of a series`);
    before = at;
  }
}

/** Times ascend, so checking the first and the last one is enough. */
function checkMonth(time: Float64Array, month: string, file: string): void {
  const { start, end } = monthRange(month);
  for (const at of [time[0]!, time.at(-1)!]) {
    if (at >= start && at < end) continue;
    throw badFile(
      file,
      `holds a sample of ${new Date(at).toISOString()}, which belongs to another month`,
    );
  }
}
