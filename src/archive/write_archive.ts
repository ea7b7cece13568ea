/**
 * Writes the files of an archive, each whole or not at all.
 *
 * @module
 */

import { mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { eachSeries, joinSeries, type LabelledSamples, type SeriesColumns } from "../columns.ts";
import { isPartial, replaceFile } from "../files.ts";
import { WattbookError } from "../errors.ts";
import { encodeParquet } from "./encode_parquet.ts";
import {
  folderValue,
  monthFile,
  monthOf,
  type MonthPlace,
  monthRange,
  STATE_FILE,
} from "./layout.ts";
import { recordEntries, type SyncRecord } from "./sync_record.ts";

/** Options of {@linkcode writeMonth}. */
export interface WriteMonthOptions extends MonthPlace {
  /** Record of the sync. @default none */
  readonly record?: SyncRecord;
}

/**
 * Writes one metric's samples of one UTC month. The file appears whole or not at all, even if the
 * machine stops meanwhile. A current month is compressed quickly, a finished one as small as possible.
 *
 * @param columns Series of that metric, all samples within that month.
 * @returns Path of the file.
 * @throws {RangeError} If a sample lies outside the month.
 * @throws {WattbookError} `FILE_NOT_WRITTEN` if the file cannot be written; an older one stays.
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
  const file = monthFile(dir, place);
  const bytes = encodeParquet(columns, {
    entries: record ? recordEntries(record, place) : [],
    smallest: record?.finished ?? true,
  });
  try {
    await mkdir(dirname(file), { recursive: true });
    await replaceFile(file, bytes, { isOnlyWriter: true });
  } catch (cause) {
    throw notWritten(file, cause);
  }
  return file;
}

/**
 * Writes series into an archive, one file for each metric and UTC month that has samples. Existing
 * files of these months are replaced; others stay.
 *
 * @param columns Series that carry their metric's name as `__name__`.
 * @returns Paths of the written files, in order of metric and month.
 * @throws {TypeError} If a series has no name.
 * @throws {WattbookError} `FILE_NOT_WRITTEN` if a file cannot be written.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtemp, rm } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { joinSeries } from "../columns.ts";
 * import { writeArchive } from "./write_archive.ts";
 *
 * const dir = await mkdtemp(`${tmpdir()}/archive-`);
 * const files = await writeArchive(dir, joinSeries([
 *   { labels: { __name__: "power" }, time: Float64Array.of(0), value: Float64Array.of(5) },
 * ]));
 * assert(files[0]?.endsWith("data.parquet"));
 * await rm(dir, { recursive: true });
 * ```
 */
export async function writeArchive(dir: string, columns: SeriesColumns): Promise<string[]> {
  const metrics = Map.groupBy(eachSeries(columns), nameOf);
  const files: string[] = [];
  for (const metric of [...metrics.keys()].sort()) {
    const months = splitByMonth(metrics.get(metric)!);
    for (const month of [...months.keys()].sort()) {
      files.push(await writeMonth(dir, joinSeries(months.get(month)!), { metric, month }));
    }
  }
  return files;
}

function nameOf({ labels }: LabelledSamples): string {
  if (labels.__name__) return labels.__name__;
  throw new TypeError(`A series without a metric name: ${JSON.stringify(labels)}`);
}

/** Cuts each series at the UTC months. */
function splitByMonth(series: readonly LabelledSamples[]): Map<string, LabelledSamples[]> {
  const months = new Map<string, LabelledSamples[]>();
  for (const { labels, time, value } of series) {
    let from = 0;
    while (from < time.length) {
      const month = monthOf(time[from]!);
      const { end } = monthRange(month);
      let to = from + 1;
      while (to < time.length && time[to]! < end) to++;
      const piece = { labels, time: time.subarray(from, to), value: value.subarray(from, to) };
      const pieces = months.get(month);
      if (pieces) pieces.push(piece);
      else months.set(month, [piece]);
      from = to;
    }
  }
  return months;
}

/**
 * Removes partial files of killed processes. No other process may write to the archive meanwhile.
 *
 * @throws {WattbookError} `FILE_NOT_WRITTEN` if one cannot be removed.
 * @returns Number of files that were removed.
 */
export async function removeLeftovers(dir: string): Promise<number> {
  let removed = 0;
  // A person may write other files beside the archive at this moment, so only its own one goes.
  await removeFrom(dir, (name) => name.startsWith(`.${STATE_FILE}.`));
  for (const metric of await foldersOf(dir, "metric")) {
    for (const month of await foldersOf(metric, "month")) await removeFrom(month, () => true);
  }
  return removed;

  async function removeFrom(folder: string, isOwn: (name: string) => boolean): Promise<void> {
    for (const name of await namesIn(folder)) {
      if (!isPartial(name) || !isOwn(name)) continue;
      const file = join(folder, name);
      await rm(file, { force: true }).catch((cause) => {
        throw notWritten(file, cause);
      });
      removed++;
    }
  }
}

async function foldersOf(dir: string, key: "metric" | "month"): Promise<string[]> {
  const names = await namesIn(dir);
  return names.filter((name) => folderValue(name, key) !== null).map((name) => join(dir, name));
}

function namesIn(dir: string): Promise<string[]> {
  return readdir(dir).catch(() => []);
}

const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: "Make room on that disk, or choose another one; the existing archive stays as it is.",
  EDQUOT: "Your quota on that disk is used up; the existing archive stays as it is.",
  EROFS: "That file system is read-only; choose another folder.",
  EACCES: "Choose a folder that you may write to, or have its permissions changed.",
  EPERM: "Choose a folder that you may write to, or have its permissions changed.",
  ENOTDIR: "A file stands where a folder should be; move it away.",
  EEXIST: "A file stands where a folder should be; move it away.",
};

/** The error about a file of an archive that cannot be written, with the system's reason. */
export function notWritten(file: string, cause: unknown): WattbookError {
  const { code = "", message = String(cause) } = cause as { code?: string; message?: string };
  // "ENOSPC: no space left on device, write" or "Permission denied (os error 13): open 'x'"
  const reason = message.replace(/^[A-Z]+: /, "").replace(/ \(os error \d+\).*$/s, "")
    .replace(/, \w+( '.*)?$/s, "");
  return new WattbookError(
    "FILE_NOT_WRITTEN",
    `Cannot write '${file}': ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`,
    {
      hint: HINTS[code] ?? "Check that the disk works and that the folder may be written to.",
      cause,
    },
  );
}
