/**
 * The cluster analyzer as a whole: all its parts, put together and started.
 *
 * @module
 */

import { setTimeout as sleep } from "node:timers/promises";
import { WattbookError } from "../errors.ts";
import { allGatherers } from "./context/all_gatherers.ts";
import { clusterGatherer } from "./context/kubernetes/cluster_gatherer.ts";
import type { ClusterAccess } from "./context/kubernetes/in_cluster.ts";
import { openCluster } from "./context/kubernetes/open_cluster.ts";
import { connectMetrics } from "./context/prometheus/connect_metrics.ts";
import { metricsGatherer } from "./context/prometheus/metrics_gatherer.ts";
import { alertmanagerDoor } from "./door/door.ts";
import type { AnalyzerEvent } from "./events.ts";
import { type AnalystEvent, llmAnalyst } from "./llm/llm_analyst.ts";
import type { Prompt } from "./llm/prompt.ts";
import { analyzerMetrics } from "./metrics.ts";
import { newCaseRedactor } from "./new_case_redactor.ts";
import { Pipeline, type PipelineOptions } from "./pipeline.ts";
import { compose } from "./push/compose.ts";
import { ntfyPublisher } from "./push/ntfy.ts";
import type { Settings } from "./settings.ts";
import { openStore } from "./store/open_store.ts";

/** What an analyzer needs besides its settings. */
export interface AnalyzerOptions {
  /** The instructions for the model. */
  readonly prompt: Prompt;
  /** The cluster, `null` outside of one: then there are no events, pods and logs. */
  readonly cluster: ClusterAccess | null;
  /** Hears what happened, besides the metrics. @default nobody */
  readonly report?: (event: AnalyzerEvent | AnalystEvent) => void;
  /** Of the workers. @default those of the pipeline */
  readonly pipeline?: Omit<PipelineOptions, "cooldown">;
}

/** The model is asked so often for one analysis, and there is gathering before. [ms] */
const ATTEMPTS = 3, AROUND = 120_000;
/** How long a stop waits for answers that are on their way. [ms] */
const LAST_ANSWERS = 1_000;

/** A running analyzer. */
export interface RunningAnalyzer {
  /** Where it answers. */
  readonly url: URL;
  /** Whether accepted alerts survive the process. */
  readonly isDurable: boolean;
  /** Accepts no more, finishes what runs or hands it back to the store, closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts an analyzer. It answers when this returns.
 *
 * @throws {WattbookError} `STORE_IN_USE`, `BAD_STORE`, or `BAD_SETTING` where settings contradict
 * each other.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { promptOf } from "./llm/prompt.ts";
 * import { loadSettings } from "./settings.ts";
 * import { startAnalyzer } from "./start_analyzer.ts";
 *
 * const settings = loadSettings(
 *   new Map([["WEBHOOK_SECRET", "abc"], ["API_KEY", "def"], ["PORT", "0"], ["BIND_ADDRESS", "127.0.0.1"]]),
 * );
 * const prompt = promptOf("short", "Say why.");
 * const analyzer = await startAnalyzer(settings, { prompt, cluster: null });
 * const answer = await fetch(new URL("/health", analyzer.url));
 * assert.deepEqual(await answer.json(), { status: "ok" });
 * await analyzer.stop();
 * ```
 */
export async function startAnalyzer(
  settings: Settings,
  { prompt, cluster: access, report: tell = () => {}, pipeline: workers }: AnalyzerOptions,
): Promise<RunningAnalyzer> {
  await using opened = new AsyncDisposableStack();
  const { llm, push, storePath: path } = settings;
  const store = opened.use(
    openStore({ retention: settings.caseRetention, ...(path !== undefined && { path }) }),
  );
  const { queue } = store;
  const metrics = analyzerMetrics({ counts: () => queue.counts() });
  const report = (event: AnalyzerEvent | AnalystEvent) => {
    metrics.observe(event);
    tell(event);
  };
  const gatherers = [metricsGatherer(opened.use(await connectMetrics(settings.prometheusUrl)))];
  if (access) gatherers.push(clusterGatherer(opened.use(await openCluster(access)), settings));
  const own = [settings.webhookSecret, llm.apiKey, ...push.token ? [push.token] : []];
  const pipeline = new Pipeline({
    queue,
    gatherer: allGatherers(gatherers),
    analyst: llmAnalyst({
      ...llm,
      prompt,
      linkHosts: push.linkHosts,
      ledger: store.usage,
      observe: report,
    }),
    redactor: () => newCaseRedactor(own.map((secret) => secret.reveal())),
    compose: (notice) => compose(notice, push),
    publisher: ntfyPublisher(push),
    report,
  }, { limit: ATTEMPTS * llm.timeout + AROUND, ...workers, cooldown: settings.cooldown });

  const door = alertmanagerDoor({
    secret: settings.webhookSecret,
    accept: (incidents, options) => pipeline.accept(incidents, options),
    skipsResolved: settings.skipsResolved,
    report,
  });
  door.get(
    "/metrics",
    async (context) =>
      context.body(await metrics.text(), 200, { "content-type": metrics.contentType }),
  );
  const server = listen(settings, door.fetch);
  pipeline.start();

  const parts = opened.move();
  const host = server.addr.hostname;
  return {
    url: new URL(`http://${host.includes(":") ? `[${host}]` : host}:${server.addr.port}/`),
    isDurable: store.isDurable,
    async stop() {
      // It answers until the end: with 503 to webhooks, and its health to the kubelet.
      await pipeline.stop(settings.stopLimit);
      // Whoever sends slowly, or never reads, must not keep the process.
      const late = new AbortController();
      await Promise.race([
        server.shutdown(),
        sleep(LAST_ANSWERS, undefined, { signal: late.signal }).catch(() => {}),
      ]);
      late.abort();
      await parts.disposeAsync();
    },
  };
}

function listen(
  { bindAddress: hostname, port }: Settings,
  answer: (request: Request) => Response | Promise<Response>,
): Deno.HttpServer<Deno.NetAddr> {
  try {
    return Deno.serve({ hostname, port, onListen: () => {} }, (request) => answer(request));
  } catch (cause) {
    throw new WattbookError(
      "BAD_SETTING",
      `Cannot listen at ${hostname}, port ${port}: ${(cause as Error).message}`,
      { hint: "Choose another PORT or BIND_ADDRESS, or stop what listens there.", cause },
    );
  }
}
