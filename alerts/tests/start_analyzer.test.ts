import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CaseFile } from "../src/case_file.ts";
import { startKubernetes } from "../src/demo/kubernetes_stand_in.ts";
import { llmError, type LlmStandInOptions, startLlm } from "../src/demo/llm_stand_in.ts";
import { type NtfyStandIn, startNtfy } from "../src/demo/ntfy_stand_in.ts";
import type { AnalyzerEvent } from "../src/events.ts";
import { readPrompt } from "../src/llm/prompt.ts";
import type { AnalystEvent } from "../src/llm/llm_analyst.ts";
import { logEntry } from "../src/log_event.ts";
import { isSealIntact } from "../src/seal_case.ts";
import { loadClusterSettings } from "../src/settings/cluster_settings.ts";
import { startAnalyzer } from "../src/start_analyzer.ts";
import type { RunningAnalyzer } from "../src/start_service.ts";
import { openCases } from "../src/store/open_store.ts";
import { alert, payload } from "./incidents.ts";

const SECRETS = [
  "webhook-s3cret",
  "llm-k3y-0123456789",
  "tk_push0token0push0token0push0",
  "hunter2",
];
const [WEBHOOK, KEY, TOKEN, PASSWORD] = SECRETS as [string, string, string, string];

let path: string, dir: string, scope: AsyncDisposableStack, ntfy: NtfyStandIn;
let events: (AnalyzerEvent | AnalystEvent)[];

beforeEach(async () => {
  dir = await mkdtemp(`${tmpdir()}/analyzer-`);
  path = `${dir}/analyzer.db`;
  scope = new AsyncDisposableStack();
  ntfy = scope.use(startNtfy({ token: TOKEN }));
  events = [];
});
afterEach(async () => {
  await scope.disposeAsync();
  await rm(dir, { recursive: true });
});

const ANSWER = {
  not_read: [],
  hypotheses: [{ evidence: ["L1"], cause: "The password is wrong", confidence: "high" }],
  inconclusive: false,
  next_steps: ["Look at the secret"],
  summary: "The pod cannot log in",
};

/** The service among stand-ins for everything around it. */
async function start(answer: LlmStandInOptions["answer"]): Promise<RunningAnalyzer> {
  const llm = scope.use(startLlm({ provider: "aggregator", key: KEY, answer }));
  const cluster = scope.use(
    await startKubernetes({
      namespaces: {
        media: {
          pods: [{
            metadata: { name: "x-1", creationTimestamp: "2026-11-21T02:00:00Z" },
            spec: { containers: [{ name: "app" }] },
            status: {
              phase: "Running",
              containerStatuses: [{
                name: "app",
                ready: false,
                restartCount: 0,
                state: { running: {} },
              }],
            },
          }],
          logs: { "x-1/app": `password=${PASSWORD} refused\n` },
        },
      },
    }),
  );
  const settings = loadClusterSettings(
    new Map(Object.entries({
      WEBHOOK_SECRET: WEBHOOK,
      API_KEY: KEY,
      API_BASE_URL: new URL("/api/v1/messages", llm.url).href,
      LLM_MODEL: "anthropic/claude-haiku-5-5",
      PROMETHEUS_URL: "http://127.0.0.1:1",
      PUSH_PUBLISH_URL: ntfy.url.href,
      PUSH_PUBLISH_TOKEN: TOKEN,
      STORE_PATH: path,
      PORT: "0",
      BIND_ADDRESS: "127.0.0.1",
    })),
  );
  return scope.adopt(
    await startAnalyzer({ ...settings, cluster }, {
      prompt: await readPrompt(new URL("../prompts/cluster.md", import.meta.url)),
      report: (event) => void events.push(event),
      pipeline: { analysisRetries: [1, 1], pushRetries: [1, 1] },
    }),
    (analyzer) => analyzer.stop().catch(() => {}),
  );
}

const post = async ({ url }: RunningAnalyzer, ...names: string[]) => {
  const response = await fetch(new URL("/webhook", url), {
    method: "POST",
    headers: { authorization: `Bearer ${WEBHOOK}` },
    body: JSON.stringify(payload(names.map((name) => alert(name)))),
  });
  return [response.status, await response.json()];
};
const published = (count: number) =>
  vi.waitFor(() => expect(ntfy.published).toHaveLength(count), { timeout: 20_000, interval: 20 });
const finished = () =>
  vi.waitFor(() => expect(events.some(({ kind }) => kind === "finished")).toBe(true));
const cases = (): CaseFile[] => {
  using archive = openCases(path);
  return [...archive.texts()].map((text) => JSON.parse(text));
};

describe("an alert on its way", () => {
  test("comes out as a push and a sealed case, and no secret comes with it", async () => {
    const asked: string[] = [];
    const analyzer = await start((request) => {
      asked.push(JSON.stringify(request));
      return { text: JSON.stringify(ANSWER) };
    });
    expect(await post(analyzer, "Down")).toEqual([200, { accepted: 1 }]);
    await published(1);
    await finished();
    expect(ntfy.published[0]).toMatchObject({
      topic: "kubernetes-analysis",
      message: expect.stringContaining("The pod cannot log in"),
    });
    expect(asked[0]).toContain("[PASSWORD#1]");

    const [one] = cases();
    expect(isSealIntact(one)).toBe(true);
    expect(one).toMatchObject({ outcome: "analysed", prompt: { name: "cluster" } });
    expect(one!.context.find(({ id }) => id === "L1")?.data).toBeDefined();
    expect(one!.context.find(({ id }) => id === "M1")?.error).toContain("Nothing listens");

    const metrics = await (await fetch(new URL("/metrics", analyzer.url))).text();
    expect(metrics).toContain('analyzer_analyses_total{outcome="analysed"} 1');
    expect(metrics).toMatch(/analyzer_llm_tokens_total\{direction="input"\} [1-9]/);
    expect(metrics).toMatch(/analyzer_redactions_total\{rule="password"\} [1-9]/);

    const log = events.map(logEntry);
    const outside = JSON.stringify([asked, ntfy.published, cases(), log, metrics]);
    for (const secret of SECRETS) expect(outside).not.toContain(secret);
  });

  test("is told as facts where the provider refuses us", async () => {
    const analyzer = await start(() => llmError(401, "authentication_error", "invalid x-api-key"));
    await post(analyzer, "Down");
    await published(1);
    await finished();
    expect(ntfy.published[0]!.message).toContain("No analysis");
    expect(cases()).toMatchObject([{ outcome: "facts" }]);
    expect(events).toContainEqual(expect.objectContaining({ kind: "llm_refused" }));
  });
});

test("a sender that never ends does not keep the process", async () => {
  const analyzer = await start(() => ({ text: JSON.stringify(ANSWER) }));
  const { hostname, port } = analyzer.url;
  using slow = await Deno.connect({ hostname, port: Number(port) });
  await slow.write(
    new TextEncoder().encode(
      `POST /webhook HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${WEBHOOK}\r\n` +
        "content-length: 100\r\nexpect: 100-continue\r\n\r\n",
    ),
  );
  // It waits for the body from here on.
  const answer = new Uint8Array(100);
  const length = await slow.read(answer);
  expect(new TextDecoder().decode(answer.subarray(0, length ?? 0))).toContain("100 Continue");
  await analyzer.stop();
});

test("a stop hands what runs to the next start", async () => {
  const hangs = Promise.withResolvers<never>();
  hangs.promise.catch(() => {});
  const first = await start(() => hangs.promise);
  await post(first, "Down");
  await vi.waitFor(async () => {
    const text = await (await fetch(new URL("/metrics", first.url))).text();
    expect(text).toContain('analyzer_alerts{state="running"} 1');
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const stopped = first.stop();
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
  await stopped;
  expect(ntfy.published).toEqual([]);
  hangs.reject(new Error("Too late"));

  await start(() => ({ text: JSON.stringify(ANSWER) }));
  await published(1);
  expect(ntfy.published[0]!.message).toContain("The pod cannot log in");
});
