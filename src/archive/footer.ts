/**
 * The footers of Parquet files: what they tell about the rows without reading any.
 *
 * @module
 */

import type { ColumnChunk, FileMetaData, SchemaElement } from "hyparquet";
import { open } from "node:fs/promises";
import { WattbookError } from "../errors.ts";
import type { TimeRange } from "../time.ts";

/** Enough for the footer of a month; a larger one needs a second read. [bytes] */
const FOOTER = 32_768;

/**
 * The footer of a Parquet file: its schema, its statistics, its metadata, and none of its rows.
 *
 * @throws {WattbookError} `BAD_ARCHIVE` if the file cannot be read or is no Parquet file.
 */
export async function footerOf(file: string): Promise<FileMetaData> {
  // Loaded late, because a notebook that opens no archive does not need it.
  const { parquetMetadataAsync } = await import("hyparquet");
  try {
    await using handle = await open(file);
    const { size } = await handle.stat();
    const slice = async (start: number, end = size): Promise<ArrayBuffer> => {
      const bytes = new Uint8Array(end - start);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
      return bytes.buffer.slice(0, bytesRead);
    };
    return await parquetMetadataAsync({ byteLength: size, slice }, { initialFetchSize: FOOTER });
  } catch (cause) {
    throw badFile(file, "cannot be read: it is damaged or not a Parquet file", cause);
  }
}

/**
 * The footer of a file that was read already.
 *
 * @param file Its path, for people.
 * @throws {WattbookError} `BAD_ARCHIVE` if it is no Parquet file.
 */
export async function footerIn(bytes: Uint8Array, file: string): Promise<FileMetaData> {
  const { parquetMetadata } = await import("hyparquet");
  try {
    return parquetMetadata(bytes);
  } catch (cause) {
    throw badFile(file, "is damaged or not a Parquet file", cause);
  }
}

/**
 * First and last time, by the statistics of a footer.
 *
 * @returns `null` for a file without rows, `undefined` without statistics. [ms]
 */
export function extentByFooter(
  { row_groups, num_rows }: Pick<FileMetaData, "row_groups" | "num_rows">,
): TimeRange | null | undefined {
  if (num_rows === 0n) return null;
  let start = Infinity, end = -Infinity;
  for (const { columns } of row_groups) {
    const column = columns.find(({ meta_data }) => meta_data?.path_in_schema.join(".") === "time");
    const { min_value, max_value } = column?.meta_data?.statistics ?? {};
    if (!(min_value instanceof Date) || !(max_value instanceof Date)) return undefined;
    start = Math.min(start, min_value.getTime());
    end = Math.max(end, max_value.getTime());
  }
  return { start, end };
}

/**
 * The text columns of a file with the same value in every row, by the statistics in its footer. Most
 * labels of a month are such columns, and they need not be read.
 *
 * @returns The value by name of the column, `null` if it is absent in every row. Columns without
 * usable statistics are left out.
 */
export function constantLabels(
  { schema, row_groups }: Pick<FileMetaData, "schema" | "row_groups">,
): Record<string, string | null> {
  const texts = schema.filter(isText).map(({ name }) => name);
  const constant = texts.flatMap((name) => {
    const values = new Set(
      row_groups.map(({ columns }) =>
        onlyValue(columns.find(({ meta_data }) => meta_data?.path_in_schema.join(".") === name))
      ),
    );
    const [value] = values;
    return values.size === 1 && value !== undefined ? [[name, value] as const] : [];
  });
  return Object.fromEntries(constant);
}

function isText({ type, converted_type, logical_type }: SchemaElement): boolean {
  return type === "BYTE_ARRAY" && (converted_type === "UTF8" || logical_type?.type === "STRING");
}

/** The only text in a column of a row group; `null` if there is none, `undefined` if that is unknown. */
function onlyValue(column: ColumnChunk | undefined): string | null | undefined {
  const { statistics, num_values } = column?.meta_data ?? {};
  if (!statistics || statistics.null_count === undefined) return undefined;
  const { min_value, max_value, null_count } = statistics;
  if (null_count === num_values) return null;
  // The statistics of a long text may contain only its beginning.
  const isExact = statistics.is_min_value_exact !== false &&
    statistics.is_max_value_exact !== false;
  return isExact && null_count === 0n && typeof min_value === "string" && min_value === max_value
    ? min_value
    : undefined;
}

/**
 * The error for a file of an archive that cannot be used.
 *
 * @param what What is wrong with it, as the rest of a sentence.
 */
export function badFile(file: string, what: string, cause?: unknown): WattbookError {
  return new WattbookError("BAD_ARCHIVE", `'${file}' ${what}`, {
    hint:
      "Move the file away and sync again, which reads that month again if the server still has it. " +
      "Or restore the file from a backup.",
    cause,
  });
}
