import type { Effects } from "../../command/effects.ts";
import type { Answers } from "../answers.ts";
import { exitCodeOf, type ExitOptions, REPLAY_EXIT } from "../exit.ts";
import { judgeAnswers } from "../judge_answers.ts";
import { printJudgement } from "../print/print_judgement.ts";
import { writeResults } from "./write_results.ts";

/**
 * Judges the answers of a run, prints what was found, and writes the results into its folder. Where
 * answers are missing there are no figures, unless they are asked for.
 *
 * @param folder Folder of the run.
 * @returns Exit code.
 * @throws {WattbookError} `FILE_NOT_WRITTEN`, `BAD_CONFIG`, `BAD_RUN`
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { processEffects } from "../../command/effects.ts";
 * import { conclude } from "./conclude.ts";
 *
 * const answers = { config: { baseline: "old", primary: "scor", weights: {} } } as never;
 * const effects = processEffects(new AbortController().signal);
 * await assert.rejects(conclude("runs/a", answers, effects), /there is no check 'scor'/);
 * ```
 */
export async function conclude(
  folder: string,
  answers: Answers,
  { stdout, stderr }: Pick<Effects, "stdout" | "stderr">,
  options: ExitOptions = {},
): Promise<number> {
  const judgement = await judgeAnswers(answers);
  const { missing, total, results } = judgement;
  const exitCode = exitCodeOf(judgement, options);
  if (exitCode === REPLAY_EXIT.missing) {
    await stderr.write(
      `${missing} of ${total} answers of '${folder}' are missing: there are no figures without ` +
        "--allow-missing\n",
    );
    return exitCode;
  }
  await writeResults(folder, results);
  await stdout.write(
    `${printJudgement(judgement, stdout)}\nReport, tables and rows are in ${folder}\n`,
  );
  return exitCode;
}
