import { describe, expect, test } from "vitest";
import { newCaseRedactor } from "../../../src/case_redactor.ts";
import type { Redactor } from "../../../src/context/gatherer.ts";
import type { Finding } from "../../../src/context/context_item.ts";
import {
  clusterGatherer,
  type ClusterGathererOptions,
} from "../../../src/context/kubernetes/cluster_gatherer.ts";
import { openCluster } from "../../../src/context/kubernetes/open_cluster.ts";
import type { PodsSummary } from "../../../src/context/kubernetes/pods_summary.ts";
import type { LogData } from "../../../src/context/kubernetes/read_pod_logs.ts";
import { makeCertificate } from "../../../src/demo/certificate.ts";
import type { KubernetesContent } from "../../../src/demo/kubernetes_content.ts";
import { startKubernetes } from "../../../src/demo/kubernetes_stand_in.ts";
import { incidentOf } from "../incident_of.ts";
import { containerOf, crashing, eventOf, podOf } from "./cluster_objects.ts";

const certificate = await makeCertificate();
const NOW = Date.parse("2026-11-21T02:40:00Z");
const SECRET = "hunter2hunter2";
const redactor = { redact: (text: string) => text.replaceAll(SECRET, "[KEY#1]") };
/** Nothing but the tests of time limits may depend on how busy the machine is. */
const ALLOWED = { allowedNamespaces: ["monitoring", "media"], timeout: 30_000 };

async function gather(
  content: KubernetesContent,
  labels: Record<string, string> = { namespace: "media", pod: "api-0" },
  options: ClusterGathererOptions & { readonly redactor?: Redactor } = ALLOWED,
) {
  await using api = await startKubernetes(content, { certificate });
  await using cluster = await openCluster(api);
  const findings = await clusterGatherer(cluster, options, () => NOW).gather(
    incidentOf({ labels }),
    { signal: AbortSignal.timeout(60_000), redactor: options.redactor ?? redactor },
  );
  return { findings, paths: api.requests.map(({ path }) => path) };
}

const logsOf = (findings: readonly Finding[]) =>
  findings.filter(({ kind, data }) => kind === "logs" && data !== undefined)
    .map(({ data }) => data as LogData);

describe("clusterGatherer()", () => {
  test("tells events, pods and the log of a crash", async () => {
    const { findings } = await gather({
      namespaces: {
        media: {
          pods: [podOf("api-0", [crashing()]), podOf("web-0", [containerOf(), containerOf()])],
          events: [eventOf("BackOff")],
          logs: { "api-0/app/previous": "starting\nout of memory\n" },
        },
      },
    });
    expect(findings.map(({ kind, title, query, error }) => [kind, title, query, error])).toEqual([
      [
        "events",
        "Last warnings of the namespace media",
        "GET /api/v1/namespaces/media/events?fieldSelector=type=Warning",
        undefined,
      ],
      ["pods", "Pods of the namespace media", "GET /api/v1/namespaces/media/pods", undefined],
      [
        "logs",
        "Log of api-0/app before its last restart",
        "GET /api/v1/namespaces/media/pods/api-0/log?container=app&previous=true&tailLines=1000",
        undefined,
      ],
    ]);
    expect(findings[1]!.data).toEqual({
      total: 2,
      phases: { Running: 2 },
      pods: [{
        name: "api-0",
        phase: "Running",
        node: "node-1",
        created: "2026-11-20T00:00:00.000Z",
        conditions: [],
        containers: [{
          name: "app",
          image: "registry.example/app:1",
          ready: false,
          restarts: 5,
          state: { is: "waiting", reason: "CrashLoopBackOff", message: "back-off 5m0s" },
          last: {
            is: "terminated",
            reason: "OOMKilled",
            exitCode: 137,
            at: "2026-11-21T02:20:00.000Z",
          },
        }],
      }],
      well: [{ name: "web-0", phase: "Running", ready: "2/2", restarts: 0 }],
    });
    expect(logsOf(findings)).toEqual([{
      pod: "api-0",
      container: "app",
      previous: true,
      log: "starting\nout of memory\n",
      isCut: false,
    }]);
    expect(JSON.stringify(findings)).not.toContain("from-the-specification");
  });

  test("reads logs of the alert's pod first, then of those with troubles, the worst first", async () => {
    const failed = { phase: "Failed", reason: "Evicted", message: "The node was low on memory" };
    const restarted = containerOf({
      restartCount: 1,
      lastState: { terminated: { exitCode: 1, finishedAt: "2026-11-21T02:10:00Z" } },
    });
    const longAgo = containerOf({
      restartCount: 1,
      lastState: { terminated: { exitCode: 1, finishedAt: "2026-11-01T00:00:00Z" } },
    });
    const { findings } = await gather({
      namespaces: {
        media: {
          pods: [
            podOf("api-0"),
            podOf("crash-0", [crashing()]),
            podOf("done-0", [], { phase: "Succeeded" }),
            podOf("evicted-0", [
              containerOf({ ready: false, state: { terminated: { exitCode: 1 } } }),
            ], failed),
            podOf("long-ago-0", [longAgo]),
            podOf("pending-0", [
              containerOf({ ready: false, state: { waiting: { reason: "ImagePullBackOff" } } }),
            ], { phase: "Pending" }),
            podOf("restarted-0", [restarted]),
          ],
        },
      },
    });
    expect(logsOf(findings).map(({ pod, previous }) => [pod, previous])).toEqual([
      ["api-0", false],
      ["crash-0", true],
      ["evicted-0", false],
      // One whose image cannot be pulled has no log.
      ["restarted-0", true],
      ["restarted-0", false],
    ]);
    expect(findings.filter(({ error }) => error !== undefined)).toEqual([]);
    const { pods, well } = findings[1]!.data as PodsSummary;
    expect(pods.map(({ name }) => name)).toEqual([
      "api-0",
      "crash-0",
      "evicted-0",
      "pending-0",
      "restarted-0",
    ]);
    expect(well.map(({ name }) => name)).toEqual(["done-0", "long-ago-0"]);
  });

  test("reads no logs of other namespaces", async () => {
    const { findings, paths } = await gather(
      { namespaces: { media: { pods: [podOf("api-0", [crashing()])] } } },
      { namespace: "media", pod: "api-0" },
      { allowedNamespaces: ["monitoring"] },
    );
    expect(findings.at(-1)).toMatchObject({
      kind: "logs",
      error: "not read: media is not in ALLOWED_NAMESPACES",
    });
    expect(paths.filter((path) => path.includes("/log"))).toEqual([]);
  });

  test.each([0, 1, 5, 20, 2033, 2040, 2048, 5000])(
    "redacts logs before it cuts them, with a secret %d bytes before the end",
    async (distance) => {
      const log = `${"a line of the log\n".repeat(200)}key=${SECRET}${"x".repeat(distance)}`;
      const { findings } = await gather({
        namespaces: { media: { pods: [podOf("api-0")], logs: { "api-0/app": log } } },
      });
      const [read] = logsOf(findings);
      expect(read!.log).not.toContain("unter2");
      expect(read!.isCut).toBe(true);
      expect(new TextEncoder().encode(read!.log).length).toBeLessThanOrEqual(2048);
      const whole = log.replace(SECRET, "[KEY#1]");
      expect(whole.endsWith(read!.log) && read!.log !== "").toBe(true);
    },
  );

  test("the analyzer's own redactor sees a key block as a whole, of which the limit shows the end", async () => {
    const line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n";
    const pem = `-----BEGIN PRIVATE KEY-----\n${line.repeat(25)}-----END PRIVATE KEY-----\n`;
    const after = "the last line\n".repeat(40);
    const { findings } = await gather(
      {
        namespaces: {
          media: {
            pods: [podOf("api-0")],
            logs: { "api-0/app": `${"a line before\n".repeat(200)}${pem}${after}` },
          },
        },
      },
      undefined,
      { ...ALLOWED, redactor: newCaseRedactor() },
    );
    const { log } = logsOf(findings)[0]!;
    expect(log).not.toContain("MIIE");
    expect(log).toMatch(/^(a line before\n)+\[[A-Z_]+#1\]\n(the last line\n){40}$/);
  });

  test("takes colours out before it redacts", async () => {
    const log = "key=\u001b[31mhunter2\u001b[0mhunter2\n";
    const { findings } = await gather({
      namespaces: { media: { pods: [podOf("api-0")], logs: { "api-0/app": log } } },
    });
    expect(logsOf(findings)[0]!.log).toBe("key=[KEY#1]\n");
  });

  test("all logs of a pod together stay within the limit", async () => {
    const { findings } = await gather(
      {
        namespaces: {
          media: {
            pods: [podOf("api-0", [
              crashing({ state: { running: {} } }),
              crashing({ name: "proxy", state: { running: {} } }),
            ])],
            logs: {
              "api-0/app": "short\n",
              "api-0/app/previous": "previous\n".repeat(1000),
              "api-0/proxy": "proxy\n".repeat(1000),
              "api-0/proxy/previous": "",
            },
          },
        },
      },
      { namespace: "media", pod: "api-0", container: "proxy" },
      { ...ALLOWED, maxLogBytes: 100 },
    );
    expect(
      logsOf(findings).map((
        { container, previous, log, isCut },
      ) => [container, previous, log.length, isCut]),
    ).toEqual([
      ["proxy", true, 0, false],
      ["proxy", false, 42, true],
      ["app", true, 45, true],
      ["app", false, 6, false],
    ]);
  });

  test("says what is forbidden, and reads the rest", async () => {
    const { findings } = await gather({
      namespaces: {
        media: { pods: [podOf("api-0")], events: [eventOf("a")], logs: { "api-0/app": "one\n" } },
      },
      forbidden: new Set(["events", "pods"]),
    });
    expect(findings.map(({ kind, error, data }) => [kind, error ?? (data as LogData).log])).toEqual(
      [
        [
          "events",
          '403: events is forbidden: User "system:serviceaccount:monitoring:analyzer" cannot list ' +
          'resource "events" in API group "" in the namespace "media"',
        ],
        [
          "pods",
          '403: pods is forbidden: User "system:serviceaccount:monitoring:analyzer" cannot list ' +
          'resource "pods" in API group "" in the namespace "media"',
        ],
        // The pod's name is known from the alert.
        ["logs", "one\n"],
      ],
    );
  });

  test("a source that never answers costs no other source", async () => {
    const resources = ["events", "pods", "pods/log"] as const;
    await Promise.all(resources.map(async (resource) => {
      const { findings } = await gather(
        {
          namespaces: { media: { pods: [podOf("api-0")], events: [eventOf("a")] } },
          silent: new Set([resource]),
        },
        undefined,
        // Long enough for the answers of this machine, however busy it is.
        { ...ALLOWED, timeout: 4000 },
      );
      const late = findings.filter(({ error }) => error === "timed out after 4 s");
      expect(late.map(({ kind }) => kind)).toEqual([resource === "pods/log" ? "logs" : resource]);
      expect(findings.filter(({ data }) => data !== undefined)).toHaveLength(2);
    }));
  });

  test("says that the alert's pod is gone", async () => {
    const { findings } = await gather({ namespaces: { media: { pods: [podOf("api-1")] } } });
    expect((findings[1]!.data as PodsSummary).note)
      .toBe("The pod of the alert no longer exists");
  });

  test("takes the pods of a workload for the alert's own", async () => {
    const { findings } = await gather(
      {
        namespaces: {
          media: { pods: [podOf("api-5d4f-x"), podOf("apifox-1"), podOf("web-0")] },
        },
      },
      { namespace: "media", deployment: "api" },
    );
    expect((findings[1]!.data as PodsSummary).pods.map(({ name }) => name)).toEqual(["api-5d4f-x"]);
  });

  test.each(["..", "media/../kube-system", "MEDIA", "a b", "media?x=1", "x".repeat(64), "médiä"])(
    "asks for no namespace called '%s'",
    async (namespace) => {
      const { findings, paths } = await gather({ namespaces: {} }, { namespace, pod: "api-0" }, {
        allowedNamespaces: [namespace],
      });
      expect(paths).toEqual([]);
      expect(findings.map(({ error }) => error)).toEqual([
        `'${namespace}' is not the name of a namespace`,
      ]);
    },
  );

  test("builds no path from a pod's name that is none", async () => {
    const { paths } = await gather(
      { namespaces: {}, forbidden: new Set(["pods"]) },
      { namespace: "media", pod: "../secrets/x" },
    );
    expect(paths.every((path) => /\/(pods|events)\?/.test(path))).toBe(true);
  });

  test("asks nothing for an alert without a namespace", async () => {
    const { findings, paths } = await gather({ namespaces: {} }, { alertname: "Watchdog" });
    expect([findings, paths]).toEqual([[], []]);
  });

  test("begins with a log when its pod is on the list, before the list has ended", async () => {
    const first = [
      podOf("api-0", [crashing()]),
      ...Array.from({ length: 99 }, (_, at) => podOf(`b-${at}`, [containerOf()])),
    ];
    const asked: string[] = [], isLogAsked = Promise.withResolvers<void>();
    const cluster = {
      core: () => ({
        listNamespacedEvent: () => Promise.resolve({ items: [] }),
        async listNamespacedPod({ _continue: at }: { readonly _continue?: string }) {
          asked.push(`pods ${at ?? "first"}`);
          if (at === undefined) return { items: first, metadata: { _continue: "second" } };
          // The list does not end before the log is read.
          await isLogAsked.promise;
          return { items: [podOf("web-0", [containerOf()])] };
        },
        readNamespacedPodLog({ name }: { readonly name: string }) {
          asked.push(`log ${name}`);
          isLogAsked.resolve();
          return Promise.resolve("out of memory\n");
        },
      }),
    } as unknown as Parameters<typeof clusterGatherer>[0];
    const findings = await clusterGatherer(cluster, ALLOWED, () => NOW).gather(
      incidentOf({ labels: { namespace: "media", pod: "api-0" } }),
      { signal: AbortSignal.timeout(60_000), redactor },
    );
    expect(asked).toEqual(["pods first", "log api-0", "pods second"]);
    expect((findings[1]!.data as PodsSummary).total).toBe(101);
    expect(logsOf(findings)).toMatchObject([{ pod: "api-0", log: "out of memory\n" }]);
  });

  test("tells the status of every pod, however many there are", async () => {
    const pods = Array.from({ length: 2_345 }, (_, at) => {
      const name = `${["shop-7d9f8b6c5d", "api", "batch-28912345"][at % 3]}-${
        String(at).padStart(5, "0")
      }`;
      return at % 50 === 0 ? podOf(name, [crashing()]) : podOf(name, [containerOf()]);
    });
    const { findings } = await gather({ namespaces: { media: { pods } } });
    const { total, pods: told, well, more, note } = findings[1]!.data as PodsSummary;
    expect([total, note]).toEqual([2_345, expect.not.stringContaining("not looked at")]);
    const grouped = more!.reduce((sum, { count }) => sum + count, 0);
    expect(told.length + well.length + grouped).toBe(2_345);
    expect(more!.length).toBeLessThan(10);
    expect(JSON.stringify(findings[1]!.data).length).toBeLessThan(40_000);
  });

  test("tells what all containers of a pod do, however many there are", async () => {
    const many = Array.from({ length: 40 }, (_, at) => containerOf({ name: `c-${at}` }));
    const { findings } = await gather({
      namespaces: { media: { pods: [podOf("api-0", [...many, crashing({ name: "bad" })])] } },
    });
    const [pod] = (findings[1]!.data as PodsSummary).pods;
    expect(pod!.containers).toHaveLength(12);
    expect(pod!.containers.map(({ name }) => name)).toContain("bad");
    expect(pod!.moreContainers).toEqual({ "running, ready": 29 });
  });

  test("stays small with hundreds of broken pods, and says what is left out", async () => {
    const long = `${SECRET} ${"x".repeat(5000)}`;
    const pods = Array.from(
      { length: 350 },
      (_, index) =>
        podOf(`broken-${index}`, [
          crashing({ state: { waiting: { reason: "CrashLoopBackOff", message: long } } }),
        ], { conditions: [{ type: "Ready", status: "False", message: long }] }),
    );
    const { findings, paths } = await gather({ namespaces: { media: { pods } } });
    const summary = findings[1]!.data as PodsSummary;
    expect([summary.total, summary.phases]).toEqual([350, { Running: 350 }]);
    expect(summary.note).toContain(`${350 - summary.pods.length} pods are only counted in groups`);
    expect(summary.more).toMatchObject([
      { pods: "broken-*", count: 350 - summary.pods.length, reason: "CrashLoopBackOff" },
    ]);
    expect(summary.pods.length).toBeGreaterThan(10);
    const text = JSON.stringify(findings);
    expect(text.length).toBeLessThan(40_000);
    expect(text).not.toContain("hunter2");
    expect(paths.filter((path) => path.includes("/pods?"))).toHaveLength(4);
    expect(paths.filter((path) => path.includes("/log?"))).toHaveLength(5);
  });
});
