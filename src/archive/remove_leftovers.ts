import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { folderValue } from "./layout.ts";
import { notWritten } from "./not_written.ts";
import { isLeftover } from "./write_month.ts";

/**
 * Removes what killed processes left half-written. Nobody else may write to the archive meanwhile.
 *
 * @throws {WattbookError} `FILE_NOT_WRITTEN` if one cannot be removed.
 * @returns Number of files that were removed.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { removeLeftovers } from "./remove_leftovers.ts";
 *
 * assert(await removeLeftovers("no/such/archive") === 0);
 * ```
 */
export async function removeLeftovers(dir: string): Promise<number> {
  let removed = 0;
  for (const metric of await foldersOf(dir, "metric")) {
    for (const month of await foldersOf(metric, "month")) {
      for (const name of await namesIn(month)) {
        if (!isLeftover(name)) continue;
        const file = join(month, name);
        await rm(file, { force: true }).catch((cause) => {
          throw notWritten(file, cause);
        });
        removed++;
      }
    }
  }
  return removed;
}

async function foldersOf(dir: string, key: "metric" | "month"): Promise<string[]> {
  const names = await namesIn(dir);
  return names.filter((name) => folderValue(name, key) !== null).map((name) => join(dir, name));
}

function namesIn(dir: string): Promise<string[]> {
  return readdir(dir).catch(() => []);
}
