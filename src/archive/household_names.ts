/**
 * Archives of many households.
 *
 * @module
 */

import { readdir } from "node:fs/promises";
import { WattbookError } from "../errors.ts";
import { folderValue } from "./layout.ts";

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
 * import { householdNames } from "./household_names.ts";
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
export async function householdNames(dir: string): Promise<string[]> {
  const folders = await readdir(dir).catch((cause) => {
    throw new WattbookError("BAD_ARCHIVE", `There is no archive at '${dir}'`, {
      hint: "Check the path, relative to the folder the command runs in.",
      cause,
    });
  });
  return folders.map((folder) => folderValue(folder, "household"))
    .filter((name) => name !== null).sort();
}
