/**
 * What both analyzers are made of, put together and started: store, pipeline, model, push service,
 * metrics and server. What differs is who sends, and where context is found.
 *
 * @module
 */

import type { Hono } from "hono";
import { WattbookError } from "./errors.ts";
import type { Secret } from "../../src/secret.ts";
import { allGatherers } from "./context/all_gatherers.ts";
import type { Gatherer } from "./context/gatherer.ts";
import type { DoorOptions } from "./door/webhook_door.ts";
import { type AnalyzerEvent, quietly } from "./events.ts";
import { type AnalystEvent, llmAnalyst } from "./llm/llm_analyst.ts";
import type { Prompt } from "./llm/prompt.ts";
import { analyzerMetrics } from "./metrics.ts";
import { newCaseRedactor } from "./case_redactor.ts";
import { bearerCheck } from "./door/bearer.ts";
import { type HttpServer, type HttpServerOptions, serveHttp } from "./server/http_server.ts";
import { Pipeline } from "./pipeline/pipeline.ts";
import type { PipelineOptions } from "./pipeline/surroundings.ts";
import { compose } from "./push/compose.ts";
import { ntfyPublisher } from "./push/ntfy.ts";
import { readiness } from "./readiness.ts";
import type { ServiceSettings } from "./settings/service_settings.ts";
import { openStore } from "./store/open_store.ts";

/** What an analyzer needs besides its settings. */
export interface AnalyzerOptions {
  /** The instructions for the model. */
  readonly prompt: Prompt;
  /** Called for each event, besides the metrics. @default nothing */
  readonly report?: (event: AnalyzerEvent | AnalystEvent) => void;
  /** Options of the workers. @default those of the pipeline */
  readonly pipeline?: Omit<PipelineOptions, "cooldown" | "factsAfter">;
}

/** What one analyzer has and the other has not. */
export interface Assembly {
  /** Makes the door through which alerts come. */
  readonly door: (options: DoorOptions) => Hono;
  /** Makes those who gather context; what they opened closes with `scope`. */
  readonly gatherers: (scope: AsyncDisposableStack) => Promise<readonly Gatherer[]>;
  /** Addresses of its own settings, whose hosts a push may link. @default none */
  readonly linked?: readonly URL[];
  /** Secrets of its own, which no text may show. @default none */
  readonly secrets?: readonly Secret[];
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
  /**
   * Accepts no more, finishes what runs or hands it back to the store, closes everything.
   *
   * @param hurry Hands back at once what still runs when it is aborted.
   */
  stop(hurry?: AbortSignal): Promise<void>;
}

/**
 * Starts an analyzer. It answers when this returns.
 *
 * @throws {WattbookError} `STORE_IN_USE`, `BAD_STORE`, or `BAD_SETTING` where settings contradict
 * each other.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { alertmanagerDoor } from "./door/alertmanager.ts";
 * import { promptOf } from "./llm/prompt.ts";
 * import { loadClusterSettings } from "./settings/cluster_settings.ts";
 * import { startService } from "./start_service.ts";
 *
 * const settings = loadClusterSettings(
 *   new Map([["WEBHOOK_SECRET", "abc"], ["API_KEY", "def"], ["PORT", "0"], ["BIND_ADDRESS", "127.0.0.1"]]),
 * );
 * const assembly = { door: alertmanagerDoor, gatherers: () => Promise.resolve([]) };
 * const analyzer = await startService(settings, assembly, { prompt: promptOf("short", "Say why.") });
 * const answer = await fetch(new URL("/health", analyzer.url));
 * assert.deepEqual(await answer.json(), { status: "ok" });
 * await analyzer.stop();
 * ```
 */
export async function startService(
  settings: ServiceSettings,
  { door: openDoor, gatherers, linked = [], secrets = [] }: Assembly,
  { prompt, report: tell = () => {}, pipeline: workers }: AnalyzerOptions,
): Promise<RunningAnalyzer> {
  await using opened = new AsyncDisposableStack();
  const { llm, push, storePath: path } = settings;
  const store = opened.use(
    openStore({ retention: settings.caseRetention, ...(path !== undefined && { path }) }),
  );
  await store.check(Date.now());
  const check = readiness(() => store.check(Date.now()));
  const metrics = analyzerMetrics({
    counts: () => store.queue.counts(),
    isReady: () => check().then(() => true, () => false),
  });
  const hears = quietly(tell);
  const counts = quietly(metrics.observe, (error) => {
    metrics.observe({ kind: "fault", where: "metrics", error: undefined });
    hears({ kind: "fault", where: "metrics", error });
  });
  const report = (event: AnalyzerEvent | AnalystEvent) => {
    counts(event);
    hears(event);
  };
  const linkHosts = [...push.linkHosts, ...linked.map(({ hostname }) => hostname)];
  const own = [settings.webhookSecret, llm.apiKey, ...push.token ? [push.token] : [], ...secrets];
  const pipeline = new Pipeline({
    store,
    gatherer: allGatherers(await gatherers(opened)),
    analyst: llmAnalyst({
      ...llm,
      prompt,
      linkHosts,
      ledger: store.usage,
      observe: report,
    }),
    redactor: () =>
      newCaseRedactor(own.map((secret) => secret.reveal()), {
        isStrict: settings.redact === "strict",
      }),
    compose: (notice) => compose(notice, { linkHosts }),
    publisher: ntfyPublisher(push),
    report,
  }, {
    limit: ATTEMPTS * llm.timeout + AROUND,
    ...workers,
    cooldown: settings.cooldown,
    factsAfter: settings.factsAfter,
  });

  const door = openDoor({
    secret: settings.webhookSecret,
    accept: (incidents, options) => pipeline.accept(incidents, options),
    check,
    skipsResolved: settings.skipsResolved,
    report,
  });
  door.get(
    "/metrics",
    async (context) =>
      context.body(await metrics.text(), 200, { "content-type": metrics.contentType }),
  );
  const server = listen(settings, {
    answer: door.fetch,
    isKnown: bearerCheck(settings.webhookSecret),
    dismissed: (why) => report({ kind: "dismissed", why }),
    notAccepted: (code) => report({ kind: "not_accepted", code }),
    failed: (error) => report({ kind: "fault", where: "server", error }),
  });
  try {
    pipeline.start();
  } catch (cause) {
    await server.close(0);
    throw new WattbookError(
      "BAD_STORE",
      `The earlier alerts in the store '${path}' cannot be read: ${(cause as Error).message}`,
      {
        hint: "The file may be damaged: move it away and start again, or restore a backup.",
        cause,
      },
    );
  }

  const parts = opened.move();
  return {
    url: server.url,
    isDurable: store.isDurable,
    async stop(hurry) {
      // It answers until the end: with 503 to webhooks, and its health to the kubelet.
      await pipeline.stop(settings.stopLimit, hurry);
      // Slow senders and readers must not block the process.
      await server.close(LAST_ANSWERS);
      await parts.disposeAsync();
    },
  };
}

function listen(
  { bindAddress: hostname, port, connections }: ServiceSettings,
  options: Omit<HttpServerOptions, "address">,
): HttpServer {
  try {
    return serveHttp({ ...options, address: { hostname, port }, limits: { connections } });
  } catch (cause) {
    throw new WattbookError(
      "BAD_SETTING",
      `Cannot listen at ${hostname}, port ${port}: ${(cause as Error).message}`,
      {
        hint: "Choose another PORT or BIND_ADDRESS, or stop the program that listens there.",
        cause,
      },
    );
  }
}
