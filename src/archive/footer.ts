import { open } from "node:fs/promises";
import type { FileMetaData } from "hyparquet";
import type { TimeRange } from "../time.ts";
import { badFile } from "./bad_file.ts";

/** Enough for the footer of a month; a larger one takes a second read. [bytes] */
const FOOTER = 32_768;

/**
 * The footer of a Parquet file: its schema, its statistics, its metadata, and none of its rows.
 *
 * @throws {WattbookError} `BAD_ARCHIVE` if the file cannot be read or is no Parquet file.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { footerOf } from "./footer.ts";
 *
 * await assert.rejects(footerOf("no/such/file.parquet"), { code: "BAD_ARCHIVE" });
 * ```
 */
export async function footerOf(file: string): Promise<FileMetaData> {
  // Loaded when it is needed: a notebook that opens no archive starts without it.
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
 * The same, of a file that has been read already.
 *
 * @param file Its path, for people.
 * @throws {WattbookError} `BAD_ARCHIVE` if it is no Parquet file.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { footerIn } from "./footer.ts";
 *
 * await assert.rejects(footerIn(new Uint8Array(9), "a.parquet"), { code: "BAD_ARCHIVE" });
 * ```
 */
export async function footerIn(bytes: Uint8Array, file: string): Promise<FileMetaData> {
  const { parquetMetadata } = await import("hyparquet");
  try {
    return parquetMetadata(new Uint8Array(bytes).buffer);
  } catch (cause) {
    throw badFile(file, "is damaged or not a Parquet file", cause);
  }
}

/**
 * First and last time by a footer's statistics.
 *
 * @returns `null` for a file without rows, `undefined` if the statistics do not tell. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { extentByFooter } from "./footer.ts";
 *
 * assert(extentByFooter({ row_groups: [], num_rows: 0n }) === null);
 * ```
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
