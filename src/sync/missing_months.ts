import { monthOf } from "../archive/layout.ts";
import type { Client } from "../client/client.ts";
import { formatSelector } from "../selector.ts";
import type { DiskMetric } from "./disk_months.ts";
import { addMonths, lookBack, lookUpMonths, type ServerMonths } from "./server_months.ts";

/** What to look for. */
export interface MissingMonthsOptions {
  /** The present UTC month. */
  readonly last: string;
  /** First instant that is wanted. [ms] @default where the archive or the server begins */
  readonly from?: number | undefined;
  /** Selectors that were looked for in all the past. @default none */
  readonly lookedFor?: ReadonlySet<string>;
  /** Ends the search early. */
  readonly signal?: AbortSignal;
}

/**
 * Finds the months that an archive lacks and a server has: between its first month and the present,
 * or from `from` on; of a new archive, all that the server has. A metric that was looked for in vain
 * before is looked for in the last two months only, until it is there.
 *
 * @throws {WattbookError} Whatever the client throws.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { missingMonths } from "./missing_months.ts";
 *
 * const series = async () => ({ items: [{ __name__: "up" }], notices: [] });
 * const up = { metric: "up", selectors: [], months: new Map(), damaged: new Map() };
 * const months = await missingMonths({ series }, [up], {
 *   from: Date.UTC(2025, 0),
 *   last: "2025-02",
 * });
 * assert.deepEqual([...months.keys()], ["2025-01", "2025-02"]);
 * ```
 */
export async function missingMonths(
  client: Pick<Client, "series">,
  metrics: readonly DiskMetric[],
  { last, from, lookedFor = new Set(), signal }: MissingMonthsOptions,
): Promise<ServerMonths> {
  const options = signal ? { signal } : {};
  if (from === undefined && !metrics.some(isKnown)) return lookBack(client, metrics, last, options);
  const archiveFirst = metrics.filter(isKnown).map(firstMonth).sort()[0];
  const isVain = (one: DiskMetric) =>
    !isKnown(one) && one.selectors.every((selector) => lookedFor.has(formatSelector(selector)));
  const vain = from === undefined ? metrics.filter(isVain) : [];
  const revived = await alive(vain);
  const lacking = new Map<string, DiskMetric[]>();
  for (const metric of metrics) {
    if (vain.includes(metric) && !revived.includes(metric)) continue;
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
