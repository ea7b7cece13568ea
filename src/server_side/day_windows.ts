/**
 * Local days as windows for which a server is asked.
 *
 * @module
 */

import { HOUR, localDays, type Period } from "../time.ts";

/** A day, and how a server is asked for it: a window that ends where it is looked back from. */
export interface DayWindow extends Period {
  /** Last instant of the window, Unix time. [ms] */
  readonly at: number;
}

const DAY = 24 * HOUR;

/**
 * Local days, each asked for with its real length. Their windows end one millisecond before the
 * day does: the first sample of the next day is not theirs, and a subquery of minutes meets each
 * minute of the day once.
 *
 * @throws {WattbookError} `BAD_DAY`, `BAD_RANGE`, `BAD_ZONE`
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { localWindows } from "./day_windows.ts";
 *
 * const [day] = localWindows("2025-03-30", "2025-03-30", "Europe/Berlin");
 * assert(day!.end - day!.start === 23 * 3_600_000 && day!.at === day!.end - 1);
 * ```
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
   * positive. Steps of a day lie at these midnights with every server: some move all others there.
   * [ms]
   */
  readonly offset: number;
  /** Where the first window is evaluated, Unix time. [ms] */
  readonly start: number;
  /** Ascending, a day apart. */
  readonly windows: readonly DayWindow[];
}

/** VictoriaMetrics looks at a subquery of minutes 100,000 times at the most, which are 69 days. */
const LONGEST = 68;

/**
 * Groups windows so that few queries ask for them: one for each stretch of days of the same length
 * at the same offset from UTC. Days of 23 and 25 hours stand alone.
 *
 * @param windows Ascending.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { localWindows, windowRuns } from "./day_windows.ts";
 *
 * const runs = windowRuns(localWindows("2025-03-28", "2025-04-01", "Europe/Berlin"));
 * assert.deepEqual(runs.map(({ windows }) => windows.length), [2, 1, 2]);
 * ```
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
