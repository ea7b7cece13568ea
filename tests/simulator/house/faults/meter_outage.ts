/**
 * The router loses its meter.
 *
 * @module
 */

import type { TimeRange } from "../../../../src/time.ts";
import { type Fault, withoutSamples, withValues } from "./fault.ts";

/**
 * No power and no energy in [start, end), and both forms of the device say that it is absent. The
 * meter itself counts on.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { meterOutage } from "./meter_outage.ts";
 *
 * assert(meterOutage({ start: 0, end: 1 })([]).length === 0);
 * ```
 */
export function meterOutage(range: TimeRange): Fault {
  return (series) => {
    const silent = withoutSamples(
      series,
      ({ __name__ }) => __name__?.startsWith("gridbox_ha_multimeter_") ?? false,
      range,
    );
    return withValues(silent, ({ __name__ }) => __name__ === "gridbox_ha_device_present", {
      ...range,
      value: () => 0,
    });
  };
}
