/**
 * What a notebook needs to look at a replay: its results as Polars frames, and their plots.
 *
 * @example Which of the demo's prompts is better
 * ```ts
 * import assert from "node:assert/strict";
 * import { pl, replayResults } from "./mod.ts";
 *
 * const { comparisons } = await replayResults();
 * const verdicts = comparisons.filter(pl.col("verdict").isNotNull()).getColumn("verdict");
 * assert.deepEqual(verdicts.toArray(), ["worse", "worse"]);
 * ```
 *
 * @module
 */

export * from "./replay/plots/cost_quality.ts";
export * from "./replay/plots/differences.ts";
export * from "./replay/replay_results.ts";
export { type Frame, pl } from "../src/frames/frame.ts";
export * from "../src/frames/readable.ts";
export type { FigureOptions } from "../src/plots/figure.ts";
export type { Figure } from "../src/plots/svg.ts";
export type { Theme } from "../src/plots/theme.ts";
export * from "../src/plots/save_figure.ts";
