/**
 * One alert through the whole cluster analyzer.
 *
 * @module
 */

import { readPrompt } from "../llm/prompt.ts";
import { loadClusterSettings } from "../settings/cluster_settings.ts";
import { startAnalyzer } from "../start_analyzer.ts";
import { cannedAnswer } from "./canned_answer.ts";
import {
  DEMO_ANNOTATIONS,
  DEMO_LABELS,
  DEMO_LOG,
  demoAnalysis,
  demoCluster,
} from "./demo_cluster.ts";
import { startDemoMetrics } from "./demo_metrics.ts";
import { startKubernetes } from "./kubernetes_stand_in.ts";
import { type DemoRun, type DemoScene, playDemo } from "./play_demo.ts";

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
  await using cluster = await startKubernetes(demoCluster(now()));
  await using prometheus = startDemoMetrics(now);
  const prompt = await readPrompt(new URL("../../prompts/cluster.md", import.meta.url));
  return await playDemo(sceneAt(now()), ({ variables, report }) => {
    const settings = loadClusterSettings(
      new Map([...variables, ["PROMETHEUS_URL", prometheus.url.href]]),
    );
    return startAnalyzer({ ...settings, cluster }, { prompt, report });
  });
}

function sceneAt(now: number): DemoScene {
  return {
    standIns: "The cluster, Prometheus, the model and the push service",
    alert: [
      ["alert", DEMO_LABELS.alertname],
      ["where", `${DEMO_LABELS.namespace} / ${DEMO_LABELS.pod}`],
      ["severity", DEMO_LABELS.severity],
      ["description", DEMO_ANNOTATIONS.description],
    ],
    ownWords: "description",
    evidenceTitle: "The container's last log, as the cluster has it:",
    evidence: DEMO_LOG,
    secrets: /Tr0ub4dor-3xample|eyJ\S+|ada\S+org/g,
    evidenceId: "L1",
    body: {
      version: "4",
      status: "firing",
      alerts: [{
        status: "firing",
        labels: DEMO_LABELS,
        annotations: DEMO_ANNOTATIONS,
        startsAt: new Date(now - 600_000).toISOString(),
        generatorURL: "http://prometheus.example/graph?g0.expr=" +
          encodeURIComponent("increase(kube_pod_container_status_restarts_total[10m]) > 3"),
      }],
    },
    answer: cannedAnswer(demoAnalysis),
    page: "alerts/docs/analyzer.md",
  };
}
