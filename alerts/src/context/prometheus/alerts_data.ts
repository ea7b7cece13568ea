/**
 * Alerts that fire in a bounded form that a model can read.
 *
 * @module
 */

import type { Labels } from "../../../../src/columns.ts";
import { type SeriesAnswer, type ShownOptions, shownSeries } from "./shown_series.ts";

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
 * import { alertsData } from "./alerts_data.ts";
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
