import { readdir, stat } from "node:fs/promises";
import { folderValue, monthFile } from "../archive/layout.ts";
import { monthsIn } from "../archive/months_in.ts";

/** How much an archive holds. */
export interface ArchiveSize {
  /** Number of metrics. */
  readonly metrics: number;
  /** Number of files. */
  readonly files: number;
  /** Size of all files. [bytes] */
  readonly bytes: number;
  /** First UTC month, `null` if there is none. */
  readonly first: string | null;
}

/**
 * Adds up the files of an archive.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { archiveSize } from "./archive_size.ts";
 *
 * assert((await archiveSize("no/such/archive")).files === 0);
 * ```
 */
export async function archiveSize(dir: string): Promise<ArchiveSize> {
  const folders: string[] = await readdir(dir).catch(() => []);
  const metrics = folders.map((name) => folderValue(name, "metric")).filter((one) => one !== null);
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
