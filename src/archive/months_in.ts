import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { TimeRange } from "../time.ts";
import { DATA_FILE, folderValue, metricFolder, monthRange } from "./layout.ts";

/**
 * Months of which an archive has a file of a metric, ascending. A month that is being written for
 * the first time has none yet.
 *
 * @param range Only months that touch it. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { monthsIn } from "./months_in.ts";
 *
 * assert.deepEqual(await monthsIn("no/such/archive", "power"), []);
 * ```
 */
export async function monthsIn(
  dir: string,
  metric: string,
  range: TimeRange = { start: -Infinity, end: Infinity },
): Promise<string[]> {
  const folder = metricFolder(dir, metric);
  const folders: string[] = await readdir(folder).catch(() => []);
  const months = folders.map((name) => folderValue(name, "month"))
    .filter((month) => month !== null)
    .filter((month) => {
      const { start, end } = monthRange(month);
      return start <= range.end && range.start < end;
    })
    .sort();
  const complete = await Promise.all(months.map(async (month) => {
    const files: string[] = await readdir(join(folder, `month=${month}`)).catch(() => []);
    return files.includes(DATA_FILE);
  }));
  return months.filter((_, index) => complete[index]);
}
