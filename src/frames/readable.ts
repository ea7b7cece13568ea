/**
 * Frames for people.
 *
 * @module
 */

import pl from "nodejs-polars";
import { checkZone } from "../time.ts";
import type { Frame } from "./polars.ts";

/** Options of {@linkcode readable}. */
export interface ReadableOptions {
  /**
   * Zone in which instants are written, with their offset.
   *
   * @default {"UTC"}
   */
  readonly zone?: string;
  /**
   * Digits behind the point.
   *
   * @default {2}
   */
  readonly decimals?: number;
}

/**
 * The frame as one would write it down: numbers rounded, instants as local times with their offset,
 * so that both 02:30 of an autumn night can be told apart. For looking at, not for computing.
 *
 * @throws {WattbookError} `BAD_ZONE`
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { readable } from "./readable.ts";
 *
 * const frame = pl.DataFrame({ time: [Date.UTC(2025, 0, 1)], kwh: [1.23456] })
 *   .withColumn(pl.col("time").cast(pl.Datetime("ms", "UTC")));
 * const [time, kwh] = readable(frame, { zone: "Europe/Berlin" }).row(0);
 * assert(time === "2025-01-01 01:00:00 +0100" && kwh === 1.23);
 * ```
 */
export function readable(frame: Frame, options: ReadableOptions = {}): Frame {
  const { zone = "UTC", decimals = 2 } = options;
  checkZone(zone);
  return frame.select(
    ...frame.columns.map((name) => {
      const column = pl.col(name), type = String(frame.schema[name]);
      if (/Float/.test(type)) return column.round(decimals);
      if (!/Datetime/.test(type)) return column;
      return column.dt.convertTimeZone(zone).dt.strftime("%F %T %z").alias(name);
    }),
  );
}
