/**
 * What a house draws when nobody does anything.
 *
 * @module
 */

import { quantiles } from "../frames/distribution.ts";
import { offsetAt } from "../time.ts";
import type { PowerTable } from "./power_table.ts";

/** How the base load is taken. Practice varies, so the result states it. */
export interface BaseLoadOptions {
  /**
   * Percentile of the load in the window. [0–1]
   *
   * @default {0.1}
   */
  readonly percentile?: number;
  /**
   * Where the window begins by the clock on the wall. [h]
   *
   * @default {0}
   */
  readonly fromHour?: number;
  /**
   * Where it ends. [h]
   *
   * @default {5}
   */
  readonly toHour?: number;
}

/** A base load, with how it was taken. */
export interface BaseLoad extends Required<BaseLoadOptions> {
  /** [W] */
  readonly watts: number;
  /** Length of the means. [ms] */
  readonly step: number;
  /** How many slots it stands on. */
  readonly slots: number;
}

/**
 * Base load: a low percentile of the load in night hours without generation. The usual practice of
 * energy audits, for which no standard names percentile and window.
 *
 * @returns Base load; `null` without a slot in the window.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { baseLoad } from "./base_load.ts";
 * import { powerTable } from "./daily.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const power = await powerTable(nothing, defaultHousehold({ zone: "UTC" }), {
 *   from: "2025-06-01",
 *   to: "2025-06-01",
 * });
 * assert(baseLoad(power) === null);
 * ```
 */
export function baseLoad(power: PowerTable, options: BaseLoadOptions = {}): BaseLoad | null {
  const { percentile = 0.1, fromHour = 0, toHour = 5 } = options;
  const { time, load_w, generation_w, zone, step } = power;
  const quiet = load_w.filter((watts, slot) => {
    const hour = (time[slot]! + offsetAt(time[slot]!, zone)) / 3_600_000 % 24;
    // A house without an inverter has no generation to exclude.
    return !Number.isNaN(watts) && !(generation_w[slot]! > 0) && hour >= fromHour && hour < toHour;
  });
  if (quiet.length === 0) return null;
  const [watts] = quantiles(quiet, [percentile]);
  return { watts: watts!, percentile, fromHour, toHour, step, slots: quiet.length };
}
