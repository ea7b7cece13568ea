import type { Effects } from "../../../src/terminal/command.ts";
import { answersOfRun, findRun } from "../answers.ts";
import { recordArguments } from "../record_arguments.ts";
import { conclude } from "./conclude.ts";

/** Options of {@linkcode scoreRun}. */
export interface ScoreRunOptions {
  /** Folder of the runs. */
  readonly runs: string;
  /** `replay.yaml` to judge by. @default the one of the run */
  readonly config?: string;
  /** Whether figures are given though answers are missing. @default {false} */
  readonly allowMissing?: boolean;
}

/**
 * Judges the answers of a run again, by the labels, checks and weights of today. Nobody is asked, and
 * no recording is read.
 *
 * @param name A run, its folder, or the beginning of its name.
 * @returns Exit code.
 * @throws {WattbookError} `BAD_RUN` and what its configuration has to complain about.
 */
export async function scoreRun(
  name: string,
  { runs, config, allowMissing = false }: ScoreRunOptions,
  effects: Pick<Effects, "stdout" | "stderr" | "now">,
): Promise<number> {
  const folder = await findRun(name, runs);
  const answers = await answersOfRun(folder, { ...(config !== undefined && { config }) });
  const again = recordArguments(answers.config.file, { runs });
  return await conclude(folder, answers, { allowMissing, recordArguments: again }, effects);
}
