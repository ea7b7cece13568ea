/**
 * A judged replay as frames for notebooks.
 *
 * @module
 */

import { isFile } from "../../src/files.ts";
import { WattbookError } from "../src/errors.ts";
import { answersOfRun, recordedAnswers } from "./answers.ts";
import { demoFile } from "./demo_file.ts";
import { judgeAnswers } from "./judge_answers.ts";
import { type ReplayFrames, replayFrames } from "./results/replay_frames.ts";

export type { ReplayFrames };

/** A judged replay. Unknown values are `null`. */
export interface ReplayResults extends ReplayFrames {
  /** Name of the run or of the configuration. */
  readonly name: string;
  /** Number of alerts. */
  readonly alerts: number;
  /** Number of names of alerts, the unit of the statistics. */
  readonly clusters: number;
  /** The variant that the others are compared with. */
  readonly baseline: string;
  /** The checks that the verdicts are about. */
  readonly primaries: readonly string[];
  /**
   * Whether answers are synthetic, generated for a demo. Then the figures say nothing about any
   * model.
   */
  readonly isSynthetic: boolean;
}

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
 * const { variants, baseline, isSynthetic, alerts, clusters } = await replayResults();
 * assert(isSynthetic && alerts > clusters);
 * assert.equal(variants.getColumn("variant").toArray()[0], baseline);
 * ```
 */
export async function replayResults(path: string = demoFile()): Promise<ReplayResults> {
  // A file is a configuration; anything else must be the folder of a run.
  const answers = await isFile(path) ? await recordedAnswers(path) : await answersOfRun(path);
  const judgement = await judgeAnswers(answers);
  const { results, missing, total } = judgement;
  if (missing > 0) {
    throw new WattbookError("MISSING_ANSWERS", `${missing} of ${total} answers are missing`, {
      hint: `Fetch them with 'deno task replay:record ${path}'.`,
    });
  }
  return {
    name: results.run,
    alerts: results.cases.length,
    clusters: new Set(results.cases.map(({ cluster }) => cluster)).size,
    baseline: results.baseline,
    primaries: results.primaries,
    isSynthetic: results.isSynthetic,
    ...replayFrames(judgement),
  };
}
