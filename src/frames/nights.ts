/**
 * Nights, when an inverter is silent because nothing is generated. Missing values are zero only
 * where it is proven night; everywhere else they stay missing.
 *
 * @module
 */

import pl from "nodejs-polars";
import type { TimeRange } from "../time.ts";
import type { Daylight } from "./daylight.ts";
import type { Frame } from "./polars.ts";

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
 * Sets missing values to zero where it is proven night. Values that are there stay, and values that
 * are missing at any other time stay missing: the inverter may have generated.
 *
 * @param frame Column `time` (UTC) and the column to fill.
 * @param daylight As from {@linkcode daylightBySun} or {@linkcode daylightByHabit}.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { fillNights } from "./nights.ts";
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
 * Tells for each instant whether it is proven night.
 *
 * @param times Ascending or not. [ms]
 * @param dark Ascending stretches [start, end) that are proven dark. [ms]
 * @returns 1 for night, 0 for daylight and for what is not known.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { nightMask } from "./nights.ts";
 *
 * assert(nightMask([5, 15, 25], [{ start: 10, end: 20 }]).join() === "0,1,0");
 * ```
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
