/**
 * Webhooks that the analyzer takes in, each alert on the disk before its answer leaves.
 *
 * @module
 */

import { startDemoMetrics } from "../src/demo/demo_metrics.ts";
import { startLlm } from "../src/demo/llm_stand_in.ts";
import { startNtfy } from "../src/demo/ntfy_stand_in.ts";
import { ANSWER } from "../tests/services/alerts.ts";
import { type LoadRun, loadRun } from "./analyzer/load_run.ts";
import { startFlood } from "../tests/services/start_flood.ts";
import { type Report, type Row, toRow } from "../../bench/benchmark.ts";

/** Webhooks a second. */
const RATE = 500;
/** How long the run is in which memory is judged, and the others. [s] */
const LONG = 90, SHORT = 20;
/** After so long all code is compiled and V8 knows how much memory it wants. [s] */
const SETTLED = 20;
/** How long the model thinks. [ms] */
const THINKING = 1_000;
const PLACES = 20;
/** Connections that never end a request, and webhooks a second beside them. */
const SILENT = 6_000, SLOW = 2_000, BESIDE = 100;

/** Measures the way of a webhook into the store, while workers work. */
export async function analyzer(): Promise<Report> {
  await using prometheus = startDemoMetrics();
  await using llm = startLlm({
    key: "benchmark",
    provider: "aggregator",
    answer: () => new Promise((resolve) => setTimeout(() => resolve(ANSWER), THINKING)),
  });
  await using ntfy = startNtfy({ burst: Infinity });
  const env = {
    WEBHOOK_SECRET: "benchmark",
    API_KEY: "benchmark",
    API_BASE_URL: new URL("/api/v1/messages", llm.url).href,
    LLM_MODEL: "anthropic/claude-haiku-5-5",
    PROMETHEUS_URL: prometheus.url.href,
    PUSH_PUBLISH_URL: ntfy.url.href,
    BIND_ADDRESS: "127.0.0.1",
    PORT: "0",
  };
  const flooded = async (fresh: boolean): Promise<LoadRun> =>
    await loadRun(
      ["service.ts", "20"],
      { rate: BESIDE, seconds: SHORT, together: 1, alerts: PLACES, fresh },
      { ...env, LOG_LEVEL: "error" },
      async (server) => {
        const flood = startFlood({
          port: Number(server.port),
          silent: SILENT,
          slow: SLOW,
          away: 5_000,
        });
        await flood.isFull;
        return flood;
      },
    );
  const run = async (
    capacity: number,
    { seconds = SHORT, together = 1, alerts }: {
      readonly seconds?: number;
      readonly together?: number;
      readonly alerts?: number;
    } = {},
  ): Promise<LoadRun> => {
    const directory = await Deno.makeTempDir({ prefix: "wattbook-bench-analyzer-" });
    try {
      return await loadRun(["service.ts", `${capacity}`], {
        rate: RATE,
        seconds,
        together,
        ...(alerts !== undefined && { alerts }),
      }, { ...env, STORE_PATH: `${directory}/analyzer.db` });
    } finally {
      await Deno.remove(directory, { recursive: true });
    }
  };

  const accepted = await run(Infinity, { seconds: LONG });
  const pushed = ntfy.published.length;
  const repeated = await run(PLACES, { alerts: PLACES });
  const refused = await run(PLACES);
  const bursts = await run(Infinity, { together: 50 });
  const besides = [await flooded(false), await flooded(true)] as const;
  const floor = await loadRun(
    ["floor.ts"],
    { rate: RATE, seconds: SHORT, together: 1 },
    env,
  );

  const settled = accepted.memory.slice(SETTLED), half = settled.length >> 1;
  const lowest = [settled.slice(0, half), settled.slice(half)].map((part) => Math.min(...part));
  return {
    title: `analyzer: ${RATE} webhooks a second, from when each was due to its answer`,
    comparisons: [
      {
        caption: "one alert in each",
        unit: "ms",
        rows: [
          row("new ones, all stored", accepted),
          row("the same, 50 at a time", bursts),
          row(`${PLACES} that come again and again`, repeated),
          row(`new ones, ${PLACES} places: refused`, refused),
          row("the same server, which only answers", floor),
        ],
      },
      {
        caption: `${BESIDE} webhooks a second beside ${SILENT} silent and ${SLOW} slow connections`,
        unit: "ms",
        rows: [
          row("over connections that are kept", besides[0]),
          row("each over one of its own", besides[1]),
        ],
      },
      {
        caption: `memory of the service after ${SETTLED} s`,
        unit: "MB",
        rows: [toRow("new ones, all stored", settled, `${slope(settled).toFixed(1)} MB/min`)],
      },
    ],
    goals: [
      ...besides.flatMap((one, at) => {
        const which = at === 0 ? "kept connections" : "new connections";
        return [
          {
            claim: `webhooks lost beside ${SILENT + SLOW} others, ${which}`,
            measured: one.latencies.length - (one.statuses["200"] ?? 0),
            bound: { atMost: 0 },
            unit: "",
          } as const,
          {
            claim: `webhooks beside ${SILENT + SLOW} others, ${which}, p99`,
            measured: percentile(one, 99),
            bound: { atMost: 100 },
            unit: "ms",
          } as const,
        ];
      }),
      {
        claim: "new alerts accepted",
        measured: accepted.accepted / LONG,
        bound: { atLeast: RATE },
        unit: "/s",
      },
      {
        claim: "new alerts accepted, p99",
        measured: percentile(accepted, 99),
        bound: { atMost: 20 },
        unit: "ms",
      },
      {
        claim: "alerts that come again, p99",
        measured: percentile(repeated, 99),
        bound: { atMost: 20 },
        unit: "ms",
      },
      {
        claim: `least memory from second ${SETTLED + half} on, of that before`,
        measured: lowest[1]! / lowest[0]!,
        bound: { atMost: 1.05 },
      },
    ],
    notes: [
      `Accepted means: answered 200 with the alert on the disk. To store all of them the queue has no ` +
      `bound here; with its ${PLACES} places the analyzer stores what finds one and answers 503 to ` +
      `the rest, here to ${
        share(refused, "503")
      } of the webhooks. Meanwhile five workers gather, ` +
      `redact, ask a model that thinks for ${
        THINKING / 1000
      } s, and push, ${pushed} times during ` +
      `the long run.`,
      `Time of all processors for one webhook: ${accepted.cpu.toFixed(2)} ms, with 50 at a time ` +
      `${bursts.cpu.toFixed(2)} ms, of which the server that only answers takes ` +
      `${floor.cpu.toFixed(2)} ms.`,
    ],
  };
}

function row(contender: string, run: LoadRun): Row {
  const statuses = Object.entries(run.statuses).map(([status, count]) => `${count} × ${status}`);
  return toRow(contender, run.latencies, `p99 ${figure(run, 99)}, ${statuses.join(", ")}`);
}

function figure(run: LoadRun, percent: number): string {
  return `${percentile(run, percent).toPrecision(3)} ms`;
}

function percentile({ latencies }: LoadRun, percent: number): number {
  return latencies.toSorted((a, b) => a - b)[Math.ceil(latencies.length * percent / 100) - 1]!;
}

function share({ statuses, latencies }: LoadRun, status: string): string {
  return `${((statuses[status] ?? 0) / latencies.length * 100).toFixed(1)} %`;
}

/** Of the line through figures of every second, by least squares. [per minute] */
function slope(figures: readonly number[]): number {
  const middle = (figures.length - 1) / 2;
  let above = 0, below = 0;
  figures.forEach((value, second) => {
    above += (second - middle) * value;
    below += (second - middle) ** 2;
  });
  return above / below * 60;
}
