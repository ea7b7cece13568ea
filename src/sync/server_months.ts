/**
 * Which months a server has of which metrics.
 *
 * @module
 */

import { monthOf, monthRange } from "../archive/layout.ts";
import type { Client } from "../client/client.ts";
import { runPlan } from "../client/plan.ts";
import type { WantedMetric } from "./wanted_metrics.ts";

/** Names of the metrics that have series, by UTC month. */
export type ServerMonths = ReadonlyMap<string, ReadonlySet<string>>;

/** After so many months without any series, nothing older is looked for. */
const QUIET_MONTHS = 24;

/**
 * Asks a server, month by month, which metrics have series: a look into its index, not at samples. It
 * may name a metric too many.
 *
 * @param wanted Metrics per UTC month.
 * @throws {WattbookError} Whatever the client throws.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { selector } from "../selector.ts";
 * import { lookUpMonths } from "./server_months.ts";
 *
 * const up = { metric: "up", selectors: [selector("up")] };
 * const series = async () => ({ items: [{ __name__: "up" }], notices: [] });
 * const months = await lookUpMonths({ series }, new Map([["2025-01", [up]]]));
 * assert(months.get("2025-01")?.has("up"));
 * ```
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
 * Goes back from a month until a server has had nothing for two years.
 *
 * @param last UTC month to begin with.
 * @throws {WattbookError} Whatever the client throws.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { selector } from "../selector.ts";
 * import { lookBack } from "./server_months.ts";
 *
 * const up = { metric: "up", selectors: [selector("up")] };
 * const series = async () => ({ items: [], notices: [] });
 * assert.deepEqual([...await lookBack({ series }, [up], "2025-01")], []);
 * ```
 */
export async function lookBack(
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
  }
  return found;
}

/**
 * The UTC month that is `count` months after another.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { addMonths } from "./server_months.ts";
 *
 * assert(addMonths("2025-01", -1) === "2024-12");
 * ```
 */
export function addMonths(month: string, count: number): string {
  const date = new Date(monthRange(month).start);
  return monthOf(date.setUTCMonth(date.getUTCMonth() + count));
}

function monthsBetween(earlier: string, later: string): number {
  const number = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
  return number(later) - number(earlier);
}
