/**
 * An archive as a source of samples.
 *
 * @module
 */

import { join } from "node:path";
import { joinPieces, type LabelledSamples, samplesWithin } from "../columns.ts";
import type { PulledSamples, Source, SourceOptions } from "../energy/signals/source.ts";
import { WattbookError } from "../errors.ts";
import { formatSelector, labelTest, type Selector, selector as bare } from "../selector.ts";
import type { TimeRange } from "../time.ts";
import { householdNames, metricsIn, monthsIn } from "./contents.ts";
import { monthFile, type MonthPlace } from "./layout.ts";
import { monthExtent, readMonth } from "./read_month.ts";
import { OVERLAP, readRecord } from "./sync_record.ts";

/** Samples on disk, as Parquet. */
export interface Archive extends Source {
  /** Kind of the source. */
  readonly kind: "archive";
  /** Where it is. */
  readonly dir: string;
  /** Names of the metrics in it, sorted. */
  metrics(): Promise<string[]>;
  /** First and last time of all its samples, `null` if it has none. */
  extent(): Promise<TimeRange | null>;
  /**
   * The stretches of a range, ascending, for which a sync stored all samples of a selector. They need
   * not be pulled from the server. Both ends belong to a stretch.
   *
   * @param overlap Last part of the current month that does not count, because of late samples. [ms]
   */
  covered(selector: Selector, range: TimeRange, overlap?: number): Promise<TimeRange[]>;
}

/**
 * Opens an archive. A pull reads only the months that it touches. Folders of other names are ignored.
 *
 * @param dir Folder with `metric=NAME/month=YYYY-MM/data.parquet` in it.
 * @throws {WattbookError} `BAD_ARCHIVE` if there is no such folder or no metric in it.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtemp, rm } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { joinSeries } from "../columns.ts";
 * import { selector } from "../selector.ts";
 * import { openArchive } from "./open_archive.ts";
 * import { writeArchive } from "./write_archive.ts";
 *
 * const dir = await mkdtemp(`${tmpdir()}/archive-`);
 * await writeArchive(dir, joinSeries([
 *   { labels: { __name__: "power" }, time: Float64Array.of(0, 60_000), value: Float64Array.of(5, 7) },
 * ]));
 * const archive = await openArchive(dir);
 * const { columns } = await archive.samples(selector("power"), { start: 1, end: 60_000 });
 * assert(columns.value.join() === "7");
 * await rm(dir, { recursive: true });
 * ```
 */
export async function openArchive(dir: string): Promise<Archive> {
  if ((await metricsIn(dir)).length === 0) throw notAnArchive(dir, await householdNames(dir));
  return {
    kind: "archive",
    dir,
    description: `archive ${dir}`,
    metrics: () => metricsIn(dir),
    samples: (selector, range, options) => samplesIn(dir, selector, { ...options, range }),
    extent: () => extentOf(dir),
    covered: (selector, range, overlap) => coveredIn(dir, selector, { range, overlap }),
  };
}

function notAnArchive(dir: string, households: readonly string[]): WattbookError {
  const [first] = households;
  if (first === undefined) {
    return new WattbookError(
      "BAD_ARCHIVE",
      `'${dir}' is not an archive: no metric=… folder in it`,
      {
        hint: "Give the folder that holds metric=NAME/month=YYYY-MM/data.parquet.",
      },
    );
  }
  const count = households.length;
  return new WattbookError("BAD_ARCHIVE", `'${dir}' holds the archives of ${count} households`, {
    hint: `Open one of them, such as ${join(dir, `household=${encodeURIComponent(first)}`)}.`,
  });
}

async function coveredIn(
  dir: string,
  selector: Selector,
  { range, overlap = OVERLAP }: { range: TimeRange; overlap?: number | undefined },
): Promise<TimeRange[]> {
  const { metric } = selector, stretches: TimeRange[] = [];
  // Syncs pull metric by metric, so nothing is known to be whole for other selectors.
  if (metric === null) return [];
  const asked = [formatSelector(selector), formatSelector(bare(metric))];
  for (const month of await monthsIn(dir, metric, range)) {
    const place = { metric, month };
    const record = await readRecord(monthFile(dir, place), place);
    if (!record?.selectors.some((one) => asked.includes(one))) continue;
    const start = Math.max(record.from, range.start);
    const end = Math.min(record.finished ? record.to : record.to - overlap, range.end);
    if (start > end) continue;
    const last = stretches.at(-1);
    if (last && start <= last.end + 1) stretches[stretches.length - 1] = { ...last, end };
    else stretches.push({ start, end });
  }
  return stretches;
}

async function samplesIn(
  dir: string,
  selector: Selector,
  { range, signal, onProgress }: SourceOptions & { range: TimeRange },
): Promise<PulledSamples> {
  const test = await labelTest(selector);
  const places: MonthPlace[] = [];
  for (const metric of await metricsOf(dir, selector)) {
    for (const month of await monthsIn(dir, metric, range)) places.push({ metric, month });
  }
  const pieces: LabelledSamples[] = [];
  for (const [done, place] of places.entries()) {
    checkAborted(signal);
    const { metric, month } = place, file = monthFile(dir, place);
    for (const one of await readMonth(file, { metric, month, test })) {
      const piece = samplesWithin(one, range);
      if (piece.time.length > 0) pieces.push(piece);
    }
    onProgress?.(done + 1, places.length);
  }
  checkAborted(signal);
  return { columns: joinPieces(pieces), notices: [] };
}

/** The metrics that a selector may match. */
async function metricsOf(dir: string, { metric, matchers }: Selector): Promise<string[]> {
  if (metric !== null) return [metric];
  const test = await labelTest({ matchers: matchers.filter(({ label }) => label === "__name__") });
  return (await metricsIn(dir)).filter((__name__) => test({ __name__ }));
}

/** Only files of the first and of the last month can hold the first and the last sample. */
async function extentOf(dir: string): Promise<TimeRange | null> {
  const files: { metric: string; month: string }[] = [];
  for (const metric of await metricsIn(dir)) {
    for (const month of await monthsIn(dir, metric)) files.push({ metric, month });
  }
  const months = files.map(({ month }) => month).sort();
  let start = Infinity, end = -Infinity;
  for (const place of files) {
    if (place.month !== months[0] && place.month !== months.at(-1)) continue;
    const extent = await monthExtent(monthFile(dir, place));
    if (!extent) continue;
    start = Math.min(start, extent.start);
    end = Math.max(end, extent.end);
  }
  return start <= end ? { start, end } : null;
}

function checkAborted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  throw new WattbookError("ABORTED", "Reading the archive was stopped", {
    hint: "Nothing is wrong: the caller aborted it.",
    cause: signal.reason,
  });
}
