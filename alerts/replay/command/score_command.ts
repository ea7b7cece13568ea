import type { Effects } from "../../../src/terminal/command.ts";
import { answersOfRun, findRun } from "../answers.ts";
import { recordArguments } from "../record_arguments.ts";
import { conclude } from "./conclude.ts";

export interface ScoreRunOptions {
  readonly runs: string;
  /** `replay.yaml` to judge by. @default the one of the run */
  readonly config?: string;
  readonly allowMissing?: boolean;
}

/**
 * Judges the answers of a run again, by the labels, checks and weights of today. Nobody is asked,
 * and no recording is read.
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
