/**
 * Merges the answer of a server into a file.
 *
 * @module
 */

import { stat } from "node:fs/promises";
import { monthFile, type MonthPlace, monthRange } from "./layout.ts";
import { mergeSeries } from "./merge_series.ts";
import { readMonth } from "./read_month.ts";
import type { SyncRecord } from "./sync_record.ts";
import { writeMonth } from "./write_archive.ts";
import { joinSeries } from "../columns.ts";
import type { PulledSamples } from "../energy/signals/source.ts";
import { formatSelector } from "../selector.ts";
import { isAhead, isOver, type MonthTask, sameSelectors } from "./plan_sync.ts";

/** The result of storing a month. */
export interface StoredMonth extends MonthPlace {
  /** Samples that the file did not have. */
  readonly added: number;
  /** Samples whose value changed. */
  readonly changed: number;
  /** Size of the file if it was written, `null` if nothing changed. [bytes] */
  readonly written: number | null;
  /** Time of the last sample of the month, `null` if it has none. [ms] */
  readonly last: number | null;
}

/** Options of {@linkcode storeMonth}. */
export interface StoreOptions {
  /** Time of the pull. [ms] */
  readonly now: number;
  /** How late samples may arrive. [ms] */
  readonly overlap: number;
}

/**
 * Merges the answer of a server with the samples on disk and replaces the file. Samples on disk are
 * never lost, even if the server has deleted them. If nothing changed, the file is not written.
 *
 * @throws {WattbookError} `BAD_ARCHIVE` if the file on disk cannot be read, `FILE_NOT_WRITTEN`.
 */
export async function storeMonth(
  dir: string,
  task: MonthTask & PulledSamples,
  options: StoreOptions,
): Promise<StoredMonth> {
  const { metric, month, before } = task;
  const file = monthFile(dir, task);
  const onDisk = joinSeries(before === undefined ? [] : await readMonth(file, { metric, month }));
  const { columns, added, changed } = mergeSeries(onDisk, task.columns);
  const last = columns.time.reduce((latest, time) => Math.max(latest, time), -Infinity);
  const record = recordOf(task, options);
  const isSame = added + changed === 0 && (before?.finished ?? false) === record.finished &&
    (before?.from ?? record.from) === record.from &&
    !(before && isAhead(before, options)) &&
    sameSelectors(before ?? record, task.selectors);
  const done = { metric, month, added, changed, last: last === -Infinity ? null : last };
  if (columns.time.length === 0 || isSame) return { ...done, written: null };
  await writeMonth(dir, columns, { metric, month, record });
  return { ...done, written: (await stat(file)).size };
}

/** The record for the file. */
function recordOf(
  { month, range, before, selectors, notices }: MonthTask & PulledSamples,
  { now, overlap }: StoreOptions,
): SyncRecord {
  const asked = selectors.map(formatSelector);
  // An answer with a warning may lack samples: it is kept, and pulled again the next time.
  if (notices.length > 0) {
    const known = before ?? { from: range.start, to: range.start };
    return { selectors: asked, from: known.from, to: known.to, finished: false };
  }
  const isJoined = before && range.start <= before.to + 1 && before.from <= range.end + 1;
  const from = isJoined ? Math.min(before.from, range.start) : range.start;
  const to = isJoined && !isAhead(before, { now, overlap })
    ? Math.max(before.to, range.end)
    : range.end;
  return {
    selectors: asked,
    from,
    to,
    finished: to === monthRange(month).end - 1 && isOver(month, { now, overlap }),
  };
}
