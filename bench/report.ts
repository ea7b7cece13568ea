/**
 * `deno task report` on the demo household, as anyone runs it first.
 *
 * @module
 */

import { type Report, toRow } from "./benchmark.ts";
import { denoTask } from "./deno_command.ts";
import { interleave } from "./interleave.ts";
import { processFigures } from "./process_figures.ts";

/** Measures the command. */
export async function report(): Promise<Report> {
  const figures = await interleave({
    "deno task report": () =>
      processFigures(
        denoTask("report", "--quiet", "--source", "demo", "--format", "csv", "--out", "-"),
      ),
    "deno task report --help": () => processFigures(denoTask("report", "--help")),
    "an empty Deno": () => processFigures([Deno.execPath(), "eval", ""]),
  }, { rounds: 15, repeats: 1 });
  const rows = (figure: "wall" | "peak") =>
    Object.entries(figures).map(([name, all]) => toRow(name, all.map((one) => one[figure])));
  const wall = rows("wall");
  return {
    title: "report: a year of the demo household, 1 sample a minute",
    comparisons: [
      { caption: "new process", unit: "ms", rows: wall },
      { caption: "memory", unit: "MB", rows: rows("peak") },
    ],
    goals: [
      { claim: "the report", measured: wall[0]!.min / 1000, bound: { atMost: 1 }, unit: "s" },
    ],
  };
}
