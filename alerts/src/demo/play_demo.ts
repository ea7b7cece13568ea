/**
 * One alert through a whole analyzer, on loopback, with stand-ins for all others.
 *
 * @module
 */

import type { AnalyzerEvent } from "../events.ts";
import type { AnalystEvent } from "../llm/llm_analyst.ts";
import type { RunningAnalyzer } from "../start_service.ts";
import { type LlmRequest, type LlmStandInOptions, startLlm } from "./llm_stand_in.ts";
import { type NtfyMessage, startNtfy } from "./ntfy_stand_in.ts";

/** What the demo is about. */
export interface DemoScene {
  /** Who is a stand-in, in a sentence. */
  readonly standIns: string;
  /** The alert in a few fields: name and value. */
  readonly alert: readonly (readonly [name: string, value: string])[];
  /** The annotation that holds the alert's own words. */
  readonly ownWords: string;
  /** What the most telling piece of evidence is. */
  readonly evidenceTitle: string;
  /** That piece of evidence, as it is there: with secrets in it. */
  readonly evidence: string;
  /** The secrets in it. */
  readonly secrets: RegExp;
  /** The item of the context that it becomes. */
  readonly evidenceId: string;
  /** Body of the webhook. */
  readonly body: unknown;
  /** The canned answer of the model. */
  readonly answer: LlmStandInOptions["answer"];
  /** The page that goes on. */
  readonly page: string;
}

/** What the demo gives to an analyzer. */
export interface DemoStage {
  /** Variables for door, model and push service. */
  readonly variables: ReadonlyMap<string, string>;
  /** Hears what happened. */
  readonly report: (event: AnalyzerEvent | AnalystEvent) => void;
}

/** What the demo saw. */
export interface DemoRun {
  /** What it is about. */
  readonly scene: DemoScene;
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
 * Plays a scene: the service with its real door, store, workers and redaction; a model and a push
 * service that are canned.
 *
 * @param start Starts the analyzer.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { promptOf } from "../llm/prompt.ts";
 * import { loadClusterSettings } from "../settings/cluster_settings.ts";
 * import { startAnalyzer } from "../start_analyzer.ts";
 * import { playDemo } from "./play_demo.ts";
 *
 * const { push } = await playDemo({
 *   standIns: "",
 *   alert: [],
 *   ownWords: "",
 *   evidenceTitle: "",
 *   evidence: "",
 *   evidenceId: "M1",
 *   secrets: /hunter2/,
 *   body: { alerts: [{ labels: { alertname: "Down" } }] },
 *   answer: () => ({ text: "no analysis" }),
 *   page: "",
 * }, ({ variables, report }) => {
 *   const settings = loadClusterSettings(new Map([...variables, ["PROMETHEUS_URL", "http://127.0.0.1:1"]]));
 *   const pipeline = { analysisRetries: [] };
 *   return startAnalyzer(settings, { prompt: promptOf("short", "Say why."), report, pipeline });
 * });
 * assert.equal(push.title, "Down");
 * ```
 */
export async function playDemo(
  scene: DemoScene,
  start: (stage: DemoStage) => Promise<RunningAnalyzer>,
): Promise<DemoRun> {
  const secret = crypto.randomUUID(), key = crypto.randomUUID(), token = crypto.randomUUID();
  await using llm = startLlm({ key, provider: "aggregator", answer: scene.answer });
  await using ntfy = startNtfy({ token });
  const variables = new Map([
    ["WEBHOOK_SECRET", secret],
    ["API_KEY", key],
    ["API_BASE_URL", new URL("/api/v1/messages", llm.url).href],
    ["LLM_MODEL", "anthropic/claude-haiku-5-5"],
    ["PUSH_PUBLISH_URL", ntfy.url.href],
    ["PUSH_PUBLISH_TOKEN", token],
    ["BIND_ADDRESS", "127.0.0.1"],
    ["PORT", "0"],
  ]);
  const events: (AnalyzerEvent | AnalystEvent)[] = [];
  const done = Promise.withResolvers<void>();
  const timer = setTimeout(
    () => done.reject(new Error(`Nothing was pushed within ${PATIENCE / 1000} s`)),
    PATIENCE,
  );
  const report = (event: AnalyzerEvent | AnalystEvent) => {
    events.push(event);
    if (event.kind === "finished") done.resolve();
  };
  const analyzer = await start({ variables, report });
  try {
    const answer = await fetch(new URL("/webhook", analyzer.url), {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify(scene.body),
    });
    const webhook = { status: answer.status, body: await answer.text() };
    await done.promise;
    const [received] = llm.requests, [push] = ntfy.published;
    if (!received || !push) throw new Error(`The demo failed: ${JSON.stringify(events.at(-1))}`);
    const request: LlmRequest = JSON.parse(received.body);
    return { scene, webhook, request, path: received.path, push, events };
  } finally {
    clearTimeout(timer);
    await analyzer.stop();
  }
}
