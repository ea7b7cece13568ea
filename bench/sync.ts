/**
 * Ten years of three series at 15 s from a real server into an archive, on both wires.
 *
 * @module
 */

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROMETHEUS, startPrometheusOn } from "../tests/servers/prometheus.ts";
import { installed } from "../tests/servers/running_server.ts";
import { type Report, toRow } from "./benchmark.ts";
import { denoTask } from "./deno_command.ts";
import { interleave } from "./interleave.ts";
import { type ProcessFigures, processFigures } from "./process_figures.ts";
import { cpuOf } from "./server_year/own_account.ts";
import { yearsBlocks, yearsHousehold } from "./year/data.ts";

const YEARS = 10;
const WIRES = ["chunks", "json"] as const;

/** Measures the first sync of a house with a long past. */
export async function syncing(): Promise<Report> {
  const title = `sync: ${YEARS} years of three series at 15 s, from a server into a new archive`;
  if (!await installed(PROMETHEUS)) {
    const notes = ["Left out: Prometheus is not installed"];
    return { title, comparisons: [], goals: [], notes };
  }
  await using server = await startPrometheusOn(await yearsBlocks(YEARS));
  const dir = await mkdtemp(join(tmpdir(), "wattbook-bench-sync-"));
  try {
    const household = join(dir, "household.json");
    await writeFile(household, yearsHousehold());
    const run = (wire: string) => async () => {
      const archive = join(dir, wire), before = await cpuOf(server.url);
      const figures = await processFigures([
        ...["/usr/bin/env", `METRICS_URL=${server.url}`],
        ...denoTask("sync", "--dir", archive, "--household", household, "--wire", wire),
      ]);
      await rm(archive, { recursive: true });
      return { ...figures, server: await cpuOf(server.url) - before };
    };
    type Figures = ProcessFigures & { readonly server: number };
    const figures = await interleave<(typeof WIRES)[number], Figures>(
      { chunks: run("chunks"), json: run("json") },
      { rounds: 1, repeats: 1, warmup: 0 },
    );
    const rows = (of: (one: Figures) => number) =>
      WIRES.map((wire) => toRow(`--wire ${wire}`, figures[wire].map(of)));
    return {
      title,
      comparisons: [
        { caption: "start to end", unit: "ms", rows: rows(({ wall }) => wall) },
        { caption: "time of its processors", unit: "ms", rows: rows(({ cpu }) => cpu) },
        { caption: "the server's processor time", unit: "ms", rows: rows((one) => one.server) },
        { caption: "memory", unit: "MB", rows: rows(({ peak }) => peak) },
      ],
      goals: [],
      notes: [
        "Each was run once. Packing the months takes nearly all of the time, on either wire.",
      ],
    };
  } finally {
    await rm(dir, { recursive: true });
  }
}
