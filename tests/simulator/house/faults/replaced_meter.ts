/**
 * Another meter hangs in the cellar.
 *
 * @module
 */

import type { Fault } from "./fault.ts";
import { misread } from "./misread.ts";

/** Options of {@linkcode replacedMeter}. */
export interface ReplacedMeterOptions {
  /** When the meters were changed. Unix time. [ms] */
  readonly at: number;
  /** What the new meter showed then. [Wh] */
  readonly reading: number;
}

/**
 * From an instant on, the import register is that of another meter, with a reading of its own.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { replacedMeter } from "./replaced_meter.ts";
 *
 * const labels = { __name__: "gridbox_ha_multimeter_energy_Wh" };
 * const register = { labels, time: Float64Array.of(0, 1, 2), value: Float64Array.of(500, 501, 502) };
 * assert(replacedMeter({ at: 1, reading: 7 })([register])[0]!.value.join() === "500,8,9");
 * ```
 */
export function replacedMeter({ at, reading }: ReplacedMeterOptions): Fault {
  return misread("gridbox_ha_multimeter_energy_Wh", {
    start: at,
    end: Infinity,
    as: (value, before) => reading + value - before,
  });
}
