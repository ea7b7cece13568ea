/**
 * Bringing an archive up to date.
 *
 * @module
 */

import { lockArchive } from "../archive/lock_archive.ts";
import { monthOf } from "../archive/layout.ts";
import { removeLeftovers } from "../archive/remove_leftovers.ts";
import { OVERLAP } from "../archive/sync_record.ts";
import type { Client } from "../client/client.ts";
import type { Pulled } from "../energy/source.ts";
import { WattbookError } from "../errors.ts";
import type { Household } from "../household.ts";
import { type DiskMetric, diskMonths } from "./disk_months.ts";
import { readLookedFor, writeLookedFor } from "./looked_for.ts";
import { type MonthTask, planSync } from "./plan_sync.ts";
import { pullMonth } from "./pull_month.ts";
import { refuseOtherHousehold } from "./refuse_other_household.ts";
import { missingMonths } from "./missing_months.ts";
import { type StoredMonth, storeMonth } from "./store_month.ts";
import { wantedMetrics } from "./wanted_metrics.ts";

/** Options of {@linkcode syncArchive}. */
export interface SyncOptions {
  /**
   * First instant that is wanted. [ms]
   *
   * @default where the archive begins; of a new one, where the server does
   */
  readonly from?: number | undefined;
  /**
   * How late samples may come in: so much is read again. [ms]
   *
   * @default {10_800_000} three hours
   */
  readonly overlap?: number;
  /**
   * Finished UTC months that are to be read anew.
   *
   * @default {[]}
   */
  readonly rewrite?: readonly string[];
  /**
   * Whether other selectors than those of the archive are known to mean the same household.
   *
   * @default {false}
   */
  readonly sameHousehold?: boolean;
  /** Ends the sync early; what was stored until then stays. */
  readonly signal?: AbortSignal;
  /** Told after each month that was dealt with. */
  readonly onMonth?: (month: StoredMonth) => void;
  /** Told how far the sync is: files and parts of them, and the UTC month it is at. */
  readonly onProgress?: (done: number, total: number, month: string) => void;
  /**
   * The clock, Unix time. [ms]
   *
   * @default {Date.now}
   */
  readonly now?: () => number;
}

/** What a sync that came to its end has to say. */
export interface SyncResult {
  /** Every month that was dealt with. */
  readonly months: readonly StoredMonth[];
  /** Metrics of which neither the archive nor the server has anything. */
  readonly absent: readonly string[];
  /** What was wrong with files that could not be used; all others are up to date. */
  readonly damaged: readonly WattbookError[];
  /** What the server had to say, and what a person should know. */
  readonly notices: readonly string[];
}

/**
 * Brings an archive up to date with a server: reads what is new, and the last hours once more for
 * late samples. Each file is replaced in one step, so that the sync may be ended at any moment, in
 * any way. Memory holds one month of one metric, and the next one on its way.
 *
 * @throws {WattbookError} `ARCHIVE_IN_USE`, `OTHER_HOUSEHOLD`, `FILE_NOT_WRITTEN`, `NO_DATA` if
 * there is nothing to archive, and whatever the client throws.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtemp, rm } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { joinSeries } from "../columns.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { syncArchive } from "./sync_archive.ts";
 *
 * const labels = { __name__: "inverter_logger_online" };
 * const columns = joinSeries([{ labels, time: Float64Array.of(0), value: Float64Array.of(1) }]);
 * const client = {
 *   series: async () => ({ items: [labels], notices: [] }),
 *   samples: async () => ({ columns, notices: [], requests: 1 }),
 * };
 * const dir = await mkdtemp(`${tmpdir()}/archive-`), house = defaultHousehold({ zone: "UTC" });
 * const { months } = await syncArchive(client, dir, house, { from: 0, now: () => 9 });
 * assert(months[0]?.added === 1);
 * await rm(dir, { recursive: true });
 * ```
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
    lookedFor: await readLookedFor(dir),
  });
  const tasks = planSync(disk, server, { ...options, now, overlap });
  const absent = disk.filter(({ metric, months, damaged }) =>
    months.size + damaged.size === 0 && !tasks.some((task) => task.metric === metric)
  ).map(({ metric }) => metric);
  if (absent.length === disk.length) throw nothingToArchive();

  const months: StoredMonth[] = [], notices = new Set<string>();
  const damaged = disk.flatMap((metric) => [...metric.damaged.values()]);
  // While one month is packed and written, the next one is on its way.
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
  await writeLookedFor(dir, disk);
  return { months, absent, damaged, notices: [...notices] };

  async function store(task: MonthTask, pulled: Pulled): Promise<StoredMonth | null> {
    try {
      return await storeMonth(dir, { ...task, ...pulled }, { now, overlap });
    } catch (error) {
      if (!(error instanceof WattbookError) || error.code !== "BAD_ARCHIVE") throw error;
      damaged.push(error);
      return null;
    }
  }
}

/** A promise that never rejects, for one that is awaited later. */
function settled<T>(promise: Promise<T>): Promise<{ value: T } | { error: unknown }> {
  return promise.then((value) => ({ value }), (error) => ({ error }));
}

function nothingToArchive(): WattbookError {
  return new WattbookError("NO_DATA", "The server has none of the household's series", {
    hint: "Check METER_AIN_REGEX and the household file; `deno task doctor` tells what is there.",
  });
}
