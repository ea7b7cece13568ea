/**
 * The strings of the roof over the time of day.
 *
 * @module
 */

import { byTimeOfDay } from "../frames/time_of_day.ts";
import type { PowerTable } from "./power_table.ts";

/** One string at one time of the day. */
export interface StringPoint {
  /** Value of the label `string`. */
  readonly name: string;
  /** Time of the day by the clock on the wall. [h] */
  readonly hour: number;
  /** Mean power over the days on which all strings are known at this time; NaN without any. [W] */
  readonly power_w: number;
  /** Share of the power of all strings; NaN where they give next to nothing. [0–1] */
  readonly share: number;
}

/** Options of {@linkcode stringProfile}. */
export interface StringProfileOptions {
  /**
   * Power of all strings together below which a share says nothing, as a share of the greatest.
   * [0–1]
   *
   * @default {0.02}
   */
  readonly floor?: number;
}

/**
 * Mean power of each string by time of day, and its share. Shares come from the means, that is from
 * summed energies, not from the ratios of single slots.
 *
 * @returns All times of the first string, then of the next.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { powerTable } from "./daily.ts";
 * import { stringProfile } from "./string_profile.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const power = await powerTable(nothing, defaultHousehold({ zone: "UTC" }), {
 *   from: "2025-06-01",
 *   to: "2025-06-01",
 * });
 * assert(stringProfile(power).length === 0);
 * ```
 */
export function stringProfile(
  power: PowerTable,
  options: StringProfileOptions = {},
): StringPoint[] {
  const { floor = 0.02 } = options, { strings } = power;
  const isKnown = (slot: number) => strings.every(({ power_w }) => !Number.isNaN(power_w[slot]!));
  const means = strings.map(({ power_w }) => {
    const value = power_w.map((watts, slot) => isKnown(slot) ? watts : NaN);
    return meanDay(byTimeOfDay({ time: power.time, value }, power));
  });
  const slots = means[0]?.length ?? 0;
  const sums = Array.from(
    { length: slots },
    (_, slot) => means.reduce((sum, mean) => sum + mean[slot]!, 0),
  );
  const enough = floor * sums.reduce((a, b) => b > a ? b : a, 0);
  return strings.flatMap(({ name }, s) =>
    sums.map((sum, slot) => ({
      name,
      hour: slot * 24 / slots,
      power_w: means[s]![slot]!,
      share: sum > enough ? means[s]![slot]! / sum : NaN,
    }))
  );
}

/** Mean of each time of the day over the days that know it. */
function meanDay(
  { days, slots, value, second }: ReturnType<typeof byTimeOfDay>,
): Float64Array {
  return Float64Array.from({ length: slots }, (_, slot) => {
    let sum = 0, count = 0;
    for (let d = 0; d < days.length; d++) {
      for (const watts of [value[d * slots + slot]!, second[d * slots + slot]!]) {
        if (Number.isNaN(watts)) continue;
        sum += watts;
        count++;
      }
    }
    return count === 0 ? NaN : sum / count;
  });
}
