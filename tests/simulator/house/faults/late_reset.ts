/**
 * The inverter forgets to begin a new day.
 *
 * @module
 */

import type { LabelledSamples, Labels } from "../../../../src/columns.ts";
import { type Fault, withValues } from "./fault.ts";

const DAY_COUNTERS = ["inverter_production_today_kwh", "inverter_dc_production_today_kwh"];

/** Options of {@linkcode lateReset}. */
export interface LateResetOptions {
  /** Local midnight. Unix time. [ms] */
  readonly midnight: number;
  /** How long after its first sample of the day a counter still shows the day before. [ms] */
  readonly delay: number;
}

/**
 * The day counters wake up with the total of the day before and show it for a while, then show
 * what they should.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { lateReset } from "./late_reset.ts";
 *
 * const today = { __name__: "inverter_production_today_kwh" };
 * const fault = lateReset({ midnight: 10, delay: 5 });
 * const [late] = fault([
 *   { labels: today, time: Float64Array.of(9, 12, 18), value: Float64Array.of(7, 0, 1) },
 * ]);
 * assert(late!.value.join() === "7,7,1");
 * ```
 */
export function lateReset({ midnight, delay }: LateResetOptions): Fault {
  return (series) => {
    const counters = series.filter(({ labels }) => DAY_COUNTERS.includes(labels.__name__ ?? ""));
    const first = Math.min(
      ...counters.map(({ time }) => time.find((at) => at >= midnight) ?? Infinity),
    );
    const before = new Map<string, { time: number; value: number }>();
    for (const { labels, time, value } of counters) {
      const row = time.findLastIndex((at) => at < midnight);
      if (row >= 0 && time[row]! > (before.get(identity(labels))?.time ?? -Infinity)) {
        before.set(identity(labels), { time: time[row]!, value: value[row]! });
      }
    }
    return withValues(series, ({ __name__ }) => DAY_COUNTERS.includes(__name__ ?? ""), {
      start: midnight,
      end: first + delay,
      value: (one: LabelledSamples, row) =>
        before.get(identity(one.labels))?.value ?? one.value[row]!,
    });
  };
}

/** A counter across restarts. */
function identity({ __name__, string = "" }: Labels): string {
  return `${__name__} ${string}`;
}
