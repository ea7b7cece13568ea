import type { Finding } from "../../../src/terminal/findings.ts";
import { connectMetrics } from "../context/prometheus/connect_metrics.ts";
import type { ClusterSettings } from "../settings/cluster_settings.ts";

/** What context is made of, and who exposes it. */
const SOURCES = [
  ["container_memory_working_set_bytes", "the kubelets (cAdvisor)"],
  ["kube_pod_container_status_restarts_total", "kube-state-metrics"],
] as const;

/**
 * Whether Prometheus answers, and knows what the analyzer asks for.
 *
 * @throws {WattbookError} If it cannot be reached.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { startDemoMetrics } from "../demo/demo_metrics.ts";
 * import { checkPrometheus } from "./check_prometheus.ts";
 *
 * await using prometheus = startDemoMetrics();
 * const findings = await checkPrometheus(
 *   { prometheusUrl: prometheus.url },
 *   AbortSignal.timeout(10_000),
 * );
 * assert.deepEqual(findings.map(({ status }) => status), ["ok", "warning"]);
 * ```
 */
export async function checkPrometheus(
  { prometheusUrl }: Pick<ClusterSettings, "prometheusUrl">,
  signal: AbortSignal,
): Promise<Finding[]> {
  await using client = await connectMetrics(prometheusUrl);
  const findings: Finding[] = [];
  for (const [metric, source] of SOURCES) {
    const { columns } = await client.query(`count(${metric})`, { signal });
    if (columns.labels.length > 0) continue;
    findings.push({
      status: "warning",
      found: `it has no ${metric}: analyses are without it`,
      advice: `Configure Prometheus to scrape ${source}.`,
    });
  }
  return [{ status: "ok", found: `${prometheusUrl.host} answers queries` }, ...findings];
}
