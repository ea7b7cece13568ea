/**
 * The inverter's logger stops answering while the inverter works on.
 *
 * @module
 */

import type { LabelledSamples } from "../../../../src/columns.ts";
import type { TimeRange } from "../../../../src/time.ts";
import { CACHE } from "../inverter_exporter.ts";
import { type Fault, withoutSamples, withValues } from "./fault.ts";

/**
 * In [start, end) the logger is not online; the exporter repeats its last values until its cache
 * is empty, then has none. The counters advance meanwhile.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { loggerOutage } from "./logger_outage.ts";
 *
 * assert(loggerOutage({ start: 0, end: 1 })([]).length === 0);
 * ```
 */
export function loggerOutage({ start, end }: TimeRange): Fault {
  const evicted = Math.min(start + CACHE, end);
  return (series) => {
    const frozen = withValues(series, isReading, {
      start,
      end: evicted,
      value: valueBefore(start),
    });
    const silent = withoutSamples(frozen, isReading, { start: evicted, end });
    return withValues(silent, ({ __name__ }) => __name__ === "inverter_logger_online", {
      start,
      end,
      value: () => 0,
    });
  };
}

function isReading({ __name__ }: { __name__?: string }): boolean {
  return __name__!.startsWith("inverter_") && __name__ !== "inverter_logger_online";
}

function valueBefore(start: number): (one: LabelledSamples) => number {
  return ({ time, value }) => value[Math.max(0, time.findLastIndex((at) => at < start))]!;
}
