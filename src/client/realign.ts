/**
 * Points that a server put elsewhere than asked.
 *
 * @module
 */

import type { SeriesColumns } from "../columns.ts";
import type { StepRange } from "./plan.ts";

/**
 * Says whether the points of a range query lie on the grid that was asked for. Some servers move
 * start and end to multiples of the step.
 *
 * @returns A sentence for the reader of the result, `null` if all is as asked.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { describeRealigned } from "./realign.ts";
 *
 * const columns = joinSeries([
 *   { labels: {}, time: Float64Array.of(60_000), value: Float64Array.of(1) },
 * ]);
 * const asked = { start: 30_000, end: 90_000, step: 60_000 };
 * assert(describeRealigned(columns, asked)?.startsWith("1 of 1 points"));
 * ```
 */
export function describeRealigned({ time }: SeriesColumns, range: StepRange): string | null {
  const { start, end, step } = range;
  let moved = 0, example = 0;
  for (const at of time) {
    if ((at - start) % step === 0 && at >= start && at <= end) continue;
    if (moved++ === 0) example = at;
  }
  if (moved === 0) return null;
  const iso = (instant: number) => new Date(instant).toISOString();
  return `${moved} of ${time.length} points are not where they were asked for: the server moved ` +
    `the start, ${iso(start)}, to a multiple of the step (first such point: ${iso(example)})`;
}
