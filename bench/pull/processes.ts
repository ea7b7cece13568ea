/**
 * Pulling in a process of its own, as a script does: its time, and its memory.
 *
 * @module
 */

import { type Row, toRow } from "../benchmark.ts";
import { denoRun } from "../deno_command.ts";
import { interleave } from "../interleave.ts";
import { type ProcessFigures, processFigures } from "../process_figures.ts";
import { PANDAS_PROGRAM } from "./pandas.ts";
import type { Target } from "./target.ts";

/** Times and memory, as rows. */
export interface ProcessResults {
  /** From start to end. [ms] */
  readonly wall: Row[];
  /** Most resident at once. [MB] */
  readonly memory: Row[];
  /** Our memory for the month, less that for its last hour, as a share of prometheus-query's. */
  readonly share: number;
}

const OURS = "ours", PEER = "prometheus-query into Polars", PYTHON = "requests into pandas";

/** Measures all contenders, with the month and with its last hour. */
export async function measureProcesses({ url, hours, python }: Target): Promise<ProcessResults> {
  const programs: Record<string, string[]> = {
    [OURS]: denoRun("pull/ours.ts"),
    [PEER]: denoRun("pull/prometheus_query.ts"),
    ...(python !== null && { [PYTHON]: [python, PANDAS_PROGRAM] }),
  };
  const runs = (length: number) =>
    Object.fromEntries(
      Object.entries(programs).map(([name, program]) => [
        of(name, length),
        () => processFigures([...program, url.href, String(length)]),
      ]),
    );
  const figures = await interleave<string, ProcessFigures>({
    ...runs(hours),
    ...runs(1),
    "an empty Deno": () => processFigures([Deno.execPath(), "eval", ""]),
  }, { rounds: 5, repeats: 1 });
  const peak = (name: string) => Math.min(...figures[name]!.map(({ peak }) => peak));
  const taken = (name: string) => peak(of(name, hours)) - peak(of(name, 1));
  const rows = (figure: "wall" | "peak") =>
    Object.entries(figures).map(([name, all]) => toRow(name, all.map((one) => one[figure])));
  return { wall: rows("wall"), memory: rows("peak"), share: taken(OURS) / taken(PEER) };
}

function of(name: string, hours: number): string {
  return `${name}, ${hours === 1 ? "an hour" : "the month"}`;
}
