import type { CheckResult } from "../../../src/terminal/findings.ts";
import type { HostSettings } from "../settings/host_settings.ts";
import type { CheckOptions } from "./check_cluster_connections.ts";
import { checkHosts } from "./check_hosts.ts";
import { checkModel } from "./check_model.ts";
import { checkMonitoring } from "./check_monitoring.ts";
import { checkPush } from "./check_push.ts";
import { checkSecret } from "./check_secret.ts";
import { checkSshFiles } from "./check_ssh_files.ts";
import { checkRedaction } from "./check_redaction.ts";
import { checkStore } from "./check_store.ts";
import { runChecks } from "./run_checks.ts";

/**
 * Checks every connection of the host analyzer, and yields each result as soon as it is known. No
 * result contains a secret.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadHostSettings } from "../settings/host_settings.ts";
 * import { checkHostConnections } from "./check_host_connections.ts";
 *
 * const nowhere = "http://127.0.0.1:1";
 * const settings = loadHostSettings(
 *   new Map([
 *     ["WEBHOOK_SECRET", "short"],
 *     ["API_KEY", "k"],
 *     ["API_BASE_URL", nowhere],
 *     ["HOSTMON_API_URL", nowhere],
 *     ["HOSTMON_API_USER", "bot"],
 *     ["HOSTMON_API_SECRET", "s"],
 *     ["PUSH_PUBLISH_URL", nowhere],
 *     ["PUSH_PUBLISH_TOKEN", "t"],
 *   ]),
 * );
 * const signal = AbortSignal.timeout(30_000);
 * const results = await Array.fromAsync(checkHostConnections(settings, { signal }));
 * assert.deepEqual(results.filter(({ status }) => status === "failure").map(({ check }) => check), [
 *   "monitoring",
 *   "model",
 *   "push",
 * ]);
 * ```
 */
export function checkHostConnections(
  settings: HostSettings,
  { sendsTest = false, ...options }: CheckOptions,
): AsyncGenerator<CheckResult> {
  const { webhookSecret, llm, push, monitoring } = settings;
  return runChecks([
    {
      check: "secret",
      title: "Webhook secret",
      run: () => checkSecret(webhookSecret, "the notification rule as its second parameter"),
    },
    { check: "store", title: "Store", run: () => checkStore(settings) },
    { check: "redaction", title: "Redaction", run: () => checkRedaction(settings) },
    {
      check: "monitoring",
      title: "Monitoring site",
      run: (signal) => checkMonitoring(settings, signal),
    },
    { check: "ssh", title: "SSH files", run: () => checkSshFiles(settings) },
    { check: "hosts", title: "Hosts", run: (signal) => checkHosts(settings, signal) },
    { check: "model", title: "Model", run: (signal) => checkModel(settings, signal) },
    {
      check: "push",
      title: "Push service",
      run: (signal) => checkPush(settings, { sendsTest, signal }),
    },
  ], {
    ...options,
    secrets: [webhookSecret, llm.apiKey, monitoring.secret, ...push.token ? [push.token] : []],
  });
}
