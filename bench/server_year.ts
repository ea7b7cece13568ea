/**
 * A year of three series at 15 s from a real server: no archive, nothing cached.
 *
 * @module
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openArchive } from "../src/archive/open_archive.ts";
import type { SeriesColumns } from "../src/columns.ts";
import { selector } from "../src/selector.ts";
import { PROMETHEUS, startPrometheus } from "../tests/servers/prometheus.ts";
import { installed, type RunningServer } from "../tests/servers/running_server.ts";
import { startVictoriaMetrics, VICTORIA_METRICS } from "../tests/servers/victoria_metrics.ts";
import { type Comparison, type Goal, type Report, toRow } from "./benchmark.ts";
import { denoRun, denoTask } from "./deno_command.ts";
import { interleave } from "./interleave.ts";
import { type ProcessFigures, processFigures } from "./process_figures.ts";
import { curlCommand } from "./server_year/curl.ts";
import { recordRequests } from "./server_year/record_requests.ts";
import { type YearsArchive, yearsArchive } from "./year/data.ts";

const SERVERS = [
  { name: "Prometheus", program: PROMETHEUS, start: startPrometheus },
  { name: "VictoriaMetrics", program: VICTORIA_METRICS, start: startVictoriaMetrics },
];
const CURL = "curl to nowhere";
/** Requests in flight, as `connect()` has them. */
const CONCURRENCY = 4;

/** Measures the pull of a year. */
export async function serverYear(): Promise<Report> {
  const archive = await yearsArchive(1);
  const comparisons: Comparison[] = [], goals: Goal[] = [], notes: string[] = [];
  for (const { name, program, start } of SERVERS) {
    if (!await installed(program)) {
      notes.push(`Left out: ${name} is not installed`);
      continue;
    }
    await using server = await start(samplesOf(archive));
    const { figures, requests } = await measure(server, archive);
    const compare = (caption: string, figure: "wall" | "cpu" | "peak", unit: "ms" | "MB") => ({
      caption: `${name}, ${caption}`,
      unit,
      rows: Object.entries(figures).map(([name, all]) =>
        toRow(name, all.map((one) => one[figure]))
      ),
    });
    comparisons.push(
      compare(`${requests} requests`, "wall", "ms"),
      compare("processor time without the server's", "cpu", "ms"),
      compare("memory", "peak", "MB"),
    );
    const least = (all: readonly ProcessFigures[]) => Math.min(...all.map(({ wall }) => wall));
    goals.push(
      {
        claim: `${name}: to the daily table, of curl's time`,
        measured: least(figures.ours) / least(figures[CURL]),
        bound: { atMost: 1.3 },
      },
      {
        claim: `${name}: resident`,
        measured: Math.max(...figures.ours.map(({ peak }) => peak)),
        bound: { atMost: 600 },
        unit: "MB",
      },
    );
  }
  return {
    title: "server-year: 5.3 million samples from a server to the daily table",
    comparisons,
    goals,
    notes: [
      ...notes,
      "Ours is the whole process, from its start to the written table. curl makes the requests that " +
      `ours was seen to make, in their order, ${CONCURRENCY} at a time, and throws the answers away.`,
    ],
  };
}

async function measure({ url }: RunningServer, archive: YearsArchive) {
  const dir = await mkdtemp(join(tmpdir(), "wattbook-bench-server-"));
  try {
    const asked = await recordRequests(url, (front) => processFigures(report(front, archive)));
    const curl = await curlCommand(dir, url, { asked, concurrency: CONCURRENCY });
    const figures = await interleave({
      ours: () => processFigures(report(url, archive)),
      "ours, samples thrown away": () =>
        processFigures(denoRun("server_year/pull.ts", url.href, archive.dir)),
      [CURL]: () => processFigures(curl),
    }, { rounds: 5, repeats: 1 });
    return { figures, requests: asked.length };
  } finally {
    await rm(dir, { recursive: true });
  }
}

function report(url: URL, { dir, from, to }: YearsArchive): string[] {
  return [
    ...["/usr/bin/env", `METRICS_URL=${url}`],
    ...denoTask(
      "report",
      ...["--quiet", "--source", "server", "--household", join(dir, "household.json")],
      ...["--from", from, "--to", to, "--format", "csv", "--out", "-"],
    ),
  ];
}

/** Everything in an archive, one metric after the other, with the labels that tell series apart. */
async function* samplesOf({ dir }: YearsArchive): AsyncGenerator<SeriesColumns> {
  const archive = await openArchive(dir);
  for (const metric of await archive.metrics()) {
    const { columns } = await archive.samples(selector(metric), (await archive.extent())!);
    const labels = columns.labels.map(({ __name__, ain, pod }) => ({
      ...__name__ && { __name__ },
      ...ain && { ain },
      ...pod && { pod },
    }));
    yield { ...columns, labels };
  }
}
