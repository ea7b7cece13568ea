/**
 * A judged replay as frames for notebooks.
 *
 * @module
 */

import { isFile } from "../../src/files.ts";
import type { Frame } from "../../src/frames/frame.ts";
import { WattbookError } from "../src/errors.ts";
import { answersOfRun, demoFile, recordedAnswers } from "./answers.ts";
import { judgeAnswers } from "./judge_answers.ts";
import { answersFrame, comparisonsFrame, tableFrame, variantsFrame } from "./results/frames.ts";
import { resultsTable, scoresTable } from "./results/tables.ts";

/** A judged replay. Unknown values are `null`. */
export interface ReplayResults {
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
  /**
   * A row per variant: `variant`, `model`, mean `score` over names of alerts with its 95 % interval
   * (`low`, `high`), `passed` (share of alerts of which every answer passes all gates), `usd`
   * [USD], `input_tokens`, `output_tokens`, and the median `latency_ms` [ms].
   */
  readonly variants: Frame;
  /**
   * A row per candidate and check, primary checks first: `candidate`, `check`, `kind`,
   * `baseline_mean`, `candidate_mean`, `difference` over names with its 95 % interval (`low`,
   * `high`) and `p` (neither is corrected for the number of checks), the number of `names` and
   * `alerts`, and of primary checks the `verdict`, which is corrected, with a sentence
   * (`in_words`).
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
}

/**
 * Judges a replay that was answered already: nothing is asked, and nothing is written.
 *
 * @param path A `replay.yaml`, whose recordings are judged, or the folder of a run. Default: the
 * shipped demo.
 * @throws {WattbookError} `MISSING_ANSWERS` if not all answers are there, and any error of
 * configuration, cases, labels and recordings.
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
  const { results, missing, total } = await judgeAnswers(answers);
  if (missing > 0) {
    throw new WattbookError("MISSING_ANSWERS", `${missing} of ${total} answers are missing`, {
      hint: `Fetch them with 'deno task replay:record ${path}'.`,
    });
  }
  const { run: name, cases, baseline, primaries, isSynthetic, rows, scores } = results;
  return {
    name,
    alerts: cases.length,
    clusters: new Set(cases.map(({ cluster }) => cluster)).size,
    baseline,
    primaries,
    isSynthetic,
    variants: variantsFrame(results),
    comparisons: comparisonsFrame(results),
    results: tableFrame(resultsTable(rows, scores)),
    scores: tableFrame(scoresTable(scores)),
    answers: answersFrame(rows),
  };
}
