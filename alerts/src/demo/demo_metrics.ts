/**
 * A stand-in for Prometheus that knows a handful of canned values.
 *
 * @module
 */

import { DEMO_LABELS } from "./demo_cluster.ts";
import { type StandIn, standIn } from "./stand_in.ts";

/**
 * Starts it. It answers instant and range queries: restarts of the demo's pod, the firing alert,
 * and nothing else.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { startDemoMetrics } from "./demo_metrics.ts";
 *
 * await using prometheus = startDemoMetrics();
 * const answer = await fetch(new URL("/api/v1/query?query=up", prometheus.url));
 * assert.deepEqual((await answer.json()).data.result, []);
 * ```
 */
export function startDemoMetrics(now: () => number = Date.now): StandIn {
  return standIn(({ path, body }) => {
    const form = new URLSearchParams(body || path.split("?")[1]);
    const query = form.get("query") ?? "";
    const { namespace, pod, container } = DEMO_LABELS;
    const metric = query.startsWith("ALERTS")
      ? { ...DEMO_LABELS, __name__: "ALERTS", alertstate: "firing" }
      : query.includes("restarts_total")
      ? { namespace, pod, container }
      : undefined;
    const value = query.startsWith("ALERTS") ? "1" : "7";
    const isRange = path.startsWith("/api/v1/query_range");
    const seconds = now() / 1000;
    const result = metric === undefined
      ? []
      : [isRange ? { metric, values: [[seconds, value]] } : { metric, value: [seconds, value] }];
    const resultType = isRange ? "matrix" : "vector";
    return Response.json({ status: "success", data: { resultType, result } });
  });
}
