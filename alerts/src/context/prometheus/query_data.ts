/**
 * What Prometheus answers, as context.
 *
 * @module
 */

import { pointsOf, type StepRange } from "../../../../src/client/plan.ts";
import type { Labels } from "../../../../src/columns.ts";
import { SECOND } from "../../../../src/time.ts";
import { type SeriesAnswer, type ShownOptions, shownSeries } from "./shown_series.ts";

/** A value; `null` for none, a text for what is not finite. */
export type JsonValue = number | "+Inf" | "-Inf" | null;

/** Digits of a value: enough to tell, and few to read. */
const DIGITS = 6;

/**
 * A value as JSON, to six digits.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { jsonValue } from "./query_data.ts";
 *
 * assert.deepEqual([1 / 3, NaN, -Infinity].map(jsonValue), [0.333333, null, "-Inf"]);
 * ```
 */
export function jsonValue(value: number): JsonValue {
  if (Number.isNaN(value)) return null;
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  return Number(value.toPrecision(DIGITS));
}

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
 * import { instantData } from "./query_data.ts";
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
 * import { rangeData } from "./query_data.ts";
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

/** Alerts that fire. */
export type AlertsData = {
  /** Number of alerts in the answer. */
  readonly total: number;
  /** The nearest of them, by their labels. */
  readonly alerts: readonly Labels[];
  /** Warnings of the server. */
  readonly notices?: readonly string[];
};

/**
 * Alerts that fire, those of the same namespace, pod or node first.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../../../../src/columns.ts";
 * import { alertsData } from "./query_data.ts";
 *
 * const labels = { __name__: "ALERTS", alertname: "Watchdog", alertstate: "firing" };
 * const columns = joinSeries([
 *   { labels, time: Float64Array.of(0), value: Float64Array.of(1) },
 * ]);
 * const data = alertsData({ columns, notices: [] }, {
 *   labels: {},
 *   redactor: { redact: (text) => text },
 * });
 * assert.deepEqual(data.alerts, [{ alertname: "Watchdog" }]);
 * ```
 */
export function alertsData(answer: SeriesAnswer, options: ShownOptions): AlertsData {
  const { shown, ...about } = shownSeries(answer, { limit: 40, ...options });
  return {
    ...about,
    // The name of the metric and the state are the same for all.
    alerts: shown.map(({ labels: { __name__, alertstate: _, ...labels } }) => labels),
  };
}
