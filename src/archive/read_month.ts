/**
 * Reading one file of an archive.
 *
 * @module
 */

import type { Buffer } from "node:buffer";
import { readFile } from "node:fs/promises";
import type { FileMetaData } from "hyparquet";
import pl from "nodejs-polars";
import type { LabelledSamples, Labels } from "../columns.ts";
import type { TimeRange } from "../time.ts";
import { badFile } from "./bad_file.ts";
import { constantLabels } from "./constant_labels.ts";
import { extentByFooter, footerIn, footerOf } from "./footer.ts";
import { labelOf, monthRange } from "./layout.ts";
import { seriesParts, timeAsNumber } from "./series_parts.ts";

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
 * @throws {WattbookError} `BAD_ARCHIVE` if the file is no such one, or damaged.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtemp, rm } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { joinSeries } from "../columns.ts";
 * import { readMonth } from "./read_month.ts";
 * import { writeArchive } from "./write_archive.ts";
 *
 * const dir = await mkdtemp(`${tmpdir()}/archive-`);
 * const [file] = await writeArchive(dir, joinSeries([
 *   { labels: { __name__: "power" }, time: Float64Array.of(0), value: Float64Array.of(5) },
 * ]));
 * const [power] = await readMonth(file!, { metric: "power" });
 * assert(power!.value[0] === 5);
 * await rm(dir, { recursive: true });
 * ```
 */
export async function readMonth(
  file: string,
  { metric, month, test = () => true }: ReadMonthOptions,
): Promise<LabelledSamples[]> {
  const bytes = await readBytes(file), footer = await footerIn(bytes, file);
  if (footer.num_rows === 0n) return [];
  // What the footer says of all rows need not be read from each.
  const constant = constantLabels(footer);
  const columns = columnsOf(footer).filter((name) => !Object.hasOwn(constant, name));
  const frame = decode(bytes, { file, columns });
  const names = labelColumns(frame, file);
  const series: LabelledSamples[] = [];
  for (const { part, values } of seriesParts(names, frame)) {
    const labels: Record<string, string> = { __name__: metric };
    for (const [name, value] of Object.entries({ ...constant, ...values })) {
      if (value) labels[labelOf(name)] = value;
    }
    if (!test(labels)) continue;
    const samples = samplesOf(part, file);
    if (month !== undefined) checkMonth(samples.time, month, file);
    series.push({ labels, ...samples });
  }
  return series;
}

/**
 * First and last time in a month's file, by its footer if that tells.
 *
 * @param file Path of the file; its rows are in order of time.
 * @returns Range, `null` for a file without rows. [ms]
 * @throws {WattbookError} `BAD_ARCHIVE` if the file cannot be read or has no times.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtemp, rm } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { joinSeries } from "../columns.ts";
 * import { monthExtent } from "./read_month.ts";
 * import { writeArchive } from "./write_archive.ts";
 *
 * const dir = await mkdtemp(`${tmpdir()}/archive-`);
 * const [file] = await writeArchive(dir, joinSeries([
 *   { labels: { __name__: "power" }, time: Float64Array.of(5, 9), value: Float64Array.of(1, 2) },
 * ]));
 * assert.deepEqual(await monthExtent(file!), { start: 5, end: 9 });
 * await rm(dir, { recursive: true });
 * ```
 */
export async function monthExtent(file: string): Promise<TimeRange | null> {
  const told = extentByFooter(await footerOf(file));
  if (told !== undefined) return told;
  const frame = decode(await readBytes(file), { file, columns: ["time"] });
  const ends = pl.concat([frame.head(1), frame.tail(1)]);
  const [start, end] = ends.select(timeAsNumber()).getColumn("time").toTypedArray();
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

/** Columns that are labels, after a look at whether the table is one of an archive at all. */
function labelColumns(frame: pl.DataFrame, file: string): string[] {
  const { time, value, ...labels } = frame.schema as Record<string, pl.DataType | undefined>;
  if (time?.variant !== "Datetime") throw badFile(file, "has no column 'time' of time stamps");
  if (!["Float64", "Float32"].includes(value?.variant ?? "")) {
    throw badFile(file, "has no column 'value' of floating point numbers");
  }
  for (const name in labels) {
    if (!["String", "Categorical"].includes(labels[name]!.variant)) {
      throw badFile(file, `has a column '${name}' that is not text, so it is no label`);
    }
  }
  return Object.keys(labels);
}

function samplesOf(frame: pl.DataFrame, file: string): { time: Float64Array; value: Float64Array } {
  const time: Float64Array = frame.getColumn("time").toTypedArray();
  let before = -Infinity;
  for (let row = 0; row < time.length; row++) {
    const at = time[row]!;
    // Neither holds for a time that is absent: it is NaN.
    if (!(at >= before)) throw badFile(file, `is not in order of time at row ${row} of a series`);
    before = at;
  }
  return { time, value: frame.getColumn("value").toTypedArray() };
}

/** Times ascend: the first and the last one tell. */
function checkMonth(time: Float64Array, month: string, file: string): void {
  const { start, end } = monthRange(month);
  for (const at of [time[0]!, time.at(-1)!]) {
    if (at >= start && at < end) continue;
    throw badFile(
      file,
      `holds a sample of ${new Date(at).toISOString()}, which is another month's`,
    );
  }
}
