/**
 * Nights, when an inverter is silent because nothing is generated. Missing values are zero only
 * where it is proven night; everywhere else they stay missing.
 *
 * @module
 */

import pl from "nodejs-polars";
import type { Frame } from "./polars.ts";
import type { Samples } from "../columns.ts";
import type { Period, TimeRange } from "../time.ts";

/** Options of {@linkcode usualHours}. */
export interface UsualHoursOptions {
  /**
   * How many days before and after a day are its neighbours.
   *
   * @default {7}
   */
  readonly neighbours?: number;
}

/**
 * Daylight by experience, for a house without coordinates: on each day, from the earliest first to
 * the latest last time at which the inverter generated on that day or on its neighbours.
 *
 * @param days Local days, ascending.
 * @param generation Generation power; more than 0 proves daylight. [W]
 * @returns At most one stretch [start, end) per day; none where no neighbour generated. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { localDays } from "../time.ts";
 * import { usualHours } from "./nights.ts";
 *
 * const days = localDays("2025-06-01", "2025-06-02", "UTC");
 * const noon = days[0]!.start + 12 * 3_600_000;
 * const generation = { time: Float64Array.of(noon, noon + 1000), value: Float64Array.of(5, 5) };
 * const hours = usualHours(days, generation);
 * assert(hours.length === 2 && hours[1]!.start === noon + 86_400_000);
 * ```
 */
export function usualHours(
  days: readonly Period[],
  generation: Samples,
  options: UsualHoursOptions = {},
): TimeRange[] {
  const { neighbours = 7 } = options;
  // Days are compared by solar time: 24 h steps in UTC, so that a clock change does not move them.
  const anchor = (index: number) => Date.parse(`${days[index]!.label}T00:00:00Z`);
  const first = new Float64Array(days.length).fill(Infinity);
  const last = new Float64Array(days.length).fill(-Infinity);
  let day = 0;
  for (let i = 0; i < generation.time.length; i++) {
    if (!(generation.value[i]! > 0)) continue;
    const at = generation.time[i]!;
    while (day < days.length && days[day]!.end <= at) day++;
    if (day === days.length) break;
    if (at < days[day]!.start) continue;
    first[day] = Math.min(first[day]!, at - anchor(day));
    last[day] = Math.max(last[day]!, at - anchor(day));
  }
  const hours: TimeRange[] = [];
  for (let d = 0; d < days.length; d++) {
    const from = Math.max(0, d - neighbours), to = d + neighbours + 1;
    const start = anchor(d) + Math.min(...first.subarray(from, to));
    const end = anchor(d) + Math.max(...last.subarray(from, to));
    if (end > start) {
      hours.push({ start: Math.max(start, days[d]!.start), end: Math.min(end, days[d]!.end) });
    }
  }
  return hours;
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
 * Sets missing values to zero where it is proven night. Values that are there stay, and values that
 * are missing in daylight stay missing: the inverter may have generated.
 *
 * @param frame Column `time` (UTC) and the column to fill.
 * @param daylight Ascending stretches of daylight that cover the frame's time, as from
 * {@linkcode sunUp}.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { fillNights } from "./nights.ts";
 *
 * const frame = pl.DataFrame({ time: [0, 50], value: pl.Series("value", [null, null], pl.Float64) })
 *   .withColumn(pl.col("time").cast(pl.Datetime("ms", "UTC")));
 * const filled = fillNights(frame, [{ start: 40, end: 60 }]);
 * assert(filled.getColumn("value").get(0) === 0);
 * assert(filled.getColumn("value").get(1) === null);
 * ```
 */
export function fillNights(
  frame: Frame,
  daylight: readonly TimeRange[],
  options: FillNightsOptions = {},
): Frame {
  const { column = "value" } = options;
  const times = frame.select(pl.col("time").cast(pl.Float64)).getColumn("time");
  const isNight = pl.Series("is_night", nightMask(times.toTypedArray() as Float64Array, daylight));
  return frame.withColumn(isNight)
    .withColumns(
      pl.when(pl.col(column).isNull().and(pl.col("is_night").eq(1))).then(pl.lit(0))
        .otherwise(pl.col(column)).alias(column),
    )
    .drop("is_night");
}

/**
 * Tells for each instant whether it is night.
 *
 * @param times Ascending or not. [ms]
 * @param daylight Ascending stretches of daylight. [ms]
 * @returns 1 for night, 0 for daylight.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { nightMask } from "./nights.ts";
 *
 * assert(nightMask([5, 15, 25], [{ start: 10, end: 20 }]).join() === "1,0,1");
 * ```
 */
export function nightMask(times: ArrayLike<number>, daylight: readonly TimeRange[]): Uint8Array {
  const mask = new Uint8Array(times.length);
  let stretch = 0;
  for (let i = 0; i < times.length; i++) {
    const at = times[i]!;
    while (stretch > 0 && daylight[stretch - 1]!.end > at) stretch--;
    while (stretch < daylight.length && daylight[stretch]!.end <= at) stretch++;
    mask[i] = stretch < daylight.length && daylight[stretch]!.start <= at ? 0 : 1;
  }
  return mask;
}
