/**
 * The answer of a range query in a bounded form that a model can read.
 *
 * @module
 */

import { pointsOf, type StepRange } from "../../../../src/client/plan.ts";
import type { Labels } from "../../../../src/columns.ts";
import { SECOND } from "../../../../src/time.ts";
import { type JsonValue, jsonValue } from "./json_value.ts";
import { type SeriesAnswer, type ShownOptions, shownSeries } from "./shown_series.ts";

/** Values of each series over time. */
export type RangeData = {
  /** Number of series in the answer. */
  readonly total: number;
  /** Time of the first value, ISO 8601. */
  readonly from: string;
  /** Distance of the values. [s] */
  readonly step: number;
  /** The most telling series; `null` where there is no value. */
  readonly series: readonly { readonly labels: Labels; readonly values: readonly JsonValue[] }[];
  /** Warnings of the server. */
  readonly notices?: readonly string[];
};

/**
 * The answer of a range query.
 *
 * @param range What was asked for.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../../../../src/columns.ts";
 * import { rangeData } from "./range_data.ts";
 *
 * const columns = joinSeries([
 *   { labels: {}, time: Float64Array.of(0, 120_000), value: Float64Array.of(1, 2) },
 * ]);
 * const data = rangeData({ columns, notices: [] }, {
 *   range: { start: 0, end: 120_000, step: 60_000 },
 *   labels: {},
 *   redactor: { redact: (text) => text },
 * });
 * assert.deepEqual(data.series[0]?.values, [1, null, 2]);
 * ```
 */
export function rangeData(
  answer: SeriesAnswer,
  { range, ...options }: ShownOptions & { readonly range: StepRange },
): RangeData {
  const { shown, ...about } = shownSeries(answer, options);
  const points = pointsOf(range);
  return {
    ...about,
    from: new Date(range.start).toISOString(),
    step: range.step / SECOND,
    series: shown.map(({ labels, time, value }) => {
      const values = new Array<JsonValue>(points).fill(null);
      time.forEach((at, row) => {
        const point = Math.round((at - range.start) / range.step);
        if (point >= 0 && point < points) values[point] = jsonValue(value[row]!);
      });
      return { labels, values };
    }),
  };
}
