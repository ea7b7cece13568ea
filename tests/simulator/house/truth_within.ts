/**
 * The ground truth of any stretch of time, such as a day of another zone.
 *
 * @module
 */

import { localDay, localDays, type Period } from "../../../src/time.ts";
import type { House } from "./house.ts";
import { type Registers, secondOf, trace } from "./trace.ts";
import type { TruthDay } from "./truth.ts";

/**
 * The ground truth of a period whose ends need not be the house's midnights.
 *
 * @param period Whole seconds. Unix times. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { localDays } from "../../../src/time.ts";
 * import { demoHouse } from "./demo_house.ts";
 * import { truthWithin } from "./truth_within.ts";
 *
 * const [day] = localDays("2025-06-01", "2025-06-01", "Asia/Kolkata");
 * assert(truthWithin(demoHouse, day!).yield_kwh > 10);
 * ```
 */
export function truthWithin(house: House, period: Period): TruthDay {
  const first = localDay(period.start, house.zone), last = localDay(period.end - 1, house.zone);
  const parts = localDays(first, last, house.zone).map((day) => {
    const lived = trace(house, day);
    const from = Math.max(0, secondOf(day, period.start));
    const to = Math.min(lived.seconds, secondOf(day, period.end));
    return (of: (registers: Registers) => Float64Array) =>
      (of(lived.registers)[to]! - of(lived.registers)[from]!) / 1000;
  });
  const kwh = (of: (registers: Registers) => Float64Array) =>
    parts.reduce((sum, part) => sum + part(of), 0);
  const imported = kwh(({ imported }) => imported);
  const selfConsumed = kwh(({ selfConsumed }) => selfConsumed);
  return {
    ...period,
    import_kwh: imported,
    export_kwh: kwh(({ exported }) => exported),
    yield_kwh: kwh(({ generated }) => generated),
    self_consumed_kwh: selfConsumed,
    consumption_kwh: selfConsumed + imported,
  };
}
