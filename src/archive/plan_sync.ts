/**
 * What a sync has to read.
 *
 * @module
 */

import { WattbookError } from "../errors.ts";
import { formatSelector, type Selector } from "../selector.ts";
import type { TimeRange } from "../time.ts";
import { type MonthPlace, monthRange } from "./layout.ts";
import type { ServerMonths } from "./server_months.ts";
import type { SyncRecord } from "./sync_record.ts";
import type { DiskMetric } from "./sync_state.ts";

/** One metric and month to read. */
export interface MonthTask extends MonthPlace {
  readonly selectors: readonly Selector[];
  /** What to pull, within the month; both ends belong to it. [ms] */
  readonly range: TimeRange;
  /** Record of the file: `null` if it has none, `undefined` if there is no file. */
  readonly before: SyncRecord | null | undefined;
}

/** Options of {@linkcode planSync}. */
export interface PlanOptions {
  /** The present. [ms] */
  readonly now: number;
  /** How late samples may arrive. [ms] */
  readonly overlap: number;
  /** First instant that is wanted. [ms] @default where the archive or the server begins */
  readonly from?: number | undefined;
  /** Finished UTC months to read again. @default [] */
  readonly rewrite?: readonly string[];
}

/**
 * Plans a sync, oldest month first, because the server deletes those first.
 *
 * - A month without a file is read in full, if the server has series in it.
 * - A current month is read from where its file ends, less the overlap.
 * - A finished month is skipped, unless it is to be rewritten or `from` reaches further back.
 * - A month whose record is ahead of the clock is read again: one of the two clocks was wrong.
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

/** Whether a month was over for so long that no late samples are expected. */
export function isOver(
  month: string,
  { now, overlap }: Pick<PlanOptions, "now" | "overlap">,
): boolean {
  return now >= monthRange(month).end + overlap;
}

/**
 * Whether a file was read up to an instant that is still to come. The clock is wrong now or was wrong
 * then, so the record does not prove that everything was read.
 */
export function isAhead(
  { to }: Pick<SyncRecord, "to">,
  { now, overlap }: Pick<PlanOptions, "now" | "overlap">,
): boolean {
  return to - overlap > now;
}

function rangeOf(
  { month, before, selectors }: Pick<MonthTask, "month" | "before" | "selectors">,
  { now, overlap, from = -Infinity, rewrite = [] }: PlanOptions,
): TimeRange | null {
  const { start, end } = monthRange(month);
  if (start > now || end <= from || from > now) return null;
  const last = Math.min(end - 1, now), first = Math.max(start, from);
  if (rewrite.includes(month)) return { start, end: last };
  if (before === undefined) return { start: first, end: last };
  // A file of another program is not changed once its month is over.
  if (before === null) return isOver(month, { now, overlap }) ? null : { start: first, end: last };
  if (isAhead(before, { now, overlap })) return { start: Math.min(first, before.from), end: last };
  const reachesBack = from !== -Infinity && first < before.from;
  if (before.finished) return reachesBack ? { start: first, end: before.from - 1 } : null;
  // Other selectors may match series that were not read before.
  if (!sameSelectors(before, selectors)) return { start: Math.min(first, before.from), end: last };
  return { start: reachesBack ? first : Math.max(start, before.to - overlap), end: last };
}

/** Whether a file was read with these selectors. */
export function sameSelectors(
  record: Pick<SyncRecord, "selectors">,
  selectors: readonly Selector[],
): boolean {
  return record.selectors.join("\n") === selectors.map(formatSelector).join("\n");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Checks that an archive was synced with the same selectors. Others could be another household's, and
 * mixed samples cannot be separated again.
 *
 * @throws {WattbookError} `OTHER_HOUSEHOLD`
 */
export function refuseOtherHousehold(dir: string, metrics: readonly DiskMetric[]): void {
  for (const { selectors, months } of metrics) {
    const last = [...months.values()].findLast((record) => record !== null);
    if (!last || sameSelectors(last, selectors)) continue;
    const now = selectors.map(formatSelector).join(" and ");
    throw new WattbookError(
      "OTHER_HOUSEHOLD",
      `'${dir}' was synced with ${last.selectors.join(" and ")}, not with ${now}`,
      {
        hint: "Give another household an archive of its own with --dir. If it is the same one, " +
          "with a new meter for instance, give --same-household once.",
      },
    );
  }
}
