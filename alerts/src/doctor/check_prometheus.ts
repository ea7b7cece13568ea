import type { Finding } from "../../../src/terminal/findings.ts";
import { connectMetrics } from "../context/prometheus/connect_metrics.ts";
import { isWattbookError, WattbookError } from "../errors.ts";
import type { ClusterSettings } from "../settings/cluster_settings.ts";

/** What context is made of, and who exposes it. */
const SOURCES = [
  ["container_memory_working_set_bytes", "the kubelets (cAdvisor)"],
  ["kube_pod_container_status_restarts_total", "kube-state-metrics"],
] as const;

/**
 * Whether Prometheus answers, and knows what the analyzer asks for.
 *
 * @throws {WattbookError} If it cannot be reached or does not answer the query.
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
    if (await hasSeries(client, metric, signal)) continue;
    findings.push({
      status: "warning",
      found: `it has no ${metric}: analyses are without it`,
      advice: `Configure Prometheus to scrape ${source}.`,
    });
  }
  return [{ status: "ok", found: `${prometheusUrl.host} answers queries` }, ...findings];
}

type Metrics = Awaited<ReturnType<typeof connectMetrics>>;

async function hasSeries(client: Metrics, metric: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { columns } = await client.query(`count(${metric})`, { signal });
    return columns.labels.length > 0;
  } catch (error) {
    // The client's own advice names the settings of the toolkit.
    if (!isWattbookError(error)) throw error;
    throw new WattbookError(error.code, error.message, {
      hint: "Check PROMETHEUS_URL, that the network policy lets it through, and that the server " +
        "needs no login.",
      cause: error,
    });
  }
}
