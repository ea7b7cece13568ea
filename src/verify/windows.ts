/**
 * The stretches of time for which a server is asked, besides local days.
 *
 * @module
 */

import type { DayWindow } from "../server_side/day_windows.ts";
import { addDays, localDays, type TimeRange } from "../time.ts";

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
