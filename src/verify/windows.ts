/**
 * The stretches of time for which a server is asked.
 *
 * @module
 */

import { addDays, HOUR, localDays, type Period, type TimeRange } from "../time.ts";

/** A day, and how a server is asked for it: a window that ends where it is evaluated. */
export interface DayWindow extends Period {
  /** When the expression is evaluated, Unix time. [ms] */
  readonly at: number;
}

const DAY = 24 * HOUR;

/**
 * Local days, each asked for with its real length. They are evaluated one millisecond before they
 * end: the first sample of the next day is not theirs, and a subquery of minutes meets each minute
 * of the day once.
 *
 * @throws {WattbookError} `BAD_DAY`, `BAD_RANGE`, `BAD_ZONE`
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { localWindows } from "./windows.ts";
 *
 * const [day] = localWindows("2025-03-30", "2025-03-30", "Europe/Berlin");
 * assert(day!.end - day!.start === 23 * 3_600_000 && day!.at === day!.end - 1);
 * ```
 */
export function localWindows(from: string, to: string, zone: string): DayWindow[] {
  return localDays(from, to, zone).map((day) => ({ ...day, at: day.end - 1 }));
}

/**
 * The server's own days: a step of `1d` is aligned to multiples of a day, which are the midnights
 * of UTC, and the point at a midnight stands for the day before it. They carry the names of the
 * local days that they are compared with.
 *
 * @throws {WattbookError} `BAD_DAY`, `BAD_RANGE`
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { utcWindows } from "./windows.ts";
 *
 * const [day] = utcWindows("2025-03-30", "2025-03-30");
 * assert(day!.at === Date.UTC(2025, 2, 31));
 * ```
 */
export function utcWindows(from: string, to: string): DayWindow[] {
  return localDays(from, to, "UTC").map((day) => ({ ...day, at: day.end }));
}

/** Windows of one length that follow one another by a day: the points of one range query. */
export interface WindowRun {
  /** Length of each window. [ms] */
  readonly width: number;
  /** Ascending, a day apart. */
  readonly windows: readonly DayWindow[];
}

/**
 * Groups windows so that as few queries as possible ask for them. Days of 23 and 25 hours stand
 * alone.
 *
 * @param windows Ascending.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { localWindows, windowRuns } from "./windows.ts";
 *
 * const runs = windowRuns(localWindows("2025-03-28", "2025-04-01", "Europe/Berlin"));
 * assert.deepEqual(runs.map(({ windows }) => windows.length), [2, 1, 2]);
 * ```
 */
export function windowRuns(windows: readonly DayWindow[]): WindowRun[] {
  const runs: { width: number; windows: DayWindow[] }[] = [];
  for (const window of windows) {
    const width = window.end - window.start, run = runs.at(-1);
    const goesOn = run?.width === width && window.at - run.windows.at(-1)!.at === DAY;
    if (goesOn) run.windows.push(window);
    else runs.push({ width, windows: [window] });
  }
  return runs;
}

/** Options of {@linkcode pulledRange}. */
export interface PulledRangeOptions {
  /** IANA zone of the local days. */
  readonly zone: string;
  /** The present; there is nothing later. [ms] */
  readonly now: number;
}

/**
 * The samples that it takes to retrace both kinds of days: a local day more on either side, which
 * is what the daily table pulls too.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { pulledRange } from "./windows.ts";
 *
 * const { start } = pulledRange("2025-06-02", "2025-06-02", { zone: "UTC", now: Infinity });
 * assert(start === Date.UTC(2025, 5, 1));
 * ```
 */
export function pulledRange(
  from: string,
  to: string,
  { zone, now }: PulledRangeOptions,
): TimeRange {
  const days = localDays(addDays(from, -1), addDays(to, 1), zone);
  return { start: days[0]!.start, end: Math.min(days.at(-1)!.end, now) };
}
