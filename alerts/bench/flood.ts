/**
 * Webhooks beside thousands of connections that never end a request.
 *
 * @module
 */

import type { Report } from "../../bench/benchmark.ts";
import { startFlood } from "../tests/services/start_flood.ts";
import { percentile, toLoadRow } from "./analyzer/load_row.ts";
import { type LoadRun, loadRun } from "./analyzer/load_run.ts";
import { startSurroundings } from "./analyzer/surroundings.ts";
import { within } from "./analyzer/within.ts";

/** Connections that never end a request; webhooks a second beside them, and for how long. [s] */
const SILENT = 6_000, SLOW = 2_000, RATE = 100, SECONDS = 20;
/** How long the connections may take until each has been there. [ms] */
const FLOODING = 60_000;
/** How long one that was sent away stays away, on average. [ms] */
const AWAY = 5_000;
const PLACES = 20;

/** Measures webhooks beside a flood, over connections that are kept and over new ones. */
export async function flood(): Promise<Report> {
  await using surroundings = startSurroundings();
  const run = async (fresh: boolean): Promise<LoadRun> =>
    await loadRun(
      ["service.ts", `${PLACES}`],
      { rate: RATE, seconds: SECONDS, together: 1, alerts: PLACES, fresh },
      surroundings.env,
      flooded,
    );
  const runs = [["kept connections", await run(false)], [
    "new connections",
    await run(true),
  ]] as const;
  return {
    title: `flood: ${RATE} webhooks a second beside ${SILENT} silent and ${SLOW} slow connections`,
    comparisons: [
      {
        caption: "time from when each webhook was due until its answer",
        unit: "ms",
        rows: runs.map(([which, one]) => toLoadRow(`over ${which}`, one)),
      },
    ],
    goals: runs.flatMap(([which, one]) => [
      {
        claim: `webhooks lost, ${which}`,
        measured: one.latencies.length - (one.statuses["200"] ?? 0),
        bound: { atMost: 0 },
        unit: "",
      },
      {
        claim: `p99, ${which}`,
        measured: percentile(one, 99),
        bound: { atMost: 100 },
        unit: "ms",
      },
    ]),
    notes: runs.map(([which, one]) =>
      `Over ${which}, the service used at most ${
        Math.round(Math.max(...one.memory))
      } MB of memory ` +
      `and ${(one.cpu * RATE / 10).toFixed(0)} % of a processor, for webhooks and flood together.`
    ),
  };
}

/** Begins when each of the connections has been there. */
async function flooded({ port }: URL): Promise<AsyncDisposable> {
  const running = startFlood({ port: Number(port), silent: SILENT, slow: SLOW, away: AWAY });
  const reached = () => `The flood reached ${running.state().seen} of ${SILENT + SLOW} connections`;
  try {
    await within(FLOODING, running.isFull, reached);
  } catch (error) {
    await running[Symbol.asyncDispose]();
    throw error;
  }
  return running;
}
