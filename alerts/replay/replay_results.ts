/**
 * A replay as frames, for notebooks.
 *
 * @module
 */

import { demoFile } from "./demo_file.ts";
import type { ReplayResults } from "./judge_replay.ts";

export type { ReplayFrames } from "./results/replay_frames.ts";
export type { ReplayResults };

/**
 * What does the work. Deno reads a file that an import names when the program starts, whether or not
 * it comes to the import, and here that would be 150 files, for which every notebook would wait. So
 * the name is made up at run time.
 */
const JUDGING = new URL("./judge_replay.ts", import.meta.url).href;

/**
 * Judges a replay that was answered already: nothing is asked, and nothing is written.
 *
 * @param path A `replay.yaml`, whose recordings are judged, or the folder of a run. Default: the
 * shipped demo.
 * @throws {WattbookError} `MISSING_ANSWERS` if not all answers are there, and what configuration, cases,
 * labels and recordings have to complain about.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { replayResults } from "./replay_results.ts";
 *
 * const { variants, baseline, isSample } = await replayResults();
 * assert(isSample);
 * assert.equal(variants.getColumn("variant").toArray()[0], baseline);
 * ```
 */
export async function replayResults(
  path: string = demoFile(),
): Promise<ReplayResults> {
  const { judgeReplay }: typeof import("./judge_replay.ts") = await import(JUDGING);
  return await judgeReplay(path);
}
