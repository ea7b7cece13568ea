import { mergeSeries } from "../archive/merge_series.ts";
import type { Client } from "../client/client.ts";
import { joinSeries } from "../columns.ts";
import type { Pulled, SourceOptions } from "../energy/source.ts";
import type { MonthTask } from "./plan_sync.ts";

/**
 * Reads the samples of a task from the server.
 *
 * @throws {WattbookError} Whatever the client throws.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { selector } from "../selector.ts";
 * import { pullMonth } from "./pull_month.ts";
 *
 * const columns = joinSeries([
 *   { labels: { __name__: "up" }, time: Float64Array.of(0), value: Float64Array.of(1) },
 * ]);
 * const samples = async () => ({ columns, notices: [], requests: 1 });
 * const range = { start: 0, end: 9 }, selectors = [selector("up")];
 * const pulled = await pullMonth({ samples }, { selectors, range });
 * assert(pulled.columns.value[0] === 1);
 * ```
 */
export async function pullMonth(
  client: Pick<Client, "samples">,
  { selectors, range }: Pick<MonthTask, "selectors" | "range">,
  { signal, onProgress }: SourceOptions = {},
): Promise<Pulled> {
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
