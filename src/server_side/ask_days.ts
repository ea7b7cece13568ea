import type { Client } from "../client/client.ts";
import type { LookBack } from "../client/format_range.ts";
import { runPlan } from "../client/run_plan.ts";
import { eachSeries, type LabelledSamples } from "../columns.ts";
import { WattbookError } from "../errors.ts";
import { HOUR } from "../time.ts";
import { type DayWindow, type WindowRun, windowRuns } from "./day_windows.ts";

/** What a server answered for a day, by the names of the expressions; absent where it has nothing. */
export type DayAnswer = Readonly<Record<string, number | undefined>>;

/** What a server answered. */
export interface ServerDays {
  /** The answers by the labels of the days; a day for which there is nothing is absent. */
  readonly days: ReadonlyMap<string, DayAnswer>;
  /** What the server had to say. */
  readonly notices: readonly string[];
}

/** Options of {@linkcode askDays}. */
export interface AskDaysOptions {
  /** Which days, ascending. */
  readonly windows: readonly DayWindow[];
  /** Ends the requests early. */
  readonly signal?: AbortSignal | undefined;
  /** Told after each finished request. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

const DAY = 24 * HOUR;
/** Tells the expressions of one query apart. */
const NAME = "wattbook";

/**
 * Evaluates expressions over days: days of one length as the points of a range query with steps of
 * a day, others one by one. All expressions share a request.
 *
 * @param expressionsOf Expressions by name, for a day that lies so.
 * @throws {WattbookError} `AMBIGUOUS_SERIES` if an expression gives several series, and whatever
 * the client throws.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { askDays } from "./ask_days.ts";
 * import { localWindows } from "./day_windows.ts";
 *
 * const time = Float64Array.of(Date.UTC(2025, 5, 1)), value = Float64Array.of(7.5);
 * const columns = joinSeries([{ labels: {}, time, value }]);
 * const answer = { columns, notices: [], requests: 1 };
 * const client = {
 *   query: async () => ({ ...answer, resultType: "vector" as const }),
 *   queryRange: async () => answer,
 * };
 * const { days } = await askDays(client, () => ({ energy: "sum(energy)" }), {
 *   windows: localWindows("2025-06-01", "2025-06-01", "UTC"),
 * });
 * assert(days.get("2025-06-01")?.energy === 7.5);
 * ```
 */
export async function askDays(
  client: Pick<Client, "query" | "queryRange">,
  expressionsOf: (day: LookBack) => Readonly<Record<string, string>>,
  { windows, signal, onProgress }: AskDaysOptions,
): Promise<ServerDays> {
  const days = new Map<string, Record<string, number>>();
  const { results } = await runPlan(windowRuns(windows), ask, {
    halve: () => null,
    signal,
    onProgress,
  });
  return { days, notices: [...new Set(results.flat())] };

  async function ask(run: WindowRun, signal: AbortSignal): Promise<readonly string[]> {
    const expressions = expressionsOf(run), names = Object.keys(expressions);
    if (names.length === 0) return [];
    const { start } = run, isOne = run.windows.length === 1;
    const end = start + (run.windows.length - 1) * DAY;
    const query = union(expressions);
    const { columns, notices } = isOne
      ? await client.query(query, { time: start, signal })
      : await client.queryRange(query, { start, end, step: DAY }, { signal });
    for (const [name, series] of byName(eachSeries(columns), expressions)) {
      series.time.forEach((time, row) => {
        // An instant query is stamped by the server; there is one value only.
        const day = run.windows[isOne ? 0 : (time - start) / DAY];
        const value = series.value[row]!;
        if (!day || Number.isNaN(value)) return;
        const answer = days.get(day.label);
        if (answer) answer[name] = value;
        else days.set(day.label, { [name]: value });
      });
    }
    return notices;
  }
}

/** Several expressions as one, each with its name as a label; one stays as it is. */
function union(expressions: Readonly<Record<string, string>>): string {
  const all = Object.entries(expressions);
  if (all.length === 1) return all[0]![1];
  return all.map(([name, one]) => `label_replace(${one}, "${NAME}", "${name}", "${NAME}", "")`)
    .join(" or ");
}

function byName(
  series: Iterable<LabelledSamples>,
  expressions: Readonly<Record<string, string>>,
): Map<string, LabelledSamples> {
  const [first] = Object.keys(expressions);
  const named = Map.groupBy(series, ({ labels }) => labels[NAME] ?? first!);
  return new Map([...named].map(([name, all]) => {
    if (all.length > 1) throw ambiguous(expressions[name] ?? name, all.length);
    return [name, all[0]!];
  }));
}

function ambiguous(expression: string, count: number): WattbookError {
  return new WattbookError("AMBIGUOUS_SERIES", `${expression} gives ${count} series, not one`, {
    hint: "Make the recording rule drop all labels, as deploy/recording-rules.yml does.",
  });
}
