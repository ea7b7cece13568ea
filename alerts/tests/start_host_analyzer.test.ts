import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CaseFile } from "../src/case_file.ts";
import { cases } from "../src/cases/cases.ts";
import { parseKnownHosts } from "../src/context/ssh/known_hosts.ts";
import {
  hostmonProblem,
  type HostmonStandIn,
  type HostmonStandInOptions,
  startHostmon,
} from "../src/demo/hostmon_stand_in.ts";
import { llmError, type LlmStandInOptions, startLlm } from "../src/demo/llm_stand_in.ts";
import { type NtfyStandIn, startNtfy } from "../src/demo/ntfy_stand_in.ts";
import { type SshStandIn, startSsh } from "../src/demo/ssh_stand_in.ts";
import type { AnalyzerEvent } from "../src/events.ts";
import type { AnalystEvent } from "../src/llm/llm_analyst.ts";
import { readPrompt } from "../src/llm/prompt.ts";
import { logEntry } from "../src/log_event.ts";
import { isSealIntact } from "../src/seal_case.ts";
import { loadHostSettings } from "../src/settings/host_settings.ts";
import { startHostAnalyzer } from "../src/start_host_analyzer.ts";
import type { RunningAnalyzer } from "../src/start_service.ts";
import { Secret } from "../../src/secret.ts";
import { HOST_ANSWER } from "./full_disk.ts";
import { hostNotification, hostPayload, serviceNotification } from "./notifications.ts";

const WEBHOOK = "webhook-s3cret", KEY = "llm-k3y-0123456789", AUTOMATION = "automation-s3cret";
const TOKEN = "tk_push0token0push0token0push0", PASSWORD = "hunter2", MAIL = "ada@example.org";
const DISK = "df -hPTl";

let dir: string, scope: AsyncDisposableStack, events: (AnalyzerEvent | AnalystEvent)[];
let ntfy: NtfyStandIn, host: SshStandIn, site: HostmonStandIn;
/** Bodies of the requests to the model. */
let asked: string[];

beforeEach(async () => {
  dir = await mkdtemp(`${tmpdir()}/host-analyzer-`);
  scope = new AsyncDisposableStack();
  ntfy = scope.use(startNtfy({ token: TOKEN }));
  const log = "journalctl --no-pager --output=short-iso --priority=warning --since=-30min " +
    "--lines=100";
  host = scope.use(
    await startSsh({
      user: "ops",
      outputs: { [DISK]: "/dev/sdb1 xfs 97% /data\n", [log]: `password=${PASSWORD} refused\n` },
    }),
  );
  events = [];
  asked = [];
});
afterEach(async () => {
  await scope.disposeAsync();
  await rm(dir, { recursive: true });
});

interface Given {
  readonly answer?: LlmStandInOptions["answer"];
  readonly fault?: HostmonStandInOptions["fault"];
  readonly knownHost?: string;
}

/** The service among stand-ins for everything around it. */
async function start(given: Given = {}): Promise<RunningAnalyzer> {
  const { answer = () => ({ text: JSON.stringify(HOST_ANSWER) }), fault, knownHost } = given;
  const llm = scope.use(startLlm({
    provider: "aggregator",
    key: KEY,
    answer(request, count) {
      asked.push(JSON.stringify(request));
      return answer(request, count);
    },
  }));
  const service = {
    description: "Filesystem /data",
    state: 2,
    plugin_output: `97 % used, login ${AUTOMATION}, ask ${MAIL}`,
  };
  site = scope.use(startHostmon({
    user: "analyzer",
    secret: AUTOMATION,
    hosts: { db1: { services: [service] } },
    ...(fault && { fault }),
  }));
  const settings = loadHostSettings(
    new Map(Object.entries({
      WEBHOOK_SECRET: WEBHOOK,
      API_KEY: KEY,
      API_BASE_URL: new URL("/api/v1/messages", llm.url).href,
      LLM_MODEL: "anthropic/claude-haiku-5-5",
      HOSTMON_API_URL: site.site.href,
      HOSTMON_API_USER: "analyzer",
      HOSTMON_API_SECRET: AUTOMATION,
      PUSH_PUBLISH_URL: ntfy.url.href,
      PUSH_PUBLISH_TOKEN: TOKEN,
      STORE_PATH: `${dir}/analyzer.db`,
      PORT: "0",
      BIND_ADDRESS: "127.0.0.1",
    })),
  );
  return scope.adopt(
    await startHostAnalyzer(settings, {
      prompt: await readPrompt(new URL("../prompts/host.md", import.meta.url)),
      ssh: {
        user: "ops",
        port: 22,
        privateKey: new Secret(host.privateKey),
        knownHosts: parseKnownHosts(knownHost ?? host.knownHost),
      },
      report: (event) => void events.push(event),
      pipeline: { analysisRetries: [1, 1], pushRetries: [1, 1] },
    }),
    (analyzer) => analyzer.stop().catch(() => {}),
  );
}

const local = { HOSTADDRESS: "127.0.0.1" };

async function post({ url }: RunningAnalyzer, ...notifications: unknown[]) {
  const response = await fetch(new URL("/webhook", url), {
    method: "POST",
    headers: { authorization: `Bearer ${WEBHOOK}` },
    body: JSON.stringify(hostPayload(notifications)),
  });
  return [response.status, await response.json()];
}
const finished = (count = 1) =>
  vi.waitFor(
    () => expect(events.filter(({ kind }) => kind === "finished")).toHaveLength(count),
    { timeout: 20_000, interval: 20 },
  );

/** What `deno task cases export` writes. */
async function exported(): Promise<CaseFile[]> {
  let text = "";
  const output = (keep: boolean) => ({
    write: (part: string | Uint8Array) => Promise.resolve(void (keep && (text += part))),
    isTerminal: false,
    colours: false,
    columns: 100,
  });
  const code = await cases(["export", "--store", `${dir}/analyzer.db`], {
    stdout: output(true),
    stderr: output(false),
    now: () => 0,
    settings: () => ({ route: null }),
    signal: new AbortController().signal,
  }, () => undefined);
  expect(code).toBe(0);
  return text.trim().split("\n").map((line) => JSON.parse(line));
}

describe("a notification on its way", () => {
  test("comes out as a push and a sealed case, and no secret comes with it", async () => {
    const analyzer = await start();
    const notification = serviceNotification({
      ...local,
      LONGSERVICEOUTPUT: `token=${PASSWORD}\nmail ${MAIL}\nsecret ${WEBHOOK}\nlogin ${AUTOMATION}`,
    });
    expect(await post(analyzer, notification)).toEqual([200, { accepted: 1 }]);
    await finished();
    expect(ntfy.published).toMatchObject([{
      topic: "host-analysis",
      title: "db1: Filesystem /data (CRITICAL)",
      priority: 5,
      message: expect.stringContaining("Analysis by a model: /data of db1 is nearly full"),
    }]);

    const [one, ...more] = await exported();
    expect(more).toEqual([]);
    expect(isSealIntact(one)).toBe(true);
    expect(one).toMatchObject({
      outcome: "analysed",
      prompt: { name: "host" },
      incident: { source: "hostmon", title: "db1: Filesystem /data" },
    });
    const kinds = Object.groupBy(one!.context, ({ kind }) => kind);
    expect(kinds.host!.map(({ error }) => error)).not.toContain(expect.anything());
    expect(kinds.diagnostics!.find(({ query }) => query.endsWith(DISK))!.data)
      .toMatchObject({ output: expect.stringContaining("97% /data") });
    expect(host.commands.length).toBeGreaterThan(3);

    const metrics = await (await fetch(new URL("/metrics", analyzer.url))).text();
    expect(metrics).toContain('analyzer_analyses_total{outcome="analysed"} 1');
    expect(metrics).toMatch(/analyzer_redactions_total\{rule="password"\} [1-9]/);

    expect(asked[0]).toContain("[EMAIL#1]");
    expect(asked[0]).toContain("[PASSWORD#1]");
    const log = events.map(logEntry);
    const outside = JSON.stringify([asked, ntfy.published, await exported(), log, metrics]);
    for (const secret of [WEBHOOK, KEY, AUTOMATION, TOKEN, PASSWORD, MAIL, "PRIVATE KEY"]) {
      expect(outside).not.toContain(secret);
    }
    // What the log and the metrics tell is about notifications, not out of them.
    for (const text of ["db1", "Filesystem"]) {
      expect(JSON.stringify([log, metrics])).not.toContain(text);
    }
  });

  test("about a host that is down asks nothing of the host itself", async () => {
    const analyzer = await start();
    await post(analyzer, hostNotification(local));
    await finished();
    expect(ntfy.published).toMatchObject([{ title: "db1 (DOWN)", priority: 5 }]);
    expect(host.commands).toEqual([]);
    const [{ context }] = await exported() as [CaseFile];
    expect(context.filter(({ kind }) => kind === "diagnostics")).toMatchObject([
      { id: "D1", error: expect.stringContaining("db1 is DOWN") },
    ]);
  });

  test("finds a changed host key: nothing is sent to the host, people are told", async () => {
    const other = scope.use(await startSsh({ user: "ops", outputs: {} }));
    const [, type, key] = other.knownHost.split(" ");
    const analyzer = await start({ knownHost: `[127.0.0.1]:${host.port} ${type} ${key}` });
    await post(analyzer, serviceNotification(local));
    await finished();
    expect(host.commands).toEqual([]);
    expect(asked[0]).toContain("host key is not the one in known_hosts");
    expect(ntfy.published[0]!.message).toMatch(/^- D1 Host key of db1: .*refused/m);
  });

  test("comes out although the site refuses and the host is a stranger", async () => {
    const analyzer = await start({
      fault: () => hostmonProblem(403, "Forbidden", "no permission"),
      knownHost: "",
    });
    await post(analyzer, serviceNotification(local));
    await finished();
    const [one] = await exported();
    expect(one).toMatchObject({ outcome: "analysed" });
    expect(one!.context.every(({ error }) => error !== undefined)).toBe(true);
    expect(ntfy.published[0]!.message).toContain("\nNot read:\n- H1 ");
  });

  test("is told as facts where the provider refuses us", async () => {
    const analyzer = await start({
      answer: () => llmError(401, "authentication_error", "invalid x-api-key"),
    });
    await post(analyzer, serviceNotification(local));
    await finished();
    const { message } = ntfy.published[0]!;
    expect(message).toContain("CRIT - 97 % used (!!)\n");
    expect(message).toContain("No analysis: the provider refuses the key");
    expect(message).toMatch(/^- D1 Space of local file systems of db1: .*97% \/data/m);
    expect(await exported()).toMatchObject([{ outcome: "facts" }]);
  });
});

test("what is skipped is counted by its reason", async () => {
  const analyzer = await start();
  await post(
    analyzer,
    serviceNotification({ NOTIFICATIONTYPE: "ACKNOWLEDGEMENT" }),
    hostNotification({ NOTIFICATIONTYPE: "DOWNTIMESTART" }),
    hostNotification({ NOTIFICATIONTYPE: "RECOVERY", HOSTSTATE: "UP" }),
  );
  const metrics = await (await fetch(new URL("/metrics", analyzer.url))).text();
  for (const reason of ["acknowledgement", "downtime", "resolved"]) {
    expect(metrics).toContain(`analyzer_alerts_skipped_total{reason="${reason}"} 1`);
  }
  expect(ntfy.published).toEqual([]);
});

test("what a stop cuts off is pushed by the next start, once", async () => {
  const hangs = Promise.withResolvers<{ text: string }>();
  const first = await start({ answer: () => hangs.promise });
  await post(first, serviceNotification(local));
  await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 20_000, interval: 20 });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const stopped = first.stop();
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
  await stopped;
  expect(ntfy.published).toEqual([]);
  hangs.resolve({ text: "too late" });

  const second = await start();
  await finished();
  expect(ntfy.published).toHaveLength(1);
  // The same notification again is the same episode.
  expect(await post(second, serviceNotification(local))).toEqual([200, {
    accepted: 0,
    skipped: { cooldown: 1 },
  }]);
});
