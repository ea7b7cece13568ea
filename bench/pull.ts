/**
 * From a real server to a frame: a month of samples, in a warm process and in new ones.
 *
 * @module
 */

import { joinSeries } from "../src/columns.ts";
import { PROMETHEUS, startPrometheus } from "../tests/servers/prometheus.ts";
import { installed } from "../tests/servers/running_server.ts";
import { startVictoriaMetrics, VICTORIA_METRICS } from "../tests/servers/victoria_metrics.ts";
import type { Comparison, Goal, Report } from "./benchmark.ts";
import { END, month, START } from "./month.ts";
import { findPython } from "./pull/pandas.ts";
import { measureProcesses } from "./pull/processes.ts";
import { measureWarm } from "./pull/warm.ts";

const SERVERS = [
  { name: "Prometheus", program: PROMETHEUS, start: startPrometheus },
  { name: "VictoriaMetrics", program: VICTORIA_METRICS, start: startVictoriaMetrics },
];

/** Measures pulling. */
export async function pull(): Promise<Report> {
  const samples = joinSeries([{ labels: { __name__: "power_w", ain: "1" }, ...month("decimals") }]);
  const hours = (END - START) / 3_600_000;
  const python = await findPython();
  const comparisons: Comparison[] = [],
    goals: Goal[] = [],
    notes: string[] = [
      "Warm: the time until the frame is ready, in a process that has pulled before; curl's time is its " +
      "own. New process: from its start to its end. Memory: the highest resident size.",
    ];
  if (!python) notes.push("Left out: no Python here has pandas and requests");
  for (const { name, program, start } of SERVERS) {
    if (!await installed(program)) {
      notes.push(`Left out: ${name} is not installed`);
      continue;
    }
    await using server = await start([samples]);
    const target = { url: server.url, hours, rows: samples.time.length, python };
    const { rows, curl, ours, peer, read } = await measureWarm(target);
    if (read) notes.push(read.note);
    const processes = await measureProcesses(target);
    comparisons.push(
      { caption: `${name}, warm`, unit: "ms", rows },
      { caption: `${name}, new process`, unit: "ms", rows: processes.wall },
      { caption: `${name}, memory`, unit: "MB", rows: processes.memory },
    );
    goals.push(
      {
        claim: `${name}: time until the frame is there, divided by curl's to nowhere`,
        measured: ours / curl,
        bound: { atMost: read ? 0.3 : 1.2 },
      },
      ...(read
        ? [
          {
            claim: `${name}: bytes of remote read, divided by those of JSON`,
            measured: read.bytes,
            bound: { atMost: 0.4 },
          },
          {
            claim: `${name}: the server's processor time for remote read, divided by that for JSON`,
            measured: read.cpu,
            bound: { atMost: 0.15 },
          },
        ]
        : []),
      {
        claim: `${name}: prometheus-query into Polars takes`,
        measured: peer / ours,
        bound: { atLeast: 12 },
      },
      {
        claim: `${name}: memory that the month takes, divided by prometheus-query's`,
        measured: processes.share,
        bound: { atMost: 1 / 3 },
      },
    );
  }
  return {
    title: `pull: 30 days at 15 s, ${samples.time.length} samples, from a server to a frame`,
    comparisons,
    goals,
    notes,
  };
}
