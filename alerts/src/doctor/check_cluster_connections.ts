import type { CheckResult } from "../../../src/terminal/findings.ts";
import type { ClusterSettings } from "../settings/cluster_settings.ts";
import { checkCluster } from "./check_cluster.ts";
import { checkModel } from "./check_model.ts";
import { checkPrometheus } from "./check_prometheus.ts";
import { checkPush } from "./check_push.ts";
import { checkSecret } from "./check_secret.ts";
import { checkRedaction } from "./check_redaction.ts";
import { checkStore } from "./check_store.ts";
import { type ChecksOptions, runChecks } from "./run_checks.ts";

/** Options of a check of all connections. */
export interface CheckOptions extends Omit<ChecksOptions, "secrets"> {
  /** Whether a push may be sent to people. @default {false} */
  readonly sendsTest?: boolean;
}

/**
 * Checks every connection of the cluster analyzer, and yields each result as soon as it is known. No
 * result contains a secret.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadClusterSettings } from "../settings/cluster_settings.ts";
 * import { checkClusterConnections } from "./check_cluster_connections.ts";
 *
 * const nowhere = "http://127.0.0.1:1";
 * const settings = loadClusterSettings(
 *   new Map([
 *     ["WEBHOOK_SECRET", "short"],
 *     ["API_KEY", "k"],
 *     ["API_BASE_URL", nowhere],
 *     ["PROMETHEUS_URL", nowhere],
 *     ["PUSH_PUBLISH_URL", nowhere],
 *   ]),
 * );
 * const signal = AbortSignal.timeout(30_000);
 * const results = await Array.fromAsync(checkClusterConnections(settings, { signal }));
 * assert.deepEqual(results.filter(({ status }) => status === "failure").map(({ check }) => check), [
 *   "prometheus",
 *   "model",
 *   "push",
 * ]);
 * ```
 */
export function checkClusterConnections(
  settings: ClusterSettings,
  { sendsTest = false, ...options }: CheckOptions,
): AsyncGenerator<CheckResult> {
  const { webhookSecret, llm, push } = settings;
  return runChecks([
    {
      check: "secret",
      title: "Webhook secret",
      run: () => checkSecret(webhookSecret, "Alertmanager in credentials_file"),
    },
    { check: "store", title: "Store", run: () => checkStore(settings) },
    { check: "redaction", title: "Redaction", run: () => checkRedaction(settings) },
    {
      check: "prometheus",
      title: "Prometheus",
      run: (signal) => checkPrometheus(settings, signal),
    },
    { check: "cluster", title: "Kubernetes", run: (signal) => checkCluster(settings, signal) },
    { check: "model", title: "Model", run: (signal) => checkModel(settings, signal) },
    {
      check: "push",
      title: "Push service",
      run: (signal) => checkPush(settings, { sendsTest, signal }),
    },
  ], {
    ...options,
    secrets: [webhookSecret, llm.apiKey, ...push.token ? [push.token] : []],
  });
}
