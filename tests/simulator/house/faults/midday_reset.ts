/**
 * The inverter reboots in the middle of the day.
 *
 * @module
 */

import type { TimeRange } from "../../../../src/time.ts";
import type { Fault } from "./fault.ts";
import { misread } from "./misread.ts";

/**
 * In [start, end) the day counter counts from zero; `end` is local midnight. The lifetime counter
 * knows nothing of it.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { middayReset } from "./midday_reset.ts";
 *
 * const labels = { __name__: "inverter_production_today_kwh" };
 * const today = { labels, time: Float64Array.of(0, 1, 2), value: Float64Array.of(5, 5.25, 6) };
 * assert(middayReset({ start: 1, end: 9 })([today])[0]!.value.join() === "5,0.25,1");
 * ```
 */
export function middayReset(range: TimeRange): Fault {
  return misread("inverter_production_today_kwh", {
    ...range,
    as: (value, before) => Math.round((value - before) * 100) / 100,
  });
}
