import { type Comparison, toRow } from "./benchmark.ts";
import type { ProcessFigures } from "./process_figures.ts";

/** What whole processes took, by contender: wall time, processor time and memory. */
export function processComparisons(
  figures: Readonly<Record<string, readonly ProcessFigures[]>>,
): Comparison[] {
  const compare = (
    caption: string,
    figure: keyof Omit<ProcessFigures, "stdout">,
    unit: Comparison["unit"],
  ): Comparison => ({
    caption,
    unit,
    rows: Object.entries(figures).map(([name, all]) => toRow(name, all.map((one) => one[figure]))),
  });
  return [
    compare("new process", "wall", "ms"),
    compare("time of all processors", "cpu", "ms"),
    compare("memory", "peak", "MB"),
  ];
}
