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
        "Measured is the whole command `deno task replay score RUN`, including all files that it writes. " +
        "A heap of 150 MB is enough for it; V8 uses more memory if it is available.",
      ],
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
