/**
 * What an archive contains: households, metrics, months, and how large it is.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { WattbookError } from "../errors.ts";
import type { TimeRange } from "../time.ts";
import { folderValue, metricFolder, monthFile, monthRange } from "./layout.ts";

/**
 * Names of the households whose archives lie in a folder as `household=NAME`, sorted. None if it is
 * the archive of a single household.
 *
 * @throws {WattbookError} `BAD_ARCHIVE` if there is no such folder.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtemp, rm } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { joinSeries } from "../columns.ts";
 * import { householdNames } from "./contents.ts";
 * import { householdFolder } from "./layout.ts";
 * import { writeArchive } from "./write_archive.ts";
 *
 * const dir = await mkdtemp(`${tmpdir()}/homes-`);
 * await writeArchive(householdFolder(dir, "weber"), joinSeries([
 *   { labels: { __name__: "power" }, time: Float64Array.of(0), value: Float64Array.of(5) },
 * ]));
 * assert.deepEqual(await householdNames(dir), ["weber"]);
 * await rm(dir, { recursive: true });
 * ```
 */
export function householdNames(dir: string): Promise<string[]> {
  return valuesIn(dir, "household");
}

/**
 * Names of the metrics of an archive, sorted.
 *
 * @throws {WattbookError} `BAD_ARCHIVE` if there is no such folder.
 */
export function metricsIn(dir: string): Promise<string[]> {
  return valuesIn(dir, "metric");
}

async function valuesIn(dir: string, key: "household" | "metric"): Promise<string[]> {
  const folders = await readdir(dir).catch((cause) => {
    throw new WattbookError("BAD_ARCHIVE", `There is no archive at '${dir}'`, {
      hint: "Check the path, relative to the folder the command runs in.",
      cause,
    });
  });
  return folders.map((folder) => folderValue(folder, key)).filter((name) => name !== null).sort();
}

/**
 * UTC months for which an archive has a file of a metric, ascending. A month that is being written
 * for the first time has none yet.
 *
 * @param range Only months that touch it. [ms]
 */
export async function monthsIn(
  dir: string,
  metric: string,
  range: TimeRange = { start: -Infinity, end: Infinity },
): Promise<string[]> {
  const folder = metricFolder(dir, metric);
  const folders: string[] = await readdir(folder).catch(() => []);
  return folders.map((name) => folderValue(name, "month"))
    .filter((month) => month !== null)
    .filter((month) => {
      const { start, end } = monthRange(month);
      return start <= range.end && range.start < end;
    })
    // At once: a year has some hundred of them, each a tenth of the time to wait for it.
    .filter((month) => existsSync(monthFile(dir, { metric, month })))
    .sort();
}

/** The size of an archive. */
export interface ArchiveSize {
  readonly metrics: number;
  readonly files: number;
  /** Size of all files. [bytes] */
  readonly bytes: number;
  /** First UTC month, `null` if there is none. */
  readonly first: string | null;
}

/** Adds up the files of an archive. */
export async function archiveSize(dir: string): Promise<ArchiveSize> {
  const metrics = await metricsIn(dir).catch((): string[] => []);
  let files = 0, bytes = 0, first: string | null = null;
  for (const metric of metrics) {
    for (const month of await monthsIn(dir, metric)) {
      files++;
      bytes += (await stat(monthFile(dir, { metric, month }))).size;
      if (first === null || month < first) first = month;
    }
  }
  return { metrics: metrics.length, files, bytes, first };
}
