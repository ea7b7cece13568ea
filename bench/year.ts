/**
 * A year, and ten, of three series at 15 s: from the archive to the daily table.
 *
 * @module
 */

import { join } from "node:path";
import type { Report } from "./benchmark.ts";
import { denoRun, denoTask } from "./deno_command.ts";
import { interleave } from "./interleave.ts";
import { processComparisons } from "./process_comparisons.ts";
import { processFigures } from "./process_figures.ts";
import { type YearsArchive, yearsArchive } from "./year/data.ts";

/** Measures the archive. */
export async function year(): Promise<Report> {
  const one = await yearsArchive(1), ten = await yearsArchive(10);
  const figures = await interleave({
    "a year": () => processFigures(report(one)),
    "ten years": () => processFigures(report(ten)),
    "a year, as a page": () => processFigures(report(one, "html")),
    "a year, read and thrown away": () => processFigures(denoRun("year/read.ts", one.dir)),
    "an empty Deno": () => processFigures([Deno.execPath(), "eval", ""]),
  }, { rounds: 7, repeats: 1 });
  const wall = (name: keyof typeof figures) => Math.min(...figures[name].map(({ wall }) => wall));
  const peak = (name: keyof typeof figures) => Math.max(...figures[name].map(({ peak }) => peak));
  return {
    title: "year: 5.3 million samples a year, from the archive to the daily table",
    comparisons: processComparisons(figures),
    goals: [
      { claim: "a year", measured: wall("a year") / 1000, bound: { atMost: 1 }, unit: "s" },
      { claim: "a year, resident", measured: peak("a year"), bound: { atMost: 600 }, unit: "MB" },
      {
        claim: "ten years, divided by one year",
        measured: wall("ten years") / wall("a year"),
        bound: { atMost: 11 },
      },
      {
        claim: "ten years, resident",
        measured: peak("ten years"),
        bound: { atMost: 600 },
        unit: "MB",
      },
      {
        claim: "a page, divided by the table",
        measured: wall("a year, as a page") / wall("a year"),
        bound: { atMost: 2.5 },
      },
    ],
    notes: [
      "The whole command: `deno task report --source archive:…`, from start to end. Times are the " +
      "smallest, memory in the goals is the greatest of all rounds.",
    ],
  };
}

function report({ dir, from, to }: YearsArchive, format: "csv" | "html" = "csv"): string[] {
  return denoTask(
    "report",
    ...["--quiet", "--source", `archive:${dir}`, "--household", join(dir, "household.json")],
    ...["--from", from, "--to", to, "--format", format, "--out", "-"],
  );
}
