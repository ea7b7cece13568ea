/**
 * The plots of a replay: each with the code that makes it, and what it is good for.
 *
 * @module
 */

import { costQualityPlot, differencesPlot, type ReplayResults } from "../../mod.ts";
import type { Exhibit } from "../../../tests/gallery/exhibit.ts";

/** The gallery, in its order. It shows the demo replay, whose answers are synthetic. */
export const EXHIBITS: readonly Exhibit<ReplayResults>[] = [
  {
    name: "differences",
    title: "Which prompt is better",
    text:
      "Each candidate of a replay against the baseline, check by check, with the interval that " +
      "holds the true difference 95 times out of 100. The demo's answers are synthetic, generated for it.",
    code: "await differencesPlot((await replayResults()).comparisons)",
    draw: ({ comparisons, baseline }, options) =>
      differencesPlot(comparisons, { baseline, ...options }),
  },
  {
    name: "cost-quality",
    title: "What a prompt costs",
    text: "Left and above is cheaper and better. The demo's prices are made up.",
    code: "await costQualityPlot((await replayResults()).variants)",
    draw: ({ variants }, options) => costQualityPlot(variants, options),
  },
];
