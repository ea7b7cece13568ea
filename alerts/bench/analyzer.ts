/**
 * Webhooks that the analyzer takes in, each alert on the disk before its answer leaves.
 *
 * @module
 */

import { type LoadRun, loadRun } from "./analyzer/load_run.ts";
import { percentile, toLoadRow } from "./analyzer/load_row.ts";
import { startSurroundings, THINKING } from "./analyzer/surroundings.ts";
import { type Report, toRow } from "../../bench/benchmark.ts";

/** Webhooks a second. */
const RATE = 500;
/** How long the run is in which memory is judged, and the others. [s] */
const LONG = 90, SHORT = 20;
/** After so long all code is compiled and V8 knows how much memory it wants. [s] */
const SETTLED = 20;
const PLACES = 20;

/** Measures the way of a webhook into the store, while workers work. */
export async function analyzer(): Promise<Report> {
  await using surroundings = startSurroundings();
  const { env, ntfy } = surroundings;
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
  const floor = await loadRun(
    ["floor.ts"],
    { rate: RATE, seconds: SHORT, together: 1 },
    env,
  );

  const settled = accepted.memory.slice(SETTLED), half = settled.length >> 1;
  const lowest = [settled.slice(0, half), settled.slice(half)].map((part) => Math.min(...part));
  return {
    title: `analyzer: ${RATE} webhooks a second, time from when each was due until its answer`,
    comparisons: [
      {
        caption: "one alert per webhook",
        unit: "ms",
        rows: [
          toLoadRow("new alerts, all stored", accepted),
          toLoadRow("the same, 50 at a time", bursts),
          toLoadRow(`the same ${PLACES} alerts again and again`, repeated),
          toLoadRow(`new alerts, queue of ${PLACES} is full`, refused),
          toLoadRow("the same server, answering only", floor),
        ],
      },
      {
        caption: `memory of the service after ${SETTLED} s`,
        unit: "MB",
        rows: [toRow("new alerts, all stored", settled, `${slope(settled).toFixed(1)} MB/min`)],
      },
    ],
    goals: [
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
        claim: "repeated alerts, p99",
        measured: percentile(repeated, 99),
        bound: { atMost: 20 },
        unit: "ms",
      },
      {
        claim: `least memory from second ${SETTLED + half} on, relative to that before`,
        measured: lowest[1]! / lowest[0]!,
        bound: { atMost: 1.05 },
      },
    ],
    notes: [
      `Accepted means: answered 200 after the alert was on disk. In the rows where all are stored, the ` +
      `queue has no limit. With its usual limit of ${PLACES}, the analyzer answered 503 to ${
        share(refused, "503")
      } of the webhooks. Meanwhile five workers gather context, redact it, ask a model that answers ` +
      `after ${THINKING / 1000} s, and push: ${pushed} times during the long run.`,
      `Processor time for one webhook: ${accepted.cpu.toFixed(2)} ms, with 50 at a time ` +
      `${bursts.cpu.toFixed(2)} ms. A server that only answers takes ` +
      `${floor.cpu.toFixed(2)} ms.`,
    ],
  };
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
