import { monthOf } from "../archive/layout.ts";
import type { Client } from "../client/client.ts";
import type { DiskMetric } from "./disk_months.ts";
import { addMonths, lookBack, lookUpMonths, type ServerMonths } from "./server_months.ts";

/** What to look for. */
export interface MissingMonthsOptions {
  /** The present UTC month. */
  readonly last: string;
  /** First instant that is wanted. [ms] @default where the archive or the server begins */
  readonly from?: number | undefined;
  /** Ends the search early. */
  readonly signal?: AbortSignal;
}

/**
 * Finds the months that an archive lacks and a server has: between its first month and the present,
 * or from `from` on. Of a metric that is new to the archive, all that the server has; but an archive
 * that has others already gets it only if it is alive, since a look at all the past would cost more
 * than the sync itself.
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
  { last, from, signal }: MissingMonthsOptions,
): Promise<ServerMonths> {
  const options = signal ? { signal } : {};
  const isKnown = ({ months, damaged }: DiskMetric) => months.size + damaged.size > 0;
  const known = metrics.filter(isKnown), unknown = metrics.filter((one) => !isKnown(one));
  const lacking = new Map<string, DiskMetric[]>();
  for (const metric of from === undefined ? known : metrics) {
    const first = from === undefined ? firstMonth(metric) : monthOf(from);
    for (let month = first; month <= last; month = addMonths(month, 1)) {
      if (metric.months.has(month) || metric.damaged.has(month)) continue;
      lacking.set(month, [...lacking.get(month) ?? [], metric]);
    }
  }
  const found = await lookUpMonths(client, lacking, options);
  if (from !== undefined || unknown.length === 0) return found;
  const fresh = known.length === 0 ? unknown : await alive(unknown);
  return union(found, await lookBack(client, fresh, last, options));

  async function alive(candidates: readonly DiskMetric[]): Promise<DiskMetric[]> {
    const recent = [addMonths(last, -1), last].map((month) => [month, candidates] as const);
    const names = [...(await lookUpMonths(client, new Map(recent), options)).values()];
    return candidates.filter(({ metric }) => names.some((some) => some.has(metric)));
  }
}

function firstMonth({ months, damaged }: DiskMetric): string {
  return [...months.keys(), ...damaged.keys()].sort()[0]!;
}

function union(a: ServerMonths, b: ServerMonths): ServerMonths {
  const both = new Map(a);
  for (const [month, names] of b) both.set(month, new Set([...both.get(month) ?? [], ...names]));
  return both;
}
