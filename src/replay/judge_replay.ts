/**
 * A replay that was answered already, judged, as frames.
 *
 * @module
 */

import { isFile } from "../command/is_file.ts";
import { WattbookError } from "../errors.ts";
import type { Frame } from "../frames/polars.ts";
import { answersOfRun, recordedAnswers } from "./answers.ts";
import { judgeAnswers } from "./judge_answers.ts";
import { replayFrames } from "./results/replay_frames.ts";

/** A replay that was scored and compared. What is not known is `null`. */
export interface ReplayResults {
  /** Name of the run or of the configuration. */
  readonly name: string;
  /** Number of alerts. */
  readonly alerts: number;
  /** Number of names of alerts: what counts in the statistics. */
  readonly clusters: number;
  /** The variant that the others are compared with. */
  readonly baseline: string;
  /** The check that the verdicts are about. */
  readonly primary: string;
  /** Whether people wrote the answers for a demonstration: then nothing is said of any model. */
  readonly isSample: boolean;
  /**
   * A row per variant: `variant`, `model`, mean `score` with its 95 % interval (`low`, `high`), `passed`
   * (share of answers that pass all gates), `usd` [USD], `input_tokens`, `output_tokens`, and the median
   * `latency_ms` [ms].
   */
  readonly variants: Frame;
  /**
   * A row per candidate and check: `candidate`, `check`, `kind`, `baseline_mean`, `candidate_mean`,
   * `difference` with its 95 % interval (`low`, `high`), `p`, and of the primary check the `verdict`.
   */
  readonly comparisons: Frame;
  /** A row per alert, variant and repeat, with a column per check, tokens, cost and latency. */
  readonly results: Frame;
  /** A row per verdict: `case`, `cluster`, `variant`, `sample`, `check`, `kind`, `value`, `reason`. */
  readonly scores: Frame;
  /**
   * What was answered: `case`, `cluster`, `variant`, `sample`, `summary`, `cause` (the first one),
   * `confidence`, `severity`. Models and strangers wrote it.
   */
  readonly answers: Frame;
  /** Alerts at which a candidate lost, the worst first, with what it lost by. */
  readonly losses: Frame;
}

/**
 * Judges a replay that was answered already: nothing is asked, and nothing is written.
 *
 * @param path A `replay.yaml`, whose recordings are judged, or the folder of a run.
 * @throws {WattbookError} `MISSING_ANSWERS` if not all answers are there, and what configuration, cases,
 * labels and recordings have to complain about.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { demoFile } from "./demo_file.ts";
 * import { judgeReplay } from "./judge_replay.ts";
 *
 * const { alerts, clusters } = await judgeReplay(demoFile());
 * assert(alerts > clusters);
 * ```
 */
export async function judgeReplay(path: string): Promise<ReplayResults> {
  // A file is a configuration, anything else can only be the folder of a run.
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
    primary: results.primary,
    isSample: results.isSample,
    ...replayFrames(judgement),
  };
}
