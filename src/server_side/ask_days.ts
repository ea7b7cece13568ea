/**
 * What a server answers for days: windows of one length share a request.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import type { LookBack } from "../client/expression.ts";
import { runPlan } from "../client/plan.ts";
import { eachSeries, type LabelledSamples } from "../columns.ts";
import { WattbookError } from "../errors.ts";
import { HOUR, localDays, type Period } from "../time.ts";

/** A day, and how a server is asked for it: a window that ends where it is looked back from. */
export interface DayWindow extends Period {
  /** Last instant of the window, Unix time. [ms] */
  readonly at: number;
}

const DAY = 24 * HOUR;

/**
 * Local days with their real length. Each window ends one millisecond before its day does, so that it
 * excludes the first sample of the next day and a subquery of minutes has each minute once.
 *
 * @throws {WattbookError} `BAD_DAY`, `BAD_RANGE`, `BAD_ZONE`
 */
export function localWindows(from: string, to: string, zone: string): DayWindow[] {
  return localDays(from, to, zone).map((day) => ({ ...day, at: day.end - 1 }));
}

/** Windows of one length that follow one another by a day: the points of one range query. */
export interface WindowRun {
  /** Length of each window. [ms] */
  readonly window: number;
  /**
   * From the end of each window to the midnight of UTC before it, at which it is evaluated; not
   * positive. Every server accepts steps of a day at these midnights; some move other steps there.
   * [ms]
   */
  readonly offset: number;
  /** Where the first window is evaluated, Unix time. [ms] */
  readonly start: number;
  /** Ascending, a day apart. */
  readonly windows: readonly DayWindow[];
}

/** VictoriaMetrics evaluates a subquery at most 100,000 times, which is 69 days of minutes. */
const LONGEST = 68;

/**
 * Groups windows so that few queries ask for them: one for each stretch of days of the same length
 * at the same offset from UTC. Days of 23 and 25 hours stand alone.
 *
 * @param windows Ascending.
 */
export function windowRuns(windows: readonly DayWindow[]): WindowRun[] {
  const runs: (WindowRun & { windows: DayWindow[] })[] = [];
  for (const one of windows) {
    const window = one.end - one.start, run = runs.at(-1);
    const goesOn = run?.window === window && one.at - run.windows.at(-1)!.at === DAY &&
      run.windows.length < LONGEST;
    if (goesOn) run.windows.push(one);
    else {
      const start = Math.floor(one.at / DAY) * DAY;
      runs.push({ window, offset: start - one.at, start, windows: [one] });
    }
  }
  return runs;
}

/** What a server answered for a day, by the names of the expressions; absent where it has nothing. */
export type DayAnswer = Readonly<Record<string, number | undefined>>;

/** What a server answered. */
export interface ServerDays {
  /** The answers by the labels of the days; a day for which there is nothing is absent. */
  readonly days: ReadonlyMap<string, DayAnswer>;
  /** Warnings of the server. */
  readonly notices: readonly string[];
}

/** Options of {@linkcode askDays}. */
export interface AskDaysOptions {
  /** Which days, ascending. */
  readonly windows: readonly DayWindow[];
  /** Ends the requests early. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each finished request. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Label that identifies the expressions of one query. */
const NAME = "wattbook";

/**
 * Evaluates expressions over days: days of one length as the points of a range query with steps of
 * a day, others one by one. All expressions share a request.
 *
 * @param expressionsOf Expressions by name, for a day that lies so.
 * @throws {WattbookError} `AMBIGUOUS_SERIES` if an expression gives several series, and whatever
 * the client throws.
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
        // The server stamps an instant query, which has one value only.
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
