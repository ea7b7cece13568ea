/**
 * What a notebook needs to look at a replay: its results as Polars frames.
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

export * from "./replay/replay_results.ts";
export { type Frame, pl } from "../src/frames/frame.ts";
export * from "../src/frames/readable.ts";
