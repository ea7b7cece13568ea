import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectMetrics } from "../../src/context/prometheus/connect_metrics.ts";
import { fillIn } from "../../src/context/prometheus/fill_in.ts";
import { metricsGatherer } from "../../src/context/prometheus/metrics_gatherer.ts";
import { NAMED_QUERIES } from "../../src/context/prometheus/named_queries.ts";
import type { Client } from "../../../src/client/client.ts";
import { joinSeries } from "../../../src/columns.ts";
import { quote } from "../../../src/selector.ts";
import { incidentOf } from "../context/incident_of.ts";
import { PROMETHEUS, startPrometheus } from "../../../tests/servers/prometheus.ts";
import { installed, type RunningServer } from "../../../tests/servers/running_server.ts";

const HOSTILE = 'me"dia\\ {}\n$1';
const MINUTE = 60_000, NOW = Math.floor(Date.now() / MINUTE) * MINUTE;
const redactor = { redact: (text: string) => text };
const open = () => ({ signal: AbortSignal.timeout(30_000), redactor });

/** An hour of samples, one a minute, up to now. */
function hour(labels: Record<string, string>, value: (minute: number) => number) {
  const rows = Array.from({ length: 61 }, (_, index) => index - 60);
  return {
    labels,
    time: Float64Array.from(rows, (row) => NOW + row * MINUTE),
    value: Float64Array.from(rows, value),
  };
}

const SAMPLES = joinSeries([
  hour(
    { __name__: "ALERTS", alertname: "Near", alertstate: "firing", namespace: HOSTILE },
    () => 1,
  ),
  hour({ __name__: "ALERTS", alertname: "Not yet", alertstate: "pending" }, () => 1),
  ...[HOSTILE, "other"].map((namespace) =>
    hour({
      __name__: "container_cpu_usage_seconds_total",
      namespace,
      pod: `pod of ${namespace}`,
      container: "app",
      image: "app:1",
    }, (minute) => 1000 + minute * 30)
  ),
  hour({ __name__: "errors", namespace: HOSTILE }, (minute) => minute),
]);

describe.skipIf(!await installed(PROMETHEUS))("context from a real Prometheus", () => {
  let server: RunningServer, client: Client;
  beforeAll(async () => {
    server = await startPrometheus([SAMPLES]);
    client = await connectMetrics(server.url);
  });
  afterAll(async () => {
    await client?.close();
    await server?.stop();
  });

  test("any label value comes back as itself from the server's parser", async () => {
    const value = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom('"', "\\", "\n", "'", "`", "{", "}", "#", "\0", "\x7f") }),
    );
    await fc.assert(
      fc.asyncProperty(value, async (text) => {
        const { text: back } = await client.query(fillIn("$value", { value: text })!);
        expect(back).toBe(text);
      }),
      { numRuns: 200, examples: [["\u2028\ufeff"], ["$&$1"], ["\\u0041"], ["😀"]] },
    );
  });

  test("finds what belongs to a namespace of any name, and only that", async () => {
    const rule = `errors{namespace=${quote(HOSTILE)}} > -2`;
    const findings = await metricsGatherer(client, {}, () => NOW).gather(
      incidentOf({
        labels: { alertname: "Near", namespace: HOSTILE },
        links: [`http://p/graph?g0.expr=${encodeURIComponent(rule)}&g0.tab=1`],
        startsAt: NOW - 10 * MINUTE,
      }),
      open(),
    );
    const [alerts, cpu, memory, restarts, now, range] = findings;
    expect(findings.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(alerts!.data).toEqual({ total: 1, alerts: [{ alertname: "Near", namespace: HOSTILE }] });
    expect(cpu!.data).toEqual({
      total: 1,
      series: [{ labels: { pod: `pod of ${HOSTILE}` }, value: 0.5 }],
    });
    expect([memory!.data, restarts!.data]).toEqual(Array(2).fill({ total: 0, series: [] }));
    expect(now!.data).toMatchObject({ series: [{ value: 0 }] });
    const { series, from, step } = range!.data as {
      series: { values: (number | null)[] }[];
      from: string;
      step: number;
    };
    expect(step).toBe(120);
    expect(Date.parse(from)).toBe(Math.floor((NOW - 40 * MINUTE) / (2 * MINUTE)) * 2 * MINUTE);
    // Below the rule's threshold too: what was measured before it fired.
    const first = (Date.parse(from) - NOW) / MINUTE;
    expect(series[0]!.values.slice(0, 3)).toEqual([first, first + 2, first + 4]);
  });

  test("every named query is one that the server understands", async () => {
    const labels = new Set(
      Object.values(NAMED_QUERIES).flat().flatMap(({ expression }) =>
        [...expression.matchAll(/\$(\w+)/g)].map(([, name]) => name!)
      ),
    );
    const all = { Any: Object.values(NAMED_QUERIES).flat() };
    const findings = await metricsGatherer(client, { named: all, timeout: 20_000 }).gather(
      incidentOf({
        labels: {
          ...Object.fromEntries([...labels].map((name) => [name, "x"])),
          alertname: "Any",
        },
      }),
      open(),
    );
    expect(findings.length).toBeGreaterThanOrEqual(all.Any.length + 4);
    expect(findings.filter(({ error }) => error !== undefined)).toEqual([]);
  });

  test("a rule that the server cannot read is told in its own words", async () => {
    const findings = await metricsGatherer(client).gather(
      incidentOf({ labels: {}, links: ["http://p/graph?g0.expr=sum(rate(x"] }),
      open(),
    );
    expect(findings.map(({ error }) => error)).toEqual([
      undefined,
      expect.stringContaining("parse error"),
      expect.stringContaining("parse error"),
    ]);
  });
});
