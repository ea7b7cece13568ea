/**
 * Writing one file of an archive.
 *
 * @module
 */

import { isWindows } from "../effects.ts";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { SeriesColumns } from "../columns.ts";
import { encodeParquet } from "./encode_parquet.ts";
import { monthFile, type MonthPlace, monthRange } from "./layout.ts";
import { notWritten } from "./not_written.ts";
import { recordEntries, type SyncRecord } from "./sync_record.ts";

/** Where the samples belong, and what the file says about its making. */
export interface WriteMonthOptions extends MonthPlace {
  /** How the samples came from a server. @default none */
  readonly record?: SyncRecord;
}

/** How the name of a file ends while it is written; a dot in front hides it from other programs. */
const PARTIAL = ".partial";

/**
 * Writes one metric's samples of one UTC month. The file appears whole or not at all, even if the
 * machine stops meanwhile. A month that goes on is packed quickly, any other as small as can be.
 *
 * @param columns Series of that metric, all samples within that month.
 * @returns Path of the file.
 * @throws {RangeError} If a sample lies outside the month.
 * @throws {WattbookError} `FILE_NOT_WRITTEN` if the file cannot be written; an older one stays.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtemp, rm } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { joinSeries } from "../columns.ts";
 * import { writeMonth } from "./write_month.ts";
 *
 * const dir = await mkdtemp(`${tmpdir()}/archive-`);
 * const columns = joinSeries([
 *   { labels: { pod: "a" }, time: Float64Array.of(0), value: Float64Array.of(5) },
 * ]);
 * const file = await writeMonth(dir, columns, { metric: "power", month: "1970-01" });
 * assert(file.endsWith("data.parquet"));
 * await rm(dir, { recursive: true });
 * ```
 */
export async function writeMonth(
  dir: string,
  columns: SeriesColumns,
  { record, ...place }: WriteMonthOptions,
): Promise<string> {
  const { start, end } = monthRange(place.month);
  const stray = columns.time.find((time) => !(time >= start && time < end));
  if (stray !== undefined) {
    throw new RangeError(`A sample at ${new Date(stray).toISOString()} is not in ${place.month}`);
  }
  const file = monthFile(dir, place), folder = dirname(file);
  const partial = join(folder, `.${basename(file)}${PARTIAL}`);
  const bytes = encodeParquet(columns, {
    entries: record ? recordEntries(record, place) : [],
    smallest: record?.finished ?? true,
  });
  try {
    await mkdir(folder, { recursive: true });
    await writeSynced(partial, bytes);
    await rename(partial, file);
    // Only with its folder on the disk, too, does the new name outlast a power failure.
    if (!isWindows) await syncFolder(folder);
  } catch (cause) {
    await rm(partial, { force: true }).catch(() => {});
    throw notWritten(file, cause);
  }
  return file;
}

/**
 * Whether a file is one that a killed process left behind half-written.
 *
 * @param name Name of the file, without its folder.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { isLeftover } from "./write_month.ts";
 *
 * assert(isLeftover(".data.parquet.partial") && !isLeftover("data.parquet"));
 * ```
 */
export function isLeftover(name: string): boolean {
  return name.startsWith(".") && name.endsWith(PARTIAL);
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  await using handle = await open(path, "w");
  await handle.writeFile(bytes);
  await handle.sync();
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}
