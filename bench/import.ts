/**
 * Importing `mod.ts`, as the first cell of every notebook does.
 *
 * @module
 */

import { type Report, toRow } from "./benchmark.ts";
import { denoRun } from "./deno_command.ts";
import { interleave } from "./interleave.ts";
import { processFigures } from "./process_figures.ts";

/** Measures the import. */
export async function importing(): Promise<Report> {
  const program = (path: string) => async () => (await processFigures(denoRun(path))).wall;
  const figures = await interleave({
    "a program with mod.ts": program("import/everything.ts"),
    "with nodejs-polars alone": program("import/engine.ts"),
    "without any import": program("import/nothing.ts"),
  }, { rounds: 25, repeats: 1 });
  const rows = Object.entries(figures).map(([name, times]) => toRow(name, times));
  return {
    title: "import: mod.ts in a new process",
    comparisons: [{ caption: "new process", unit: "ms", rows }],
    goals: [
      {
        claim: "the import, which is the difference",
        measured: rows[0]!.min - rows[2]!.min,
        bound: { atMost: 150 },
        unit: "ms",
      },
      {
        claim: "mod.ts, as a multiple of nodejs-polars alone",
        measured: rows[0]!.min / rows[1]!.min,
        bound: { atMost: 2.3 },
      },
    ],
  };
}
