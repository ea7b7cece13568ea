/**
 * A device shows something else than it should.
 *
 * @module
 */

import type { LabelledSamples } from "../../../../src/columns.ts";
import type { TimeRange } from "../../../../src/time.ts";
import { type Fault, withValues } from "./fault.ts";

/** When a metric is misread, and as what. */
export interface Misreading extends TimeRange {
  /** What is read instead of a value; `before` is the last one that was read rightly. */
  readonly as: (value: number, before: number) => number;
}

/**
 * In [start, end) a metric reads something else than it should: zero (a glitch), a step less (a
 * dip), more than can be (a spike, an impossible power), or what it read before (it is frozen).
 *
 * @param metric Its name.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { misread } from "./misread.ts";
 *
 * const glitch = misread("energy_wh", { start: 1, end: 2, as: () => 0 });
 * const labels = { __name__: "energy_wh" };
 * const [spoiled] = glitch([{ labels, time: Float64Array.of(0, 1, 2), value: Float64Array.of(7, 8, 9) }]);
 * assert(spoiled!.value.join() === "7,0,9");
 * ```
 */
export function misread(metric: string, { start, end, as }: Misreading): Fault {
  return (series) =>
    withValues(series, ({ __name__ }) => __name__ === metric, {
      start,
      end,
      value: (one, row) => as(one.value[row]!, valueBefore(one, start)),
    });
}

function valueBefore({ time, value }: LabelledSamples, start: number): number {
  return value[Math.max(0, time.findLastIndex((at) => at < start))]!;
}
