/**
 * One alert through the whole analyzer, on loopback, with stand-ins for all others.
 *
 * @module
 */

import type { AnalyzerEvent } from "../events.ts";
import type { AnalystEvent } from "../llm/llm_analyst.ts";
import { readPrompt } from "../llm/prompt.ts";
import { loadClusterSettings } from "../settings/cluster_settings.ts";
import { startAnalyzer } from "../start_analyzer.ts";
import { cannedAnswer } from "./canned_answer.ts";
import { DEMO_ANNOTATIONS, DEMO_LABELS, demoCluster } from "./demo_cluster.ts";
import { startDemoMetrics } from "./demo_metrics.ts";
import { startKubernetes } from "./kubernetes_stand_in.ts";
import { type LlmRequest, startLlm } from "./llm_stand_in.ts";
import { type NtfyMessage, startNtfy } from "./ntfy_stand_in.ts";

/** What the demo saw. */
export interface DemoRun {
  /** Status and body of the webhook's answer. */
  readonly webhook: { readonly status: number; readonly body: string };
  /** What the model was sent, which is all that leaves for it. */
  readonly request: LlmRequest;
  /** The path that it was sent to. */
  readonly path: string;
  /** The push. */
  readonly push: NtfyMessage;
  /** What happened, in order. */
  readonly events: readonly (AnalyzerEvent | AnalystEvent)[];
}

/** A demo that takes longer does not work. [ms] */
const PATIENCE = 60_000;

/**
 * Runs the demo: the service with its real door, store, workers and redaction; a cluster, metrics, a
 * model and a push service that are canned.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { runDemo } from "./run_demo.ts";
 *
 * const { push } = await runDemo();
 * assert(push.message.includes("Analysis by a model"));
 * ```
 */
export async function runDemo(now: () => number = Date.now): Promise<DemoRun> {
  const secret = crypto.randomUUID(), key = crypto.randomUUID(), token = crypto.randomUUID();
  await using cluster = await startKubernetes(demoCluster(now()));
  await using prometheus = startDemoMetrics(now);
  await using llm = startLlm({ key, provider: "aggregator", answer: cannedAnswer });
  await using ntfy = startNtfy({ token });
  const settings = loadClusterSettings(
    new Map([
      ["WEBHOOK_SECRET", secret],
      ["API_KEY", key],
      ["API_BASE_URL", new URL("/api/v1/messages", llm.url).href],
      ["LLM_MODEL", "anthropic/claude-haiku-5-5"],
      ["PROMETHEUS_URL", prometheus.url.href],
      ["PUSH_PUBLISH_URL", ntfy.url.href],
      ["PUSH_PUBLISH_TOKEN", token],
      ["BIND_ADDRESS", "127.0.0.1"],
      ["PORT", "0"],
    ]),
  );
  const events: (AnalyzerEvent | AnalystEvent)[] = [];
  const done = Promise.withResolvers<void>();
  const timer = setTimeout(
    () => done.reject(new Error(`Nothing was pushed within ${PATIENCE / 1000} s`)),
    PATIENCE,
  );
  const analyzer = await startAnalyzer({ ...settings, cluster }, {
    prompt: await readPrompt(new URL("../../../prompts/cluster.md", import.meta.url)),
    report(event) {
      events.push(event);
      if (event.kind === "finished") done.resolve();
    },
  });
  try {
    const answer = await fetch(new URL("/webhook", analyzer.url), {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify({
        version: "4",
        status: "firing",
        alerts: [{
          status: "firing",
          labels: DEMO_LABELS,
          annotations: DEMO_ANNOTATIONS,
          startsAt: new Date(now() - 600_000).toISOString(),
          generatorURL: "http://prometheus.example/graph?g0.expr=" +
            encodeURIComponent("increase(kube_pod_container_status_restarts_total[10m]) > 3"),
        }],
      }),
    });
    const webhook = { status: answer.status, body: await answer.text() };
    await done.promise;
    const [received] = llm.requests, [push] = ntfy.published;
    if (!received || !push) throw new Error(`The demo failed: ${JSON.stringify(events.at(-1))}`);
    return { webhook, request: JSON.parse(received.body), path: received.path, push, events };
  } finally {
    clearTimeout(timer);
    await analyzer.stop();
  }
}
