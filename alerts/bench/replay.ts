/**
 * `deno task bench replay`: stored answers, scored and compared.
 *
 * @module
 */

import { join } from "node:path";
import type { Report } from "../../bench/benchmark.ts";
import { denoTask } from "../../bench/deno_command.ts";
import { interleave } from "../../bench/interleave.ts";
import { processComparisons } from "../../bench/process_comparisons.ts";
import { processFigures } from "../../bench/process_figures.ts";
import { makeRun } from "./replay/make_run.ts";

/** Measures `deno task replay score`. */
export async function replay(): Promise<Report> {
  const folder = await Deno.makeTempDir({ prefix: "wattbook-bench-replay-" });
  try {
    const few = await makeRun(join(folder, "few"), 10);
    const many = await makeRun(join(folder, "many"), 100);
    const figures = await interleave({
      "10,000 answers": () => processFigures(denoTask("replay", "score", many)),
      "1,000 answers": () => processFigures(denoTask("replay", "score", few)),
    }, { rounds: 5, repeats: 1 });
    const [ours] = Object.values(figures);
    return {
      title: "replay: stored answers judged by every check, compared, and written in every form",
      comparisons: processComparisons(figures),
      goals: [
        {
          claim: "10,000 answers",
          measured: Math.min(...ours!.map(({ wall }) => wall)) / 1000,
          bound: { atMost: 5 },
          unit: "s",
        },
        {
          claim: "10,000 answers, resident",
          measured: Math.max(...ours!.map(({ peak }) => peak)),
          bound: { atMost: 450 },
          unit: "MB",
        },
      ],
      notes: [
        "The whole command: `deno task replay score RUN`, with all files that it writes. It does with " +
        "a heap of 150 MB; the rest is room that V8 takes while there is some.",
      ],
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
