import { describe, expect, test } from "vitest";
import { joinSeries, type SeriesColumns } from "../../../../src/columns.ts";
import { connectMetrics } from "../../../src/context/prometheus/connect_metrics.ts";
import { metricsGatherer } from "../../../src/context/prometheus/metrics_gatherer.ts";
import { standIn } from "../../../src/demo/stand_in.ts";
import type { StepRange } from "../../../../src/client/plan.ts";
import { WattbookError } from "../../../src/errors.ts";
import { incidentOf } from "../incident_of.ts";

const NOW = Date.parse("2026-11-21T02:40:00Z");
const redactor = { redact: (text: string) => text.replaceAll("hunter2", "[KEY#1]") };
const open = () => ({ signal: new AbortController().signal, redactor });
const NONE = joinSeries([]);

/** A metrics server that answers as `answer` says, and what it was asked. */
function metrics(answer: (expression: string) => SeriesColumns | Promise<SeriesColumns>) {
  const asked: string[] = [], ranges: StepRange[] = [];
  return {
    asked,
    ranges,
    async query(expression: string) {
      asked.push(expression);
      const columns = await answer(expression);
      return { columns, notices: [], requests: 1, resultType: "vector" as const };
    },
    async queryRange(expression: string, range: StepRange) {
      ranges.push(range);
      asked.push(expression);
      return { columns: await answer(expression), notices: [], requests: 1 };
    },
  };
}

function vector(...rows: [labels: Record<string, string>, value: number][]): SeriesColumns {
  return joinSeries(rows.map(([labels, value]) => (
    { labels, time: Float64Array.of(NOW), value: Float64Array.of(value) }
  )));
}

describe("metricsGatherer()", () => {
  test("asks for alerts, the namespace, the rule now and around its beginning, and by name", async () => {
    const server = metrics(() => NONE);
    const link = "http://p/graph?g0.expr=" + encodeURIComponent('up{job="a b"} == 0') + "&g0.tab=1";
    const findings = await metricsGatherer(server, {
      named: { KubePodCrashLooping: [{ title: "Why", expression: "why{pod=$pod}" }] },
    }, () => NOW).gather(incidentOf({ links: ["not a link", link] }), open());
    expect(server.asked).toEqual([
      'ALERTS{alertstate="firing"}',
      'topk(10, sum by (pod) (rate(container_cpu_usage_seconds_total{namespace="media",container!="",image!=""}[5m])))',
      'topk(10, sum by (pod) (max by (pod, container) (container_memory_working_set_bytes{namespace="media",container!="",image!=""})))',
      'topk(10, sum by (pod, container) (increase(kube_pod_container_status_restarts_total{namespace="media"}[1h]))) > 0',
      'up{job="a b"} == 0',
      'up{job="a b"}',
      'why{pod="api-0"}',
    ]);
    expect(findings.map(({ kind }) => kind)).toEqual(["alerts", ...Array(6).fill("metrics")]);
    expect(findings.map(({ query }) => query)).toEqual(server.asked);
    expect(findings.every(({ time, error }) => time === NOW && error === undefined)).toBe(true);
    // Half an hour before the beginning up to now, on whole steps.
    expect(server.ranges).toEqual([{
      start: Date.parse("2026-11-21T01:56:00Z"),
      end: NOW,
      step: 120_000,
    }]);
  });

  test("asks for no namespace where the alert has none", async () => {
    const server = metrics(() => NONE);
    await metricsGatherer(server).gather(incidentOf({ labels: { alertname: "Watchdog" } }), open());
    expect(server.asked).toEqual(['ALERTS{alertstate="firing"}']);
  });

  test("takes the namespace of the thing, not that of its exporter", async () => {
    const server = metrics(() => NONE);
    const labels = { alertname: "X", namespace: "monitoring", exported_namespace: "media" };
    await metricsGatherer(server).gather(incidentOf({ labels }), open());
    expect(server.asked[1]).toContain('namespace="media"');
  });

  test("quotes a label that tries to leave its quotes", async () => {
    const server = metrics(() => NONE);
    const labels = { alertname: "constructor", namespace: '"} or secret{a="' };
    await metricsGatherer(server).gather(incidentOf({ labels }), open());
    expect(server.asked[3]).toContain('{namespace="\\"} or secret{a=\\""}');
    expect(server.asked).toHaveLength(4);
  });

  test.each([NaN, -1, 0, NOW + 3_600_000, Infinity])(
    "a beginning of %d counts as now",
    async (at) => {
      const server = metrics(() => NONE);
      const links = ["http://p/graph?g0.expr=up"];
      await metricsGatherer(server, {}, () => NOW).gather(
        incidentOf({ startsAt: at, links }),
        open(),
      );
      expect(server.ranges[0]).toEqual({ start: NOW - 30 * 60_000, end: NOW, step: 120_000 });
    },
  );

  test("a query that fails and one that hangs cost nothing but themselves", async () => {
    const server = metrics((expression) => {
      if (expression.includes("cpu")) {
        return Promise.reject(
          new WattbookError("SERVER_ERROR", "The server failed with HTTP 503: hunter2", {
            hint: "",
          }),
        );
      }
      if (expression.includes("memory")) return new Promise(() => {});
      return vector([{ pod: "api-0" }, 3]);
    });
    const findings = await metricsGatherer(server, { timeout: 30, named: {} })
      .gather(incidentOf(), open());
    expect(findings.map(({ data, error }) => error ?? data)).toEqual([
      { total: 1, alerts: [{ pod: "api-0" }] },
      "The server failed with HTTP 503: [KEY#1]",
      "timed out after 0.03 s",
      { total: 1, series: [{ labels: { pod: "api-0" }, value: 3 }] },
    ]);
  });

  test("a server that never answers the first query answers the others", async () => {
    const stopped = Promise.withResolvers<Response>();
    await using server = standIn(({ body }) =>
      body.includes("ALERTS")
        ? stopped.promise
        : Response.json({ status: "success", data: { resultType: "vector", result: [] } })
    );
    await using client = await connectMetrics(server.url);
    const findings = await metricsGatherer(client, { timeout: 4000, named: {} })
      .gather(incidentOf(), open());
    stopped.resolve(new Response());
    expect(findings.map(({ error }) => error)).toEqual([
      "timed out after 4 s",
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("shows the alerts of the same namespace and pod first, and says how many there are", async () => {
    const server = metrics(() =>
      vector(
        ...Array.from({ length: 100 }, (_, index): [Record<string, string>, number] => [
          { __name__: "ALERTS", alertstate: "firing", alertname: `A${index}`, namespace: "other" },
          1,
        ]),
        [{ alertname: "Near", namespace: "media" }, 1],
        [{ alertname: "Nearest", namespace: "media", pod: "api-0" }, 1],
      )
    );
    const [alerts] = await metricsGatherer(server, { named: {} }).gather(incidentOf(), open());
    const data = alerts!.data as { total: number; alerts: Record<string, string>[] };
    expect([data.total, data.alerts.length]).toEqual([102, 40]);
    expect(data.alerts.slice(0, 3).map(({ alertname }) => alertname)).toEqual([
      "Nearest",
      "Near",
      "A0",
    ]);
    expect(Object.keys(data.alerts[2]!)).toEqual(["alertname", "namespace"]);
  });

  test("stays small and free of secrets, however large the answer", async () => {
    const long = "x".repeat(10_000);
    const server = metrics(() =>
      vector(...Array.from({ length: 5000 }, (_, index): [Record<string, string>, number] => [
        {
          ...Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`l${n}`, long])),
          l0: `hunter2 ${index}`,
        },
        index,
      ]))
    );
    const findings = await metricsGatherer(server).gather(
      incidentOf({ links: ["http://p/?g0.expr=up"] }),
      open(),
    );
    const text = JSON.stringify(findings);
    expect(text).not.toContain("hunter2");
    // Each label at most 200 characters, 20 of them, 10 series; 40 alerts.
    expect(text.length).toBeLessThan(600_000);
    const { data } = findings[1]!;
    expect((data as { series: { value: number }[] }).series[0]!.value).toBe(4999);
  });
});
