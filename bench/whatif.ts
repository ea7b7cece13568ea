/**
 * Batteries in a year of history: the self-use rule for many sizes, and the best use beside HiGHS.
 *
 * @module
 */

import { simulateSizes, specsOf } from "../src/money/battery_sizes.ts";
import { withPrices } from "../src/money/price_series.ts";
import { parseTariff } from "../src/money/tariff.ts";
import { MINUTE } from "../src/time.ts";
import { type Report, toRow } from "./benchmark.ts";
import { denoRun } from "./deno_command.ts";
import { interleave, timed } from "./interleave.ts";
import { processFigures } from "./process_figures.ts";
import { byDynamicProgram } from "./whatif/optimum.ts";
import { syntheticYear } from "./whatif/year.ts";

/** Measures the what-if of batteries. */
export async function whatIf(): Promise<Report> {
  const minutes = syntheticYear(1), quarters = syntheticYear(15);
  const { days } = minutes;
  const price = (id: string, flow: string, price: number) => (
    { id, flow, from: "2020-01-01", unit: "ct/kWh", price, vat: 0 }
  );
  const json = {
    tz: "Etc/UTC",
    currency: "EUR",
    components: [price("a", "import", 30), price("b", "export", 8)],
  };
  const range = { start: days[0]!.start, end: days.at(-1)!.end };
  const tariff = await withPrices(parseTariff(json), range);
  const input = { ...minutes, step: MINUTE, error: { imported: 0.01, exported: 0.02 } };
  const sizes = Array.from({ length: 20 }, (_, i) => i + 1);
  const specs = specsOf({ kwh: sizes, kw: [2.5, 5, 10] });
  const lossy = specs.map((spec) => ({ ...spec, converterW: 20, fullLoadLoss: 0.02 }));
  const { sixty, sixtyLossy, best, bestMinutes } = await interleave({
    sixty: timed(() => simulateSizes(input, [tariff], specs, { optimum: false })),
    sixtyLossy: timed(() => simulateSizes(input, [tariff], lossy, { optimum: false })),
    best: timed(() => byDynamicProgram(quarters)),
    bestMinutes: timed(() => byDynamicProgram(minutes)),
  }, { rounds: 3, repeats: 1 });
  const alone = async (who: string) => {
    const figures = await processFigures(denoRun("whatif/optimum.ts", who));
    return { ...figures, ...JSON.parse(figures.stdout) as { cost: number; took: number } };
  };
  const ours = await alone("ours"), highs = await alone("highs"), nothing = await alone("nothing");
  if (Math.abs(ours.cost - highs.cost) > 1e-3) {
    throw new Error(`The contenders disagree: ${ours.cost} and ${highs.cost}`);
  }
  const seconds = (figures: readonly number[]) => Math.min(...figures) / 1000;
  return {
    title: "whatif: batteries in a year of history",
    comparisons: [
      {
        caption: "a year at 60 s, 20 sizes × 3 powers, with ranges",
        unit: "ms",
        rows: [toRow("constant efficiency", sixty), toRow("part-load losses", sixtyLossy)],
      },
      {
        caption: "best use of 10 kWh in a year",
        unit: "ms",
        rows: [
          toRow("dynamic program, 15 min", best),
          toRow("dynamic program, 1 min", bestMinutes),
          toRow("HiGHS, 15 min, simplex", [highs.took]),
        ],
      },
      {
        caption: "memory of a process, best use at 15 min",
        unit: "MB",
        rows: [
          toRow("dynamic program", [ours.peak]),
          toRow("HiGHS", [highs.peak]),
          toRow("neither, the year alone", [nothing.peak]),
        ],
      },
    ],
    goals: [
      {
        claim: "60 batteries in a year at 60 s",
        measured: seconds(sixty),
        bound: { atMost: 3 },
        unit: "s",
      },
      {
        claim: "best use of a year at 15 min",
        measured: seconds(best),
        bound: { atMost: 1 },
        unit: "s",
      },
      {
        claim: "best use, resident",
        measured: ours.peak,
        bound: { atMost: 300 },
        unit: "MB",
      },
      {
        claim: "HiGHS takes",
        measured: highs.took / Math.min(...best),
        bound: { atLeast: 10 },
      },
    ],
    notes: [
      "HiGHS is the npm package `highs`, in WebAssembly; it solves the same year once, and its time " +
      "contains writing and reading the problem. Both costs agree within 0.001 €.",
    ],
  };
}
