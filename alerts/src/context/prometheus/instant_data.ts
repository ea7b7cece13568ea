/**
 * The answer of an instant query in a bounded form that a model can read.
 *
 * @module
 */

import type { Labels } from "../../../../src/columns.ts";
import { type JsonValue, jsonValue } from "./json_value.ts";
import { type SeriesAnswer, type ShownOptions, shownSeries } from "./shown_series.ts";

/** The last value of each series. */
export type InstantData = {
  /** Number of series in the answer. */
  readonly total: number;
  /** The most telling of them. */
  readonly series: readonly { readonly labels: Labels; readonly value: JsonValue }[];
  /** Warnings of the server. */
  readonly notices?: readonly string[];
};

/**
 * The answer of an instant query: the series nearest to the alert, then the largest.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../../../../src/columns.ts";
 * import { instantData } from "./instant_data.ts";
 *
 * const columns = joinSeries([
 *   { labels: { pod: "a" }, time: Float64Array.of(0), value: Float64Array.of(1 / 3) },
 *   { labels: { pod: "b" }, time: Float64Array.of(0), value: Float64Array.of(Infinity) },
 * ]);
 * const { series } = instantData({ columns, notices: [] }, {
 *   labels: { pod: "a" },
 *   redactor: { redact: (text) => text },
 * });
 * assert.deepEqual(series.map(({ value }) => value), [0.333333, "+Inf"]);
 * ```
 */
export function instantData(answer: SeriesAnswer, options: ShownOptions): InstantData {
  const { shown, ...about } = shownSeries(answer, options);
  return {
    ...about,
    series: shown.map(({ labels, value }) => ({ labels, value: jsonValue(value.at(-1) ?? NaN) })),
  };
}
