import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cannedAnswer } from "../../src/demo/canned_answer.ts";
import {
  DEMO_ANNOTATIONS,
  DEMO_LABELS,
  demoAnalysis,
  demoCluster,
} from "../../src/demo/demo_cluster.ts";
import { startDemoMetrics } from "../../src/demo/demo_metrics.ts";
import { startKubernetes } from "../../src/demo/kubernetes_stand_in.ts";
import { startLlm } from "../../src/demo/llm_stand_in.ts";
import { startNtfy } from "../../src/demo/ntfy_stand_in.ts";
import { promptOf, readPrompt } from "../../src/llm/prompt.ts";
import { loadClusterSettings } from "../../src/settings/cluster_settings.ts";
import { startAnalyzer } from "../../src/start_analyzer.ts";
import { openCases } from "../../src/store/open_store.ts";
import { questionOf } from "../../replay/request_of.ts";
import { readCases, type ReplayCase } from "../../replay/read_cases.ts";
import { requestOf } from "../../replay/request_of.ts";
import type { Variant } from "../../replay/config/read_config.ts";

const PROMPT = new URL("../../prompts/cluster.md", import.meta.url);
const MODEL = "anthropic/claude-haiku-5-5";

/** An alert through the whole analyzer; its case as `cases export` gives it out, and what was sent. */
async function analysed(): Promise<{ one: ReplayCase; sent: string; url: URL }> {
  const key = crypto.randomUUID(), secret = crypto.randomUUID();
  const folder = await Deno.makeTempDir();
  const store = join(folder, "analyzer.db"), now = Date.now();
  await using cluster = await startKubernetes(demoCluster(now));
  await using prometheus = startDemoMetrics(Date.now);
  await using llm = startLlm({ key, provider: "aggregator", answer: cannedAnswer(demoAnalysis) });
  await using ntfy = startNtfy();
  const url = new URL("/api/v1/messages?route=eu", llm.url);
  const settings = loadClusterSettings(
    new Map(Object.entries({
      WEBHOOK_SECRET: secret,
      API_KEY: key,
      API_BASE_URL: url.href,
      LLM_MODEL: MODEL,
      PROMETHEUS_URL: prometheus.url.href,
      PUSH_PUBLISH_URL: ntfy.url.href,
      STORE_PATH: store,
      BIND_ADDRESS: "127.0.0.1",
      PORT: "0",
    })),
  );
  const finished = Promise.withResolvers<void>();
  const analyzer = await startAnalyzer({ ...settings, cluster }, {
    prompt: await readPrompt(PROMPT),
    report: ({ kind }) => kind === "finished" && finished.resolve(),
  });
  await fetch(new URL("/webhook", analyzer.url), {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify({
      version: "4",
      status: "firing",
      alerts: [{
        status: "firing",
        labels: DEMO_LABELS,
        // Braces, invisible characters and half a surrogate pair must come through unharmed.
        annotations: {
          ...DEMO_ANNOTATIONS,
          runbook: "{{ $labels.pod }} {# %} a\u200bb \ud83d \u202e",
        },
        startsAt: new Date(now - 600_000).toISOString(),
      }],
    }),
  });
  await finished.promise;
  await analyzer.stop();
  using archive = openCases(store);
  const exported = join(folder, "cases.jsonl");
  await Deno.writeTextFile(exported, [...archive.texts()].map((text) => `${text}\n`).join(""));
  const [one] = await readCases([exported]);
  await Deno.remove(folder, { recursive: true });
  return { one: one!, sent: llm.requests[0]!.body, url };
}

describe("requestOf() of a case that the analyzer made", async () => {
  const { one, sent, url } = await analysed();
  const variant: Variant = {
    name: "own",
    prompts: { alertmanager: await readPrompt(PROMPT) },
    url: new URL(url.pathname, url),
    render: { model: one.file.llm!.model },
    context: "full",
    firstSample: 0,
  };

  test("is the request that was sent, byte for byte", () => {
    const request = requestOf(one, variant, 0);
    expect(request.body).toBe(sent);
    expect(request.body).toBe(one.file.llm!.request);
    expect(request.endpoint).toBe(one.file.llm!.url);
    expect(one.file.prompt.sha256).toBe(variant.prompts.alertmanager!.sha256);
    expect(one.file.context.length).toBeGreaterThan(3);
  });

  test("is another one after any change of the prompt, which its hash tells", () => {
    const { text, sha256 } = variant.prompts.alertmanager!;
    const changed = promptOf("cluster", text.replace("1. Look", "1.  Look"));
    const request = requestOf(one, { ...variant, prompts: { alertmanager: changed } }, 0);
    expect(changed.sha256).not.toBe(sha256);
    expect(request.body).not.toBe(sent);
  });

  test("leaves the context away for an arm without one", () => {
    const { body } = requestOf(one, { ...variant, context: "none" }, 0);
    const { alert, context } = JSON.parse(JSON.parse(body).messages[0].content[0].text);
    expect(alert.name).toBe(DEMO_LABELS.alertname);
    expect(context).toEqual({});
    expect(questionOf(one, variant.context).context).toBe(one.file.context);
  });

  test("needs a prompt for this kind of alert", () => {
    expect(() => requestOf(one, { ...variant, prompts: { hostmon: promptOf("h", "x") } }, 0))
      .toThrow("has no prompt for alertmanager");
  });
});
