/**
 * Columns that are derived within a frame: the local day, import and export, zeros of the night.
 *
 * @module
 */

import pl from "nodejs-polars";
import { checkZone, type TimeRange } from "../time.ts";
import type { Daylight } from "./daylight.ts";
import type { Frame } from "./frame.ts";

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
 * import { withLocalDay } from "./frame_columns.ts";
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

/** Options of {@linkcode splitGrid}. */
export interface SplitGridOptions {
  /**
   * Column with the signed power. [W]
   *
   * @default {"value"}
   */
  readonly column?: string;
}

/**
 * Adds the columns `import_w` and `export_w` to a frame of signed grid power, clipped per row.
 *
 * @returns A new frame; `null` where the power is `null`. [W]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { splitGrid } from "./frame_columns.ts";
 *
 * const grid = splitGrid(pl.DataFrame({ value: [300, -200] }));
 * assert(grid.getColumn("export_w").toArray().join() === "0,200");
 * ```
 */
export function splitGrid(frame: Frame, options: SplitGridOptions = {}): Frame {
  const power = pl.col(options.column ?? "value");
  const clipped = (expression: pl.Expr) => expression.clip(0, Infinity);
  return frame.withColumns(
    clipped(power).alias("import_w"),
    clipped(power.mul(-1)).alias("export_w"),
  );
}

/** Options of {@linkcode fillNights}. */
export interface FillNightsOptions {
  /**
   * Column to fill.
   *
   * @default {"value"}
   */
  readonly column?: string;
}

/**
 * Sets missing values to zero where it is proven night. At any other time they stay missing, because
 * the inverter may have generated.
 *
 * @param frame Column `time` (UTC) and the column to fill.
 * @param daylight As from {@linkcode daylightBySun} or {@linkcode daylightByHabit}.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { fillNights } from "./frame_columns.ts";
 *
 * const frame = pl.DataFrame({ time: [0, 50], value: pl.Series("value", [null, null], pl.Float64) })
 *   .withColumn(pl.col("time").cast(pl.Datetime("ms", "UTC")));
 * const filled = fillNights(frame, { dark: [{ start: 0, end: 40 }] });
 * assert(filled.getColumn("value").get(0) === 0);
 * assert(filled.getColumn("value").get(1) === null);
 * ```
 */
export function fillNights(
  frame: Frame,
  daylight: Pick<Daylight, "dark">,
  options: FillNightsOptions = {},
): Frame {
  const { column = "value" } = options;
  const times = frame.select(pl.col("time").cast(pl.Float64)).getColumn("time");
  const mask = nightMask(times.toTypedArray() as Float64Array, daylight.dark);
  const isNight = pl.Series("is_night", mask);
  return frame.withColumn(isNight)
    .withColumns(
      pl.when(pl.col(column).isNull().and(pl.col("is_night").eq(1))).then(pl.lit(0))
        .otherwise(pl.col(column)).alias(column),
    )
    .drop("is_night");
}

/**
 * Whether it is proven night, for each instant.
 *
 * @param times Ascending or not. [ms]
 * @param dark Ascending stretches [start, end) that are proven dark. [ms]
 * @returns 1 for night, 0 for daylight and for unknown.
 */
export function nightMask(times: ArrayLike<number>, dark: readonly TimeRange[]): Uint8Array {
  const mask = new Uint8Array(times.length);
  let stretch = 0;
  for (let i = 0; i < times.length; i++) {
    const at = times[i]!;
    while (stretch > 0 && dark[stretch - 1]!.end > at) stretch--;
    while (stretch < dark.length && dark[stretch]!.end <= at) stretch++;
    mask[i] = stretch < dark.length && dark[stretch]!.start <= at ? 1 : 0;
  }
  return mask;
}
