/**
 * Which months of which metrics a server has and an archive lacks.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import { runPlan } from "../client/plan.ts";
import { WattbookError } from "../errors.ts";
import { formatSelector } from "../selector.ts";
import { monthOf, monthRange } from "./layout.ts";
import type { DiskMetric, WantedMetric } from "./sync_state.ts";

/** Names of the metrics that have series, by UTC month. */
export type ServerMonths = ReadonlyMap<string, ReadonlySet<string>>;

/** After so many months without any series, the search ends. */
const QUIET_MONTHS = 24;

/** No house has samples from before. */
const EARLIEST = "2000-01";

/**
 * Requests from a server, month by month, which metrics have series. This reads its index, not
 * samples, and may name a metric too many.
 *
 * @param wanted Metrics per UTC month.
 * @throws {WattbookError} Any error of the client.
 */
export async function lookUpMonths(
  client: Pick<Client, "series">,
  wanted: ReadonlyMap<string, readonly WantedMetric[]>,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<ServerMonths> {
  const { results } = await runPlan([...wanted], async ([month, metrics], signal) => {
    const { start, end } = monthRange(month);
    const match = metrics.flatMap(({ selectors }) => selectors);
    const { items } = await client.series(match, { range: { start, end: end - 1 }, signal });
    return [month, new Set(items.map(({ __name__ }) => __name__ ?? ""))] as const;
  }, { halve: () => null, signal });
  return new Map(results);
}

/**
 * Searches backwards from a month until the server has nothing for two years.
 *
 * @param last UTC month to begin with.
 * @throws {WattbookError} `BAD_ANSWER` if the server names series for any month; any error of the
 * client.
 */
export async function searchBack(
  client: Pick<Client, "series">,
  wanted: readonly WantedMetric[],
  last: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<ServerMonths> {
  const found = new Map<string, ReadonlySet<string>>();
  if (wanted.length === 0) return found;
  for (let month = last, oldest = last; monthsBetween(month, oldest) < QUIET_MONTHS;) {
    const batch = Array.from({ length: 12 }, (_, back) => addMonths(month, -back));
    const answers = await lookUpMonths(client, new Map(batch.map((one) => [one, wanted])), options);
    for (const [one, names] of answers) {
      if (names.size === 0) continue;
      found.set(one, names);
      if (one < oldest) oldest = one;
    }
    month = addMonths(month, -batch.length);
    if (oldest < EARLIEST) throw rangeIgnored(oldest);
  }
  return found;
}

function rangeIgnored(month: string): WattbookError {
  return new WattbookError(
    "BAD_ANSWER",
    `The server says that it has the household's series in ${month}, too: it seems to ignore the ` +
      "time range of a query",
    {
      hint:
        "Give the first day that the server really has, such as --from 2024-01-01. Later syncs " +
        "do not need it.",
    },
  );
}

/** The UTC month that is `count` months after another. */
export function addMonths(month: string, count: number): string {
  const date = new Date(monthRange(month).start);
  return monthOf(date.setUTCMonth(date.getUTCMonth() + count));
}

function monthsBetween(earlier: string, later: string): number {
  const number = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
  return number(later) - number(earlier);
}

/** Options of {@linkcode missingMonths}. */
export interface MissingMonthsOptions {
  /** The present UTC month. */
  readonly last: string;
  /** First instant that is wanted. [ms] @default where the archive or the server begins */
  readonly from?: number | undefined;
  /** Selectors that an earlier sync searched in the whole past. @default none */
  readonly searched?: ReadonlySet<string>;
  readonly signal?: AbortSignal;
}

/**
 * Finds the months that an archive lacks and a server has: between its first month and the present,
 * or from `from` on; for a new archive, all that the server has. A metric that an earlier search did
 * not find is searched in the last two months only, until it appears.
 *
 * @throws {WattbookError} Any error of the client.
 */
export async function missingMonths(
  client: Pick<Client, "series">,
  metrics: readonly DiskMetric[],
  { last, from, searched = new Set(), signal }: MissingMonthsOptions,
): Promise<ServerMonths> {
  const options = signal ? { signal } : {};
  if (from === undefined && !metrics.some(isKnown)) {
    return searchBack(client, metrics, last, options);
  }
  const archiveFirst = metrics.filter(isKnown).map(firstMonth).sort()[0];
  const isKnownAbsent = (one: DiskMetric) =>
    !isKnown(one) && one.selectors.every((selector) => searched.has(formatSelector(selector)));
  const knownAbsent = from === undefined ? metrics.filter(isKnownAbsent) : [];
  const returned = await alive(knownAbsent);
  const lacking = new Map<string, DiskMetric[]>();
  for (const metric of metrics) {
    if (knownAbsent.includes(metric) && !returned.includes(metric)) continue;
    const own = isKnown(metric) ? firstMonth(metric) : archiveFirst!;
    const first = from === undefined ? own : monthOf(from);
    for (let month = first; month <= last; month = addMonths(month, 1)) {
      if (metric.months.has(month) || metric.damaged.has(month)) continue;
      lacking.set(month, [...lacking.get(month) ?? [], metric]);
    }
  }
  return lookUpMonths(client, lacking, options);

  async function alive(candidates: readonly DiskMetric[]): Promise<DiskMetric[]> {
    if (candidates.length === 0) return [];
    const recent = [addMonths(last, -1), last].map((month) => [month, candidates] as const);
    const names = [...(await lookUpMonths(client, new Map(recent), options)).values()];
    return candidates.filter(({ metric }) => names.some((some) => some.has(metric)));
  }
}

function isKnown({ months, damaged }: DiskMetric): boolean {
  return months.size + damaged.size > 0;
}

function firstMonth({ months, damaged }: DiskMetric): string {
  return [...months.keys(), ...damaged.keys()].sort()[0]!;
}
