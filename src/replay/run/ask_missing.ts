import { type Effects, REAL_EFFECTS } from "../../analyzer/effects.ts";
import type { Cassettes } from "../cassette/cassettes.ts";
import { askAll, type AskAllOptions, type AskOutcome } from "./ask_all.ts";
import { rowOf } from "./row_of.ts";
import type { OpenRun } from "./run_folder.ts";
import type { MissingAnswer } from "./survey.ts";

/** Options of {@linkcode askMissing}. */
export type AskMissingOptions = Omit<AskAllOptions<MissingAnswer>, "onAnswer" | "onFailure">;

/**
 * Asks for the answers that a survey missed, and writes a row for each place: behind the recording,
 * so that no row is of an answer that may be lost.
 *
 * @throws {WattbookError} `FILE_NOT_WRITTEN`, `BAD_RECORDING`
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../secret.ts";
 * import { openCassettes } from "../cassette/cassettes.ts";
 * import { askMissing } from "./ask_missing.ts";
 *
 * const outcome = await askMissing([], { add: () => {} }, openCassettes("cassettes"), {
 *   ask: () => Promise.reject(new Error("nobody asks")),
 *   apiKey: new Secret("key"),
 *   mode: "record",
 *   signal: new AbortController().signal,
 * });
 * assert.equal(outcome.answered, 0);
 * ```
 */
export async function askMissing(
  missing: readonly MissingAnswer[],
  run: Pick<OpenRun, "add">,
  cassettes: Cassettes,
  options: AskMissingOptions,
  effects: Effects = REAL_EFFECTS,
): Promise<AskOutcome<MissingAnswer>> {
  const { prices = [] } = options;
  const outcome = await askAll(missing, cassettes, {
    ...options,
    onAnswer(asked, recording, from) {
      for (const one of asked) run.add(rowOf(one, recording, { from, prices }));
    },
    onFailure(asked, failure) {
      for (const { place, key } of asked) run.add({ ...place, key, status: "error", failure });
    },
  }, effects);
  for (const { place, key } of outcome.unasked) run.add({ ...place, key, status: "missing" });
  return outcome;
}
