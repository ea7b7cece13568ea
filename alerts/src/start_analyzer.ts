import { clusterGatherer } from "./context/kubernetes/cluster_gatherer.ts";
import { openCluster } from "./context/kubernetes/open_cluster.ts";
import { connectMetrics } from "./context/prometheus/connect_metrics.ts";
import { metricsGatherer } from "./context/prometheus/metrics_gatherer.ts";
import { alertmanagerDoor } from "./door/alertmanager.ts";
import type { ClusterSettings } from "./settings/cluster_settings.ts";
import { type AnalyzerOptions, type RunningAnalyzer, startService } from "./start_service.ts";

/**
 * Starts the cluster analyzer: alerts of Alertmanager, context from Prometheus and Kubernetes. It
 * answers when this returns.
 *
 * @throws {WattbookError} `STORE_IN_USE`, `BAD_STORE`, or `BAD_SETTING` where settings contradict
 * each other.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { promptOf } from "./llm/prompt.ts";
 * import { loadClusterSettings } from "./settings/cluster_settings.ts";
 * import { startAnalyzer } from "./start_analyzer.ts";
 *
 * const settings = loadClusterSettings(
 *   new Map([["WEBHOOK_SECRET", "abc"], ["API_KEY", "def"], ["PORT", "0"], ["BIND_ADDRESS", "127.0.0.1"]]),
 * );
 * const analyzer = await startAnalyzer(settings, { prompt: promptOf("short", "Say why.") });
 * const answer = await fetch(new URL("/health", analyzer.url));
 * assert.deepEqual(await answer.json(), { status: "ok" });
 * await analyzer.stop();
 * ```
 */
export function startAnalyzer(
  settings: ClusterSettings,
  options: AnalyzerOptions,
): Promise<RunningAnalyzer> {
  const { cluster, prometheusUrl } = settings;
  return startService(settings, {
    door: alertmanagerDoor,
    linked: [prometheusUrl],
    async gatherers(scope) {
      const metrics = metricsGatherer(scope.use(await connectMetrics(prometheusUrl)));
      if (cluster === null) return [metrics];
      return [metrics, clusterGatherer(scope.use(await openCluster(cluster)), settings)];
    },
  }, options);
}
