/**
 * Writing an archive.
 *
 * @module
 */

import { eachSeries, joinSeries, type LabelledSamples, type SeriesColumns } from "../columns.ts";
import { monthOf, monthRange } from "./layout.ts";
import { writeMonth } from "./write_month.ts";

/**
 * Writes series into an archive, one file for each metric and UTC month that has samples. A file
 * that is there already is replaced, as a whole; other files stay.
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
