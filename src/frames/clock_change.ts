/**
 * Where a clock on the wall is put forward or back.
 *
 * @module
 */

import { offsetAt, SECOND, type TimeRange } from "../time.ts";

/** A change of the clock. */
export interface ClockChange {
  /** First instant of the new time. [ms] */
  readonly at: number;
  /** Offset of local time from UTC before. [ms] */
  readonly before: number;
  /** Offset afterwards; greater if the clock was put forward. [ms] */
  readonly after: number;
}

/**
 * The change of the clock within a local day.
 *
 * @returns The change, to the second; `null` on most days.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { localDays } from "../time.ts";
 * import { clockChange } from "./clock_change.ts";
 *
 * const [day] = localDays("2025-03-30", "2025-03-30", "Europe/Berlin");
 * assert(clockChange(day!, "Europe/Berlin")?.at === Date.UTC(2025, 2, 30, 1));
 * ```
 */
export function clockChange({ start, end }: TimeRange, zone: string): ClockChange | null {
  const before = offsetAt(start, zone), after = offsetAt(end - 1, zone);
  if (before === after) return null;
  let low = start, high = end;
  while (high - low > SECOND) {
    const middle = Math.floor((low + high) / 2 / SECOND) * SECOND;
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  return { at: high, before, after };
}
