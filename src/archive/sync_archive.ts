/**
 * Brings an archive up to date with a server.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import { joinSeries } from "../columns.ts";
import type { PulledSamples, SourceOptions } from "../energy/signals/source.ts";
import { WattbookError } from "../errors.ts";
import type { Household } from "../household.ts";
import { monthOf } from "./layout.ts";
import { lockArchive } from "./lock_archive.ts";
import { mergeSeries } from "./merge_series.ts";
import { isAhead, type MonthTask, planSync, refuseOtherHousehold } from "./plan_sync.ts";
import { missingMonths } from "./server_months.ts";
import { type StoredMonth, storeMonth } from "./store_month.ts";
import { OVERLAP } from "./sync_record.ts";
import {
  type DiskMetric,
  diskMonths,
  readSearched,
  wantedMetrics,
  writeSearched,
} from "./sync_state.ts";
import { removeLeftovers } from "./write_archive.ts";

/** Options of {@linkcode syncArchive}. */
export interface SyncOptions {
  /**
   * First instant that is wanted. [ms]
   *
   * @default where the archive begins; of a new one, where the server does
   */
  readonly from?: number | undefined;
  /**
   * How late samples may arrive: this much is read again. [ms]
   *
   * @default {10_800_000} three hours
   */
  readonly overlap?: number;
  /**
   * Finished UTC months to read again.
   *
   * @default {[]}
   */
  readonly rewrite?: readonly string[];
  /**
   * Whether selectors that differ from the archive's mean the same household.
   *
   * @default {false}
   */
  readonly sameHousehold?: boolean;
  /** Aborts the sync; what was stored until then stays. */
  readonly signal?: AbortSignal;
  /** Called after each month. */
  readonly onMonth?: (month: StoredMonth) => void;
  /** Called with the progress in files, with fractions, and the current UTC month. */
  readonly onProgress?: (done: number, total: number, month: string) => void;
  /**
   * The clock, Unix time. [ms]
   *
   * @default {Date.now}
   */
  readonly now?: () => number;
}

/** The result of a complete sync. */
export interface SyncResult {
  /** Every month that was synced. */
  readonly months: readonly StoredMonth[];
  /** Metrics that neither the archive nor the server has. */
  readonly absent: readonly string[];
  /** Errors of files that could not be used; all others are up to date. */
  readonly damaged: readonly WattbookError[];
  /** Warnings and infos of the server, and a remark if the clock seems to be wrong. */
  readonly notices: readonly string[];
}

/**
 * Brings an archive up to date with a server: reads what is new, and the last hours again for late
 * samples. Each file is replaced in one step, so the sync may be stopped at any moment. Memory holds
 * one month of one metric and the next one.
 *
 * @throws {WattbookError} `ARCHIVE_IN_USE`, `OTHER_HOUSEHOLD`, `FILE_NOT_WRITTEN`, `NO_DATA` if
 * there is nothing to archive, or any error of the client.
 */
export async function syncArchive(
  client: Pick<Client, "samples" | "series">,
  dir: string,
  household: Pick<Household, "bindings">,
  options: SyncOptions = {},
): Promise<SyncResult> {
  const { overlap = OVERLAP, signal, onMonth, onProgress, now: clock = Date.now } = options;
  using _lock = await lockArchive(dir, clock);
  await removeLeftovers(dir);
  const disk: DiskMetric[] = [];
  for (const wanted of wantedMetrics(household)) disk.push(await diskMonths(dir, wanted));
  if (!options.sameHousehold) refuseOtherHousehold(dir, disk);

  const now = clock();
  const server = await missingMonths(client, disk, {
    ...options,
    last: monthOf(now),
    searched: await readSearched(dir),
  });
  const tasks = planSync(disk, server, { ...options, now, overlap });
  const absent = disk.filter(({ metric, months, damaged }) =>
    months.size + damaged.size === 0 && !tasks.some((task) => task.metric === metric)
  ).map(({ metric }) => metric);
  if (absent.length === disk.length) throw nothingToArchive();

  const months: StoredMonth[] = [], notices = new Set(clockNotices(disk, { now, overlap }));
  const damaged = disk.flatMap((metric) => [...metric.damaged.values()]);
  // The next month is pulled while this one is compressed and written.
  const pull = (index: number) =>
    settled(pullMonth(client, tasks[index]!, {
      ...(signal && { signal }),
      onProgress: (done, total) =>
        onProgress?.(index + done / total, tasks.length, tasks[index]!.month),
    }));
  let next = tasks.length > 0 ? pull(0) : null;
  for (const [index, task] of tasks.entries()) {
    const pulled = await next!;
    next = index + 1 < tasks.length && "value" in pulled ? pull(index + 1) : null;
    if ("error" in pulled) throw pulled.error;
    for (const notice of pulled.value.notices) notices.add(notice);
    const stored = await store(task, pulled.value);
    if (stored) {
      months.push(stored);
      onMonth?.(stored);
    }
    onProgress?.(index + 1, tasks.length, task.month);
  }
  await writeSearched(dir, disk);
  return { months, absent, damaged, notices: [...notices] };

  async function store(task: MonthTask, pulled: PulledSamples): Promise<StoredMonth | null> {
    try {
      return await storeMonth(dir, { ...task, ...pulled }, { now, overlap });
    } catch (error) {
      if (!(error instanceof WattbookError) || error.code !== "BAD_ARCHIVE") throw error;
      damaged.push(error);
      return null;
    }
  }
}

/** A remark if an earlier sync took place after now. */
function clockNotices(
  disk: readonly DiskMetric[],
  present: { readonly now: number; readonly overlap: number },
): string[] {
  const records = disk.flatMap(({ months }) => [...months.values()]);
  const ahead = records.filter((record) => record !== null && isAhead(record, present));
  if (ahead.length === 0) return [];
  const latest = Math.max(...ahead.map((record) => record!.to));
  return [
    `The archive was synced up to ${
      new Date(latest).toISOString()
    }, but this machine's clock says ` +
    `${new Date(present.now).toISOString()}. Check the clock; these months are read again.`,
  ];
}

/** A promise that never rejects, because it is awaited later. */
function settled<T>(promise: Promise<T>): Promise<{ value: T } | { error: unknown }> {
  return promise.then((value) => ({ value }), (error) => ({ error }));
}

function nothingToArchive(): WattbookError {
  return new WattbookError("NO_DATA", "The server has none of the household's series", {
    hint: "Check METER_AIN_REGEX and the household file; `deno task doctor` shows what is there.",
  });
}

/**
 * Reads the samples of a task from the server.
 *
 * @throws {WattbookError} Any error of the client.
 */
export async function pullMonth(
  client: Pick<Client, "samples">,
  { selectors, range }: Pick<MonthTask, "selectors" | "range">,
  { signal, onProgress }: SourceOptions = {},
): Promise<PulledSamples> {
  let columns = joinSeries([]);
  const notices = new Set<string>();
  for (const [index, selector] of selectors.entries()) {
    const pulled = await client.samples(selector, range, {
      signal,
      onProgress: (done, total) => onProgress?.(index + done / total, selectors.length),
    });
    columns = selectors.length === 1
      ? pulled.columns
      : mergeSeries(columns, pulled.columns).columns;
    for (const notice of pulled.notices) notices.add(notice);
  }
  return { columns, notices: [...notices] };
}
