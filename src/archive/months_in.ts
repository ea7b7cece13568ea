import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DATA_FILE, folderValue, metricFolder } from "./layout.ts";

/**
 * Months of which an archive has a file of a metric, ascending. A month that is being written for
 * the first time has none yet.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { monthsIn } from "./months_in.ts";
 *
 * assert.deepEqual(await monthsIn("no/such/archive", "power"), []);
 * ```
 */
export async function monthsIn(dir: string, metric: string): Promise<string[]> {
  const folder = metricFolder(dir, metric);
  const folders: string[] = await readdir(folder).catch(() => []);
  const months = folders.map((name) => folderValue(name, "month"))
    .filter((month) => month !== null).sort();
  const complete = await Promise.all(months.map(async (month) => {
    const files: string[] = await readdir(join(folder, `month=${month}`)).catch(() => []);
    return files.includes(DATA_FILE);
  }));
  return months.filter((_, index) => complete[index]);
}
