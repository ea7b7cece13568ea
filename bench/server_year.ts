/**
 * A year of three series at 15 s from a real server: no archive, nothing cached.
 *
 * @module
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openArchive } from "../src/archive/open_archive.ts";
import { connect } from "../src/client/connect.ts";
import type { SeriesColumns } from "../src/columns.ts";
import { selector } from "../src/selector.ts";
import { PROMETHEUS, startPrometheus } from "../tests/servers/prometheus.ts";
import { installed, type RunningServer } from "../tests/servers/running_server.ts";
import { startVictoriaMetrics, VICTORIA_METRICS } from "../tests/servers/victoria_metrics.ts";
import { type Comparison, type Goal, type Report, type Row, toRow } from "./benchmark.ts";
import { denoRun, denoTask } from "./deno_command.ts";
import { interleave } from "./interleave.ts";
import { type ProcessFigures, processFigures } from "./process_figures.ts";
import { keepOn, onProcessor, TASKSET } from "./server_year/apart.ts";
import { curlCommand } from "./server_year/curl.ts";
import { accountOf, type OwnAccount } from "./server_year/own_account.ts";
import { recordRequests } from "./server_year/record_requests.ts";
import { type YearsArchive, yearsArchive } from "./year/data.ts";

const SERVERS = [
  { name: "Prometheus", program: PROMETHEUS, start: startPrometheus },
  { name: "VictoriaMetrics", program: VICTORIA_METRICS, start: startVictoriaMetrics },
];
/** Requests in flight, as `connect()` has them. */
const CONCURRENCY = 8;
/** How often one process computes the table: only the first time is its code new to V8. */
const TIMES = 4;

/** Where server and client run. */
interface Placement {
  readonly caption: string;
  /** The only processors of both. */
  readonly only?: { readonly server: number; readonly client: number };
}

const APART: Placement = { caption: "a processor each", only: { server: 0, client: 1 } };
const TOGETHER: Placement = { caption: "all processors for both" };

/** Measures the pull of a year. */
export async function serverYear(): Promise<Report> {
  const archive = await yearsArchive(1);
  const comparisons: Comparison[] = [], goals: Goal[] = [], notes: string[] = [];
  const canPart = navigator.hardwareConcurrency > 1 && await installed(TASKSET);
  if (!canPart) notes.push("Not judged: `taskset` and two processors are needed for that");
  for (const { name, program, start } of SERVERS) {
    if (!await installed(program)) {
      notes.push(`Left out: ${name} is not installed`);
      continue;
    }
    await using server = await start(samplesOf(archive));
    for (const placement of canPart ? [APART, TOGETHER] : [TOGETHER]) {
      const found = await measure(server, archive, placement);
      const caption = `${name}, ${placement.caption}`;
      comparisons.push(
        { caption: `${caption}, ${found.requests} requests`, unit: "ms", rows: found.wall },
        { caption: `${caption}, the server's processor time`, unit: "ms", rows: found.server },
      );
      const [ours] = found.wall, curl = found.wall.at(-1)!;
      if (placement === APART) {
        goals.push({
          claim:
            `${name}: time to the daily table in a warm process, divided by curl's, a processor each`,
          measured: ours!.min / curl.min,
          bound: { atMost: found.hasRead ? 0.8 : 1.3 },
        });
        if (found.hasRead) {
          goals.push({
            claim: `${name}: the whole command, divided by curl's time, a processor each`,
            measured: found.wall.find(({ contender }) => contender === COMMAND)!.min / curl.min,
            bound: { atMost: 1.3 },
          }, {
            claim: `${name}: the server's processor time for ours, divided by that for curl's JSON`,
            measured: found.server[0]!.min / found.server.at(-1)!.min,
            bound: { atMost: 0.15 },
          }, {
            claim: `${name}: bytes, divided by those as JSON`,
            measured: found.bytes,
            bound: { atMost: 0.4 },
          });
        }
      }
      goals.push({
        claim: `${name}, ${placement.caption}: resident`,
        measured: found.peak,
        bound: { atMost: 600 },
        unit: "MB",
      });
    }
  }
  return {
    title: "server-year: 5.3 million samples from a server to the daily table",
    comparisons,
    goals,
    notes: [
      ...notes,
      '"Ours" is the time from the call to the table, first in a process that has done it before, then ' +
      "in one that has not. The whole command is measured from its start to its end. curl makes the " +
      `requests that ours makes with --wire json, in their order, ${CONCURRENCY} at a time, and throws ` +
      "the answers away. The start of its process does not count. In flight: the sum of the " +
      "durations that the server counts, divided by the time that passed.",
    ],
  };
}

const COMMAND = "deno task report, start to end";

/** What a year took in one placement. */
interface Found {
  /** Whether ours used remote read. */
  readonly hasRead: boolean;
  /** Bytes of ours, as a share of those of curl. */
  readonly bytes: number;
  readonly requests: number;
  readonly wall: readonly Row[];
  readonly server: readonly Row[];
  /** Most memory of any process of ours. [MB] */
  readonly peak: number;
}

async function measure(
  { url, pid }: RunningServer,
  archive: YearsArchive,
  { only }: Placement,
): Promise<Found> {
  const dir = await mkdtemp(join(tmpdir(), "wattbook-bench-server-"));
  try {
    const asked = await recordRequests(
      url,
      (front) => processFigures(report(front, archive, "json")),
    );
    const requests = asked.length, curl = await curlCommand(dir, url, asked, CONCURRENCY);
    await using _moved = only && await keepOn(only.server, pid);
    // By remote read it makes fewer requests, and Prometheus, which has it, counts them at once.
    const hasRead = await speaksRead(url), own = hasRead ? 0 : requests;
    const run = (command: readonly string[], expected: number, times = 1) => async () => {
      const placed = only ? onProcessor(only.client, command) : command;
      const work = () => processFigures(placed);
      const { result, account } = await accountOf(url, times * expected, work);
      return { ...result, account, times };
    };
    const figures = await interleave({
      table: run(table(url, archive), own, TIMES),
      report: run(report(url, archive), own),
      curl: run(curl, requests),
      start: run(["curl", "--version"], 0),
    }, { rounds: 8, repeats: 1 });
    const took = figures.table.map(({ stdout }) => JSON.parse(stdout) as number[]);
    const start = Math.min(...figures.start.map(({ wall }) => wall));
    const reports = figures.report.map(({ wall }) => wall);
    const curls = figures.curl.map(({ wall }) => wall - start);
    // On its one processor a client that computes longer than the server cannot keep up with it.
    const computes = (all: readonly ProcessFigures[]) =>
      `${Math.min(...all.map(({ cpu }) => cpu)).toFixed(0)} ms of its processor`;
    const inFlight = (all: readonly { account: OwnAccount }[], passed: readonly number[]) =>
      `${(sum(all.map(({ account }) => account.duration)) / sum(passed)).toFixed(1)} in flight`;
    const ofServer = (name: string, all: typeof figures.table, passed: readonly number[]) =>
      toRow(name, all.map(({ account, times }) => account.cpu / times), inFlight(all, passed));
    const bytes = (all: typeof figures.table) => all[0]!.account.bytes / all[0]!.times;
    return {
      ...{ requests, hasRead },
      bytes: bytes(figures.table) / bytes(figures.curl),
      wall: [
        toRow("ours", took.flatMap(([, ...again]) => again)),
        toRow("ours, for the first time in its process", took.map(([first]) => first!)),
        toRow(COMMAND, reports, computes(figures.report)),
        toRow("curl to nowhere", curls, computes(figures.curl)),
      ],
      server: [
        ofServer("ours", figures.table, took.flat()),
        ofServer("deno task report", figures.report, reports),
        ofServer("curl to nowhere", figures.curl, curls),
      ],
      peak: Math.max(...[...figures.report, ...figures.table].map(({ peak }) => peak)),
    };
  } finally {
    await rm(dir, { recursive: true });
  }
}

function sum(all: readonly number[]): number {
  return all.reduce((sum, one) => sum + one, 0);
}

function table(url: URL, { dir, from, to }: YearsArchive): string[] {
  return denoRun("server_year/table.ts", url.href, dir, from, to, String(TIMES));
}

async function speaksRead(url: URL): Promise<boolean> {
  await using client = await connect({ route: { kind: "direct", url } });
  await client.samples("up", { start: 0, end: 0 });
  return client.wire === "chunks";
}

function report(url: URL, { dir, from, to }: YearsArchive, wire = "auto"): string[] {
  return [
    ...["/usr/bin/env", `METRICS_URL=${url}`],
    ...denoTask(
      "report",
      ...["--quiet", "--source", "server", "--household", join(dir, "household.json")],
      ...["--from", from, "--to", to, "--format", "csv", "--out", "-"],
      ...["--wire", wire],
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
