/**
 * Batteries in a year of history: the self-use rule for many sizes, and the best use beside HiGHS.
 *
 * @module
 */

import { type Report, toRow } from "./benchmark.ts";
import { denoRun } from "./deno_command.ts";
import { interleave, timed } from "./interleave.ts";
import { processFigures } from "./process_figures.ts";
import { byDynamicProgram, type Work } from "./whatif/one.ts";
import { syntheticYear } from "./whatif/year.ts";

/** Measures the what-if of batteries. */
export async function whatIf(): Promise<Report> {
  const quarters = syntheticYear(15), minutes = syntheticYear(1);
  const { best, bestMinutes } = await interleave({
    best: timed(() => byDynamicProgram(quarters)),
    bestMinutes: timed(() => byDynamicProgram(minutes)),
  }, { rounds: 5, repeats: 1 });
  const alone = (work: Work) => () => processFigures(denoRun("whatif/one.ts", work));
  const { sizes, lossy, ours, nothing } = await interleave({
    sizes: alone("sizes"),
    lossy: alone("lossy"),
    ours: alone("ours"),
    nothing: alone("nothing"),
  }, { rounds: 3, repeats: 1, warmup: 0 });
  const highs = await alone("highs")();
  if (Math.abs(Number(ours[0]!.stdout) - Number(highs.stdout)) > 1e-3) {
    throw new Error(`The contenders disagree: ${ours[0]!.stdout} and ${highs.stdout}`);
  }
  const least = (figures: readonly number[]) => Math.min(...figures);
  const own = least(nothing.map(({ cpu }) => cpu));
  const cpuOf = (figures: typeof sizes) => figures.map(({ cpu }) => cpu);
  const peakOf = (figures: typeof sizes) => figures.map(({ peak }) => peak);
  return {
    title: "whatif: batteries in a year of history",
    comparisons: [
      {
        caption: "a year at 60 s, 20 sizes × 3 powers, with ranges: processor time of a process",
        unit: "ms",
        rows: [
          toRow("constant efficiency", cpuOf(sizes)),
          toRow("part-load losses", cpuOf(lossy)),
        ],
      },
      {
        caption: "best use of 10 kWh in a year",
        unit: "ms",
        rows: [
          toRow("dynamic program, 15 min", best),
          toRow("dynamic program, 1 min", bestMinutes),
          toRow("HiGHS, 15 min, simplex (processor time)", [highs.cpu - own]),
        ],
      },
      {
        caption: "memory of a process, best use at 15 min",
        unit: "MB",
        rows: [
          toRow("dynamic program", peakOf(ours)),
          toRow("HiGHS", [highs.peak]),
          toRow("neither, the year alone", peakOf(nothing)),
        ],
      },
    ],
    goals: [
      {
        claim: "60 batteries in a year at 60 s",
        measured: least(cpuOf(sizes)) / 1000,
        bound: { atMost: 3 },
        unit: "s",
      },
      {
        claim: "best use of a year at 15 min",
        measured: least(best) / 1000,
        bound: { atMost: 1 },
        unit: "s",
      },
      {
        claim: "best use, resident",
        measured: Math.max(...peakOf(ours)),
        bound: { atMost: 300 },
        unit: "MB",
      },
      {
        claim: "HiGHS takes",
        measured: (highs.cpu - own) / least(best),
        bound: { atLeast: 10 },
      },
    ],
    notes: [
      "HiGHS is the npm package `highs`, in WebAssembly; it solves the same year once. Its time " +
      "includes writing and reading the problem. Both costs agree within 0.001 €.",
    ],
  };
}
