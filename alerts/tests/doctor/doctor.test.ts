import { expect, test } from "vitest";
import { startDemoMetrics } from "../../src/demo/demo_metrics.ts";
import { startKubernetes } from "../../src/demo/kubernetes_stand_in.ts";
import { llmError, startLlm } from "../../src/demo/llm_stand_in.ts";
import { startNtfy } from "../../src/demo/ntfy_stand_in.ts";
import { checkClusterConnections } from "../../src/doctor/check_cluster_connections.ts";
import { doctor } from "../../src/doctor/doctor.ts";
import { loadClusterSettings } from "../../src/settings/cluster_settings.ts";
import { capture } from "../../../tests/terminal/capture.ts";

const SECRET = "0123456789abcdef0123456789abcdef", KEY = "model-key-of-the-test";

/** All stand-ins, and the settings that lead to them. */
async function stage(answer: () => Response | { text: string } = () => ({ text: "." })) {
  await using stack = new AsyncDisposableStack();
  const llm = stack.use(startLlm({ key: KEY, provider: "aggregator", answer }));
  const ntfy = stack.use(startNtfy({ token: "push-token" }));
  const prometheus = stack.use(startDemoMetrics());
  const variables = new Map([
    ["WEBHOOK_SECRET", SECRET],
    ["API_KEY", KEY],
    ["API_BASE_URL", new URL("/api/v1/messages", llm.url).href],
    ["LLM_MODEL", "anthropic/claude-haiku-5-5"],
    ["PROMETHEUS_URL", prometheus.url.href],
    ["PUSH_PUBLISH_URL", ntfy.url.href],
    ["PUSH_PUBLISH_TOKEN", "push-token"],
    ["ALLOWED_NAMESPACES", "media"],
  ]);
  const held = stack.move();
  return { llm, ntfy, variables, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

const signal = () => AbortSignal.timeout(20_000);

test("finds nothing broken where nothing is, sends nothing unasked, and asks for one token", async () => {
  await using all = await stage();
  await using cluster = await startKubernetes({ namespaces: {} });
  const settings = { ...loadClusterSettings(all.variables), cluster };
  const results = await Array.fromAsync(checkClusterConnections(settings, { signal: signal() }));
  expect(results.filter(({ status }) => status === "failure")).toEqual([]);
  const found = (check: string) => results.filter((one) => one.check === check);
  expect(found("cluster").map((one) => one.found)).toEqual([
    "list pods in all namespaces",
    "list events in all namespaces",
    "get pods/log in media",
  ]);
  expect(found("model")[0]!.found).toMatch(/answers \(\d+ tokens; it cost 0\.\d{6} USD\)$/);
  expect(JSON.parse(all.llm.requests[0]!.body).max_tokens).toBe(1);
  expect(all.llm.requests.length).toBe(1);
  expect(found("push")).toMatchObject([{ status: "ok" }, { status: "skipped" }]);
  expect(all.ntfy.published).toEqual([]);
});

test("names each broken connection and what to do, and no secret", async () => {
  await using all = await stage(() => llmError(402, "billing_error", `no credit for ${KEY}`));
  await using cluster = await startKubernetes({
    namespaces: {},
    forbidden: new Set(["events", "pods/log"]),
  });
  all.variables.set("PUSH_PUBLISH_TOKEN", "wrong-token");
  all.variables.set("PROMETHEUS_URL", "http://127.0.0.1:1");
  all.variables.set("STORE_PATH", "/nowhere/analyzer.db");
  all.variables.set("WEBHOOK_SECRET", "short");
  const settings = { ...loadClusterSettings(all.variables), cluster };
  const options = { sendsTest: true, signal: signal() };
  const results = await Array.fromAsync(checkClusterConnections(settings, options));
  const advice = results.filter(({ status }) => status !== "ok")
    .map(({ check, status, advice }) => [check, status, advice !== undefined]);
  expect(advice).toEqual([
    ["secret", "warning", true],
    ["store", "failure", true],
    ["prometheus", "failure", true],
    ["cluster", "failure", true],
    ["cluster", "failure", true],
    ["model", "failure", true],
    ["push", "failure", true],
  ]);
  const of = (check: string) => results.find((one) => one.check === check);
  // The client of the toolkit has advice of its own, which names other settings.
  expect(of("prometheus")?.advice).toMatch(/^Check PROMETHEUS_URL/);
  expect(JSON.stringify(results)).not.toMatch(/METRICS_URL|DASHBOARD_URL/);
  expect(of("model")?.found).toMatch(
    /: the account at the provider has no credit left \(http_402\)$/,
  );
  for (const secret of [KEY, "wrong-token"]) {
    expect(JSON.stringify(results)).not.toContain(secret);
  }
});

test("asks the model as the analyzer does: one that refuses to be told shows here", async () => {
  await using all = await stage();
  all.variables.set("LLM_THINKING", "disabled").set("LLM_EFFORT", "low");
  const settings = loadClusterSettings(all.variables);
  await Array.fromAsync(checkClusterConnections(settings, { signal: signal() }));
  expect(JSON.parse(all.llm.requests[0]!.body)).toMatchObject({
    thinking: { type: "disabled" },
    output_config: { effort: "low" },
  });
});

test("with consent it sends one test, with the lowest priority", async () => {
  await using all = await stage();
  const settings = loadClusterSettings(all.variables);
  const options = { sendsTest: true, signal: signal() };
  await Array.fromAsync(checkClusterConnections(settings, options));
  expect(all.ntfy.published.map(({ topic, priority }) => [topic, priority]))
    .toEqual([["kubernetes-analysis", 1]]);
});

test("the command's exit code and JSON say whether something is broken", async () => {
  await using all = await stage();
  const run = async (...args: string[]) => {
    const output = capture();
    const effects = {
      stdout: output,
      stderr: output,
      now: Date.now,
      settings: () => ({ route: null }),
      signal: signal(),
    };
    return { code: await doctor(args, effects, all.variables), text: output.text };
  };
  expect((await run()).code).toBe(0);
  all.variables.set("API_KEY", "another");
  const { code, text } = await run("--json");
  expect(code).toBe(1);
  expect(JSON.parse(text).broken).toBe(true);
  expect((await run("--no-such-option")).code).toBe(2);
});
