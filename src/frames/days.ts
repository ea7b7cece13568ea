/**
 * Local days beside the server's `1d` steps.
 *
 * @module
 */

import pl from "nodejs-polars";
import type { Frame } from "./polars.ts";
import { checkZone, HOUR, type Period, type TimeRange } from "../time.ts";

/** Options of {@linkcode withLocalDay}. */
export interface LocalDayOptions {
  /**
   * Column of instants.
   *
   * @default {"time"}
   */
  readonly column?: string;
  /**
   * Name of the new column.
   *
   * @default {"day"}
   */
  readonly as?: string;
}

/**
 * Adds the local day of each row, as the text `YYYY-MM-DD` that the daily table has in `date`. The
 * instants stay as they are, in UTC.
 *
 * @throws {WattbookError} `BAD_ZONE`
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { withLocalDay } from "./days.ts";
 *
 * const frame = pl.DataFrame({ time: [Date.UTC(2025, 5, 1, 23)] })
 *   .withColumn(pl.col("time").cast(pl.Datetime("ms", "UTC")));
 * const local = withLocalDay(frame, "Europe/Berlin");
 * assert(local.getColumn("day").get(0) === "2025-06-02");
 * ```
 */
export function withLocalDay(
  frame: Frame,
  zone: string,
  options: LocalDayOptions = {},
): Frame {
  const { column = "time", as = "day" } = options;
  // A cast to a date would fall back to UTC.
  return frame.withColumns(
    pl.col(column).dt.convertTimeZone(checkZone(zone)).dt.strftime("%F").alias(as),
  );
}

/** A server's day: 24 hours that end at a multiple of 24 hours, in UTC. */
const SERVER_DAY = 24 * HOUR;

/**
 * The windows that a range query with step `1d` evaluates when it is aligned to multiples of the
 * step: each ends at a UTC midnight, carries that instant as its time stamp and looks back 24 hours.
 * These are not local days: in Berlin they run from 1 or 2 o'clock, and they ignore clock changes.
 *
 * @param range Windows whose end lies in [start, end]. [ms]
 * @returns Windows labelled by the instant that the server puts on them.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { serverDays } from "./days.ts";
 *
 * const day = 86_400_000;
 * const [first] = serverDays({ start: 1, end: day });
 * assert(first?.start === 0 && first.label === "1970-01-02T00:00:00.000Z");
 * ```
 */
export function serverDays(range: TimeRange): Period[] {
  const windows: Period[] = [];
  const first = Math.ceil(range.start / SERVER_DAY) * SERVER_DAY;
  for (let end = first; end <= range.end; end += SERVER_DAY) {
    windows.push({ label: new Date(end).toISOString(), start: end - SERVER_DAY, end });
  }
  return windows;
}
