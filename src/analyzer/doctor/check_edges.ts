/**
 * Every edge of the analyzer, looked at one after the other.
 *
 * @module
 */

import type { Finding } from "../../doctor/check.ts";
import type { Result } from "../../doctor/run_checks.ts";
import { isWattbookError } from "../../errors.ts";
import { describeFailure } from "../context/describe_failure.ts";
import type { ClusterAccess } from "../context/kubernetes/in_cluster.ts";
import type { Settings } from "../settings.ts";
import { checkCluster } from "./check_cluster.ts";
import { checkModel } from "./check_model.ts";
import { checkPrometheus } from "./check_prometheus.ts";
import { checkPush } from "./check_push.ts";
import { checkStore } from "./check_store.ts";

/** Options of {@linkcode checkEdges}. */
export interface CheckOptions {
  /** The cluster, `null` outside of one. */
  readonly cluster: ClusterAccess | null;
  /** Whether a push may be sent to people. @default {false} */
  readonly sendsTest?: boolean;
  /** Longest time of one check. [ms] @default {20_000} */
  readonly limit?: number;
  /** Ends it early. */
  readonly signal: AbortSignal;
}

/** A guess takes longer than anybody has, from here on. [characters] */
const LONG_ENOUGH = 20;

/**
 * Checks every edge and tells each result as soon as it is there. No result holds a secret.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadSettings } from "../settings.ts";
 * import { checkEdges } from "./check_edges.ts";
 *
 * const nowhere = "http://127.0.0.1:1";
 * const settings = loadSettings(
 *   new Map([
 *     ["WEBHOOK_SECRET", "short"],
 *     ["API_KEY", "k"],
 *     ["API_BASE_URL", nowhere],
 *     ["PROMETHEUS_URL", nowhere],
 *     ["PUSH_PUBLISH_URL", nowhere],
 *   ]),
 * );
 * const signal = AbortSignal.timeout(30_000);
 * const results = await Array.fromAsync(checkEdges(settings, { cluster: null, signal }));
 * assert.deepEqual(results.filter(({ status }) => status === "failure").map(({ check }) => check), [
 *   "prometheus",
 *   "model",
 *   "push",
 * ]);
 * ```
 */
export async function* checkEdges(
  settings: Settings,
  { cluster, sendsTest = false, limit = 20_000, signal }: CheckOptions,
): AsyncGenerator<Result> {
  type Check = (signal: AbortSignal) => readonly Finding[] | Promise<readonly Finding[]>;
  const checks: readonly (readonly [id: string, title: string, run: Check])[] = [
    ["secret", "Webhook secret", () => checkSecret(settings)],
    ["store", "Store", () => checkStore(settings)],
    ["prometheus", "Prometheus", (signal) => checkPrometheus(settings, signal)],
    ["cluster", "Kubernetes", (signal) => checkCluster(cluster, settings, signal)],
    ["model", "Model", (signal) => checkModel(settings, signal)],
    ["push", "Push service", (signal) => checkPush(settings, { sendsTest, signal })],
  ];
  const { webhookSecret, llm, push } = settings;
  const own = [webhookSecret, llm.apiKey, ...push.token ? [push.token] : []];
  const clean = (text: string) =>
    // One of few characters stands in many words; it is told of as too short.
    own.map((secret) => secret.reveal()).filter((one) => one.length > 3)
      .reduce((cleaned, one) => cleaned.replaceAll(one, "[SECRET]"), text);

  for (const [check, title, run] of checks) {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(limit)]);
    const findings = await Promise.resolve(limited).then(run).catch((error): Finding[] => {
      signal.throwIfAborted();
      return [failureOf(limited.aborted ? `no answer within ${limit / 1000} s` : error)];
    });
    for (const { found, advice, ...finding } of findings) {
      yield {
        check,
        title,
        ...finding,
        found: clean(found),
        ...(advice !== undefined && { advice: clean(advice) }),
      };
    }
  }
}

function checkSecret({ webhookSecret }: Settings): Finding[] {
  if (webhookSecret.reveal().length >= LONG_ENOUGH) return [{ status: "ok", found: "it is set" }];
  return [{
    status: "warning",
    found: `it has fewer than ${LONG_ENOUGH} characters`,
    advice: "Make a longer one, for example with 'openssl rand -hex 32', and give it to " +
      "Alertmanager in credentials_file.",
  }];
}

function failureOf(error: unknown): Finding {
  if (isWattbookError(error)) {
    return { status: "failure", found: error.message, advice: error.hint };
  }
  return { status: "failure", found: describeFailure(error) };
}
