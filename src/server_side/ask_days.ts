import type { Client } from "../client/client.ts";
import { seriesAt } from "../columns.ts";
import { WattbookError } from "../errors.ts";
import { HOUR } from "../time.ts";
import { type DayWindow, windowRuns } from "./windows.ts";

/** What a server answered. */
export interface ServerDays {
  /** Energy per day, by its name; a day for which the server has nothing is absent. [kWh] */
  readonly byDay: ReadonlyMap<string, number>;
  /** What the server had to say. */
  readonly notices: readonly string[];
}

const DAY = 24 * HOUR;

/**
 * Evaluates a daily expression at windows: days of one length as the points of a range query with
 * steps of a day, others one by one.
 *
 * @param expressionOf The expression for a length of the day. [ms]
 * @throws {WattbookError} `AMBIGUOUS_SERIES` if the expression gives several series, and whatever
 * the client throws.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { askServer } from "./ask_server.ts";
 * import { utcWindows } from "./windows.ts";
 *
 * const one = { labels: {}, time: Float64Array.of(0), value: Float64Array.of(7.5) };
 * const answer = { columns: joinSeries([one]), notices: [], requests: 1 };
 * const client = {
 *   query: async () => ({ ...answer, resultType: "vector" as const }),
 *   queryRange: async () => answer,
 * };
 * const { byDay } = await askServer(client, () => "power", {
 *   windows: utcWindows("2025-06-01", "2025-06-01"),
 * });
 * assert(byDay.get("2025-06-01") === 7.5);
 * ```
 */
export async function askServer(
  client: Pick<Client, "query" | "queryRange">,
  expressionOf: (width: number) => string,
  { windows, signal }: { windows: readonly DayWindow[]; signal?: AbortSignal },
): Promise<ServerDays> {
  const byDay = new Map<string, number>();
  const notices = new Set<string>();
  for (const { width, windows: run } of windowRuns(windows)) {
    const expression = expressionOf(width);
    const start = run[0]!.at, end = run.at(-1)!.at;
    const { columns, ...answer } = run.length === 1
      ? await client.query(expression, { time: start, signal })
      : await client.queryRange(expression, { start, end, step: DAY }, { signal });
    answer.notices.forEach((notice) => notices.add(notice));
    if (columns.labels.length > 1) throw ambiguous(expression, columns.labels.length);
    if (columns.labels.length === 0) continue;
    const { time, value } = seriesAt(columns, 0);
    const byTime = new Map([...time].map((at, row) => [at, value[row]!]));
    for (const { at, label } of run) {
      // An instant query is stamped by the server; there is one value only.
      const kwh = run.length === 1 ? value[0]! : byTime.get(at);
      if (kwh !== undefined && !Number.isNaN(kwh)) byDay.set(label, kwh);
    }
  }
  return { byDay, notices: [...notices] };
}

function ambiguous(expression: string, count: number): WattbookError {
  return new WattbookError("AMBIGUOUS_SERIES", `${expression} gives ${count} series, not one`, {
    hint: "Make the recording rule drop all labels, as deploy/recording-rules.yml does.",
  });
}
