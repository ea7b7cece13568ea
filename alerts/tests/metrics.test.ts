import { expect, test } from "vitest";
import { analyzerMetrics } from "../src/metrics.ts";

/** Lines of one metric, without help and type. */
async function linesOf(metrics: { text(): Promise<string> }, name: string): Promise<string[]> {
  return (await metrics.text()).split("\n").filter((line) => line.startsWith(name));
}

test("analyses count by outcome, redactions by rule", async () => {
  const metrics = analyzerMetrics({ counts: () => ({}) });
  const finished = { kind: "finished", fingerprint: "f", caseId: "c", duration: 1500 } as const;
  metrics.observe({ ...finished, outcome: "analysed", redactions: { email: 2, password: 1 } });
  metrics.observe({ ...finished, outcome: "facts", reason: "refusal", redactions: { email: 1 } });
  expect(await linesOf(metrics, "analyzer_analyses_total")).toEqual([
    'analyzer_analyses_total{outcome="analysed"} 1',
    'analyzer_analyses_total{outcome="facts"} 1',
    'analyzer_analyses_total{outcome="unpublished"} 0',
  ]);
  expect(await linesOf(metrics, "analyzer_redactions_total")).toEqual([
    'analyzer_redactions_total{rule="email"} 3',
    'analyzer_redactions_total{rule="password"} 1',
  ]);
  expect(await linesOf(metrics, "analyzer_analysis_duration_seconds_sum"))
    .toEqual(["analyzer_analysis_duration_seconds_sum 3"]);
});

test("the model's latency in seconds, its tokens by direction, its cost where known", async () => {
  const metrics = analyzerMetrics({ counts: () => ({}) });
  const analysis = { kind: "analysis", fingerprint: "f", attempt: 1, duration: 9000 } as const;
  metrics.observe({
    ...analysis,
    llmDuration: 2500,
    usage: { input: 2100, output: 340, usd: 0.5 },
  });
  metrics.observe({ ...analysis, llmDuration: 500, usage: { input: 100, output: 10 } });
  metrics.observe({ ...analysis, failure: "breaker_open" });
  expect(await linesOf(metrics, "analyzer_llm_tokens_total")).toEqual([
    'analyzer_llm_tokens_total{direction="input"} 2200',
    'analyzer_llm_tokens_total{direction="output"} 350',
  ]);
  expect(await linesOf(metrics, "analyzer_llm_cost_usd_total"))
    .toEqual(["analyzer_llm_cost_usd_total 0.5"]);
  expect(await linesOf(metrics, "analyzer_llm_duration_seconds_sum"))
    .toEqual(["analyzer_llm_duration_seconds_sum 3"]);
  expect(await linesOf(metrics, "analyzer_llm_duration_seconds_count"))
    .toEqual(["analyzer_llm_duration_seconds_count 2"]);
  expect(await linesOf(metrics, "analyzer_analysis_failures_total"))
    .toEqual(['analyzer_analysis_failures_total{reason="breaker_open"} 1']);
});

test("a push is sent, tried again, or failed for good", async () => {
  const metrics = analyzerMetrics({ counts: () => ({}) });
  const push = {
    kind: "push",
    fingerprint: "f",
    attempt: 1,
    duration: 5,
    isMarked: false,
  } as const;
  metrics.observe({ ...push, failure: "push_failed", retryAt: 1 });
  metrics.observe({ ...push, failure: "push_refused" });
  metrics.observe(push);
  metrics.observe(push);
  expect(await linesOf(metrics, "analyzer_pushes_total")).toEqual([
    'analyzer_pushes_total{result="sent"} 2',
    'analyzer_pushes_total{result="retried"} 1',
    'analyzer_pushes_total{result="failed"} 1',
  ]);
});

test("the queue is looked at when it is asked for", async () => {
  let queued = 3;
  const metrics = analyzerMetrics({ counts: () => ({ queued, running: 5 }) });
  queued = 4;
  expect(await linesOf(metrics, "analyzer_alerts{")).toEqual([
    'analyzer_alerts{state="queued"} 4',
    'analyzer_alerts{state="running"} 5',
  ]);
});

test("a provider that refuses shows until it answers again", async () => {
  const metrics = analyzerMetrics({ counts: () => ({}) });
  metrics.observe({ kind: "llm_refused", failure: "http_401" });
  expect(await linesOf(metrics, "analyzer_llm_refused")).toEqual(["analyzer_llm_refused 1"]);
  metrics.observe({ kind: "llm_restored" });
  expect(await linesOf(metrics, "analyzer_llm_refused")).toEqual(["analyzer_llm_refused 0"]);
});

test("the documentation describes exactly these metrics", async () => {
  const text = await analyzerMetrics({ counts: () => ({}) }).text();
  const names = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
  const page = await Deno.readTextFile(new URL("../docs/analyzer.md", import.meta.url));
  const described = [...page.matchAll(/^\| `(analyzer_\w+)` /gm)].map(([, name]) => name);
  expect(described.toSorted()).toEqual(names.toSorted());
});
