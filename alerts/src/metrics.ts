/**
 * What the analyzer tells Prometheus about itself.
 *
 * @module
 */

import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { AnalyzerEvent } from "./events.ts";
import type { AnalystEvent } from "./llm/llm_analyst.ts";

/** Metrics of one analyzer. */
export interface AnalyzerMetrics {
  /** Counts something that happened. */
  observe(event: AnalyzerEvent | AnalystEvent): void;
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>;
  /** Media type of that text. */
  readonly contentType: string;
}

/** Options of {@linkcode analyzerMetrics}. */
export interface MetricsOptions {
  /** Number of alerts in the store by state, read at every scrape. */
  readonly counts: () => Readonly<Record<string, number>>;
  /** Whether the store would take an alert, asked at every scrape. @default always */
  readonly isReady?: () => Promise<boolean>;
}

/** A webhook is answered in milliseconds, an analysis in seconds. [s] */
const ANSWERED = [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5];
const ANALYSED = [0.5, 1, 2.5, 5, 10, 20, 40, 60, 120, 300];

/**
 * Makes the metrics of an analyzer, in a registry of its own. No text of an alert is a label: their
 * number is bounded.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { analyzerMetrics } from "./metrics.ts";
 *
 * const metrics = analyzerMetrics({ counts: () => ({ queued: 3 }) });
 * metrics.observe({ kind: "webhook", accepted: 2, skipped: { cooldown: 1 }, refused: 0 });
 * const text = await metrics.text();
 * assert(text.includes('analyzer_alerts{state="queued"} 3'));
 * assert(text.includes('analyzer_alerts_skipped_total{reason="cooldown"} 1'));
 * ```
 */
export function analyzerMetrics(
  { counts, isReady = () => Promise.resolve(true) }: MetricsOptions,
): AnalyzerMetrics {
  const registry = new Registry();
  const counter = <L extends string = never>(name: string, help: string, labels: L[] = []) =>
    new Counter<L>({ name, help, labelNames: labels, registers: [registry] });
  const histogram = <L extends string = never>(
    name: string,
    help: string,
    options: { readonly buckets: number[]; readonly labels?: L[] },
  ) =>
    new Histogram<L>({
      name,
      help,
      buckets: options.buckets,
      labelNames: options.labels ?? [],
      registers: [registry],
    });

  new Gauge({
    name: "analyzer_alerts",
    help: "Alerts in the store by state; queued and waiting ones count towards the queue's limit",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      // The metrics of everything else must not end with the store.
      this.reset();
      try {
        for (const [state, count] of Object.entries(counts())) this.set({ state }, count);
      } catch {
        return;
      }
    },
  });
  new Gauge({
    name: "analyzer_store_ready",
    help: "1 if the store can accept an alert, else 0",
    registers: [registry],
    async collect() {
      this.set(await isReady() ? 1 : 0);
    },
  });
  const refused = new Gauge({
    name: "analyzer_llm_refused",
    help: "1 while the provider of the model refuses the account, key or model",
    registers: [registry],
  });
  const hanging = new Gauge({
    name: "analyzer_llm_hangs",
    help: "1 while the model is not asked because it did not answer in time",
    registers: [registry],
  });
  const requests = histogram(
    "analyzer_webhook_duration_seconds",
    "Time until a webhook was answered, by status",
    { buckets: ANSWERED, labels: ["status"] },
  );
  const accepted = counter("analyzer_alerts_accepted_total", "Alerts that were accepted");
  const skipped = counter("analyzer_alerts_skipped_total", "Alerts not analysed, by reason", [
    "reason",
  ]);
  const turnedAway = counter(
    "analyzer_alerts_refused_total",
    "Alerts refused because the queue was full; the sender tries again",
  );
  const recovered = counter(
    "analyzer_alerts_recovered_total",
    "Alerts and pushes that an earlier process left unfinished",
  );
  const analyses = counter("analyzer_analyses_total", "Finished alerts, by outcome", [
    "outcome",
  ]);
  const failures = counter(
    "analyzer_analysis_failures_total",
    "Attempts without a usable answer of the model, by reason",
    ["reason"],
  );
  const duration = histogram(
    "analyzer_analysis_duration_seconds",
    "From an alert's acceptance to its end",
    { buckets: ANALYSED },
  );
  const latency = histogram(
    "analyzer_llm_duration_seconds",
    "From the first request to the model to its last answer",
    { buckets: ANALYSED },
  );
  const tokens = counter("analyzer_llm_tokens_total", "Tokens by direction", ["direction"]);
  const cost = counter("analyzer_llm_cost_usd_total", "Cost of the model, where it is known");
  const spent = counter("analyzer_llm_budget_spent_total", "Days on which the budget was spent");
  const redactions = counter("analyzer_redactions_total", "Redactions by rule", ["rule"]);
  const pushes = counter("analyzer_pushes_total", "Attempts to push, by result", ["result"]);
  const dismissed = counter(
    "analyzer_connections_ended_total",
    "Connections that the analyzer closed: too slow, or to make room",
    ["why"],
  );
  const notAccepted = counter(
    "analyzer_connections_not_accepted_total",
    "Connections that could not be accepted, by the system's reason",
    ["code"],
  );
  const faults = counter("analyzer_faults_total", "Unexpected errors, by place", ["where"]);
  // A counter that is there from the beginning can be alerted on at its first increase.
  for (const outcome of ["analysed", "facts", "unpublished"]) analyses.inc({ outcome }, 0);
  for (const result of ["sent", "retried", "failed"]) pushes.inc({ result }, 0);
  for (const direction of ["input", "output"]) tokens.inc({ direction }, 0);

  function observe(event: AnalyzerEvent | AnalystEvent): void {
    switch (event.kind) {
      case "request":
        return requests.observe({ status: event.status }, event.duration / 1000);
      case "webhook":
        accepted.inc(event.accepted);
        turnedAway.inc(event.refused);
        for (const [reason, count] of Object.entries(event.skipped)) skipped.inc({ reason }, count);
        return;
      case "recovered":
        return recovered.inc(event.alerts + event.pushes);
      case "analysis":
        if (event.failure !== undefined) failures.inc({ reason: event.failure });
        if (event.llmDuration !== undefined) latency.observe(event.llmDuration / 1000);
        if (event.usage) {
          tokens.inc({ direction: "input" }, event.usage.input);
          tokens.inc({ direction: "output" }, event.usage.output);
          cost.inc(event.usage.usd ?? 0);
        }
        return;
      case "push": {
        const { failure, retryAt } = event;
        const result = failure === undefined
          ? "sent"
          : retryAt === undefined
          ? "failed"
          : "retried";
        return pushes.inc({ result });
      }
      case "finished":
        analyses.inc({ outcome: event.outcome });
        duration.observe(event.duration / 1000);
        for (const [rule, count] of Object.entries(event.redactions)) {
          redactions.inc({ rule }, count);
        }
        return;
      case "not_accepted":
        return notAccepted.inc({ code: event.code });
      case "dismissed":
        return dismissed.inc({ why: event.why });
      case "fault":
        return faults.inc({ where: event.where });
      case "llm_refused":
        return refused.set(1);
      case "llm_restored":
        return refused.set(0);
      case "llm_hangs":
        return hanging.set(1);
      case "llm_answers":
        return hanging.set(0);
      case "llm_budget_spent":
        return spent.inc();
    }
  }

  return { observe, text: () => registry.metrics(), contentType: registry.contentType };
}
