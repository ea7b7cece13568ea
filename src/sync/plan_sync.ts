/**
 * What a sync has to read.
 *
 * @module
 */

import { monthRange } from "../archive/layout.ts";
import type { SyncRecord } from "../archive/sync_record.ts";
import { formatSelector, type Selector } from "../selector.ts";
import type { TimeRange } from "../time.ts";
import type { DiskMetric } from "./disk_months.ts";
import type { ServerMonths } from "./server_months.ts";

/** One metric and month that is to be read. */
export interface MonthTask {
  /** Name of the metric. */
  readonly metric: string;
  /** Its series. */
  readonly selectors: readonly Selector[];
  /** UTC month. */
  readonly month: string;
  /** What to ask the server for, within the month; both ends belong to it. [ms] */
  readonly range: TimeRange;
  /** What the file says of itself: `null` if nothing, `undefined` if there is no file. */
  readonly before: SyncRecord | null | undefined;
}

/** What else decides. */
export interface PlanOptions {
  /** The present. [ms] */
  readonly now: number;
  /** How late samples may come in. [ms] */
  readonly overlap: number;
  /** First instant that is wanted. [ms] @default where the archive or the server begins */
  readonly from?: number | undefined;
  /** Finished UTC months that are to be read anew. @default [] */
  readonly rewrite?: readonly string[];
}

/**
 * Lays out a sync, oldest month first: a server forgets those first.
 *
 * - A month without a file is read in full, if the server has series in it.
 * - A month in progress is read from where it ends, less the overlap.
 * - A finished month is left alone, unless it is to be rewritten or `from` reaches further back.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { planSync } from "./plan_sync.ts";
 *
 * const up = { metric: "up", selectors: [], months: new Map(), damaged: new Map() };
 * const server = new Map([["2025-01", new Set(["up"])]]);
 * const now = Date.UTC(2025, 0, 20);
 * const [task] = planSync([up], server, { now, overlap: 0 });
 * assert.deepEqual(task?.range, { start: Date.UTC(2025, 0, 1), end: now });
 * ```
 */
export function planSync(
  metrics: readonly DiskMetric[],
  server: ServerMonths,
  options: PlanOptions,
): MonthTask[] {
  return metrics.flatMap(({ metric, selectors, months, damaged }) => {
    const onServer = [...server].filter(([, names]) => names.has(metric)).map(([month]) => month);
    const all = [...new Set([...months.keys(), ...onServer])];
    return all.filter((month) => !damaged.has(month)).flatMap((month): MonthTask[] => {
      const before = months.get(month);
      const range = rangeOf({ month, before, selectors }, options);
      return range ? [{ metric, selectors, month, range, before }] : [];
    });
  }).sort((a, b) => a.month === b.month ? compare(a.metric, b.metric) : compare(a.month, b.month));
}

/**
 * Whether a month was over for long enough that no late samples are to be expected.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { isOver } from "./plan_sync.ts";
 *
 * const now = Date.UTC(2025, 1, 1, 2);
 * assert(isOver("2025-01", { now, overlap: 3_600_000 }));
 * assert(!isOver("2025-01", { now, overlap: 3 * 3_600_000 }));
 * ```
 */
export function isOver(
  month: string,
  { now, overlap }: Pick<PlanOptions, "now" | "overlap">,
): boolean {
  return now >= monthRange(month).end + overlap;
}

function rangeOf(
  { month, before, selectors }: Pick<MonthTask, "month" | "before" | "selectors">,
  { now, overlap, from = -Infinity, rewrite = [] }: PlanOptions,
): TimeRange | null {
  const { start, end } = monthRange(month);
  if (start > now || end <= from) return null;
  const last = Math.min(end - 1, now), first = Math.max(start, from);
  if (rewrite.includes(month)) return { start, end: last };
  if (before === undefined) return { start: first, end: last };
  // A file of another program is left as it is once its month is over.
  if (before === null) return isOver(month, { now, overlap }) ? null : { start: first, end: last };
  const reachesBack = from !== -Infinity && first < before.from;
  if (before.finished) return reachesBack ? { start: first, end: before.from - 1 } : null;
  // Other selectors may match series that were not read before.
  if (!sameSelectors(before, selectors)) return { start: Math.min(first, before.from), end: last };
  return { start: reachesBack ? first : Math.max(start, before.to - overlap), end: last };
}

/**
 * Whether a file was read with these selectors.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { selector } from "../selector.ts";
 * import { sameSelectors } from "./plan_sync.ts";
 *
 * assert(sameSelectors({ selectors: ["up"] }, [selector("up")]));
 * ```
 */
export function sameSelectors(
  record: Pick<SyncRecord, "selectors">,
  selectors: readonly Selector[],
): boolean {
  return record.selectors.join("\n") === selectors.map(formatSelector).join("\n");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
