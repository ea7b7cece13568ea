/**
 * Samples of one metric as the bytes of a Parquet file.
 *
 * @module
 */

import { constants, zstdCompressSync, type ZstdOptions } from "node:zlib";
import { ByteWriter, parquetWrite } from "hyparquet-writer";
import type { KeyValue } from "hyparquet";
import type { SeriesColumns } from "../columns.ts";
import { columnOf } from "./layout.ts";

/** Options of {@linkcode encodeParquet}. */
export interface EncodeOptions {
  /** Key-value metadata of the file. @default [] */
  readonly entries?: readonly KeyValue[];
  /**
   * Whether to make the file as small as possible, which takes three times as long. Worth it for a
   * file that is written once and read many times.
   *
   * @default {true}
   */
  readonly smallest?: boolean;
}

/**
 * Writes series as one Parquet table: `time` (UTC, milliseconds), one string column per label,
 * `value`. Rows are in order of time, rows of one time in order of their labels. The same samples
 * give the same bytes.
 *
 * Polars can write Parquet too, but not delta-encoded: it needs about 3 bytes for each time stamp,
 * while delta encoding needs a few hundredths for steady scrapes.
 */
export function encodeParquet(columns: SeriesColumns, options: EncodeOptions = {}): Uint8Array {
  const names = labelNames(columns);
  const { series, rows } = rowOrder(columns, names);
  const time = BigInt64Array.from(rows, (row) => BigInt(columns.time[row]!));
  const value = Array.from(rows, (row) => nullIfNaN(columns.value[row]!));
  const labels = names.map((name) => {
    const perSeries = columns.labels.map((one) => one[name] || null);
    return { name: columnOf(name), data: Array.from(series, (index) => perSeries[index]!) };
  });
  const table = { time, labels, value };
  const { smallest = true, entries = [] } = options;
  if (!smallest) return write(table, { entries, level: QUICK });
  // Whole numbers compress best with their bytes split, fractions with a dictionary.
  const split = write(table, { entries, encoding: "BYTE_STREAM_SPLIT", level: SMALLEST });
  const plain = write(table, { entries, level: SMALLEST });
  return split.length < plain.length ? split : plain;
}

/**
 * Statistics of labels up to this length are exact, so that a reader need not read a column with the
 * same label throughout. The writer's default of 16 is shorter than many names of pods. [bytes]
 */
const LABEL_STATISTICS = 256;

/** Levels of zstd. Reading takes the same time for both. */
const SMALLEST = 19, QUICK = 3;

interface Table {
  time: BigInt64Array;
  labels: { name: string; data: (string | null)[] }[];
  value: (number | null)[];
}

interface WriteOptions {
  readonly entries: readonly KeyValue[];
  readonly level: number;
  readonly encoding?: "BYTE_STREAM_SPLIT";
}

function write(
  { time, labels, value }: Table,
  { entries, level, encoding }: WriteOptions,
): Uint8Array {
  const writer = new ByteWriter();
  parquetWrite({
    writer,
    schema: [
      { name: "schema", num_children: labels.length + 2 },
      {
        name: "time",
        type: "INT64",
        converted_type: "TIMESTAMP_MILLIS",
        logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
        repetition_type: "REQUIRED",
      },
      ...labels.map(({ name }) => ({
        name,
        type: "BYTE_ARRAY" as const,
        converted_type: "UTF8" as const,
        logical_type: { type: "STRING" as const },
        repetition_type: "OPTIONAL" as const,
      })),
      { name: "value", type: "DOUBLE", repetition_type: "OPTIONAL" },
    ],
    columnData: [
      { name: "time", data: time, encoding: "DELTA_BINARY_PACKED" },
      ...labels,
      { name: "value", data: value, ...(encoding && { encoding }) },
    ],
    codec: "ZSTD",
    compressors: { ZSTD: (bytes) => zstd(bytes, level) },
    statisticsTruncateLength: LABEL_STATISTICS,
    ...(entries.length > 0 && { kvMetadata: [...entries] }),
    rowGroupSize: Math.max(time.length, 1),
    createdBy: "wattbook",
  });
  return writer.getBytes();
}

/** Label columns, sorted. The metric's name is in the folder's name, not in a column. */
function labelNames({ labels }: SeriesColumns): string[] {
  const names = new Set<string>();
  for (const one of labels) {
    for (const name in one) if (name !== "__name__" && one[name] !== "") names.add(name);
  }
  return [...names].sort();
}

/** Rows in the order of the file, and which series each belongs to. */
function rowOrder(
  { labels, offsets, time }: SeriesColumns,
  names: readonly string[],
): { series: Uint32Array; rows: Uint32Array } {
  const keys = labels.map((one) => JSON.stringify(names.map((name) => one[name] ?? "")));
  const rank = new Uint32Array(labels.length);
  keys.map((key, index) => ({ key, index }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.index - b.index))
    .forEach(({ index }, place) => rank[index] = place);
  const seriesOfRow = new Uint32Array(time.length);
  for (let i = 0; i < labels.length; i++) seriesOfRow.fill(i, offsets[i]!, offsets[i + 1]!);
  const rows = Uint32Array.from(time, (_, row) => row);
  if (labels.length > 1) {
    rows.sort((a, b) => time[a]! - time[b]! || rank[seriesOfRow[a]!]! - rank[seriesOfRow[b]!]!);
  }
  return { series: rows.map((row) => seriesOfRow[row]!), rows };
}

function nullIfNaN(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

/** If zstd knows the size beforehand, it does not clear tables of a hundred megabytes. */
function zstd(bytes: Uint8Array, level: number): Uint8Array {
  const options: ZstdOptions & { pledgedSrcSize: number } = {
    params: { [constants.ZSTD_c_compressionLevel]: level },
    pledgedSrcSize: bytes.length,
  };
  return zstdCompressSync(bytes, options);
}
