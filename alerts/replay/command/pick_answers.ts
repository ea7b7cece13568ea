import { type Answers, answersOfRun, findRun, recordedAnswers } from "../answers.ts";
import { demoFile } from "../demo_file.ts";

/** Which answers a person means. */
export interface PickAnswersOptions {
  readonly runs: string;
  /** `replay.yaml`. @default the demo's, or the one of the run */
  readonly config?: string;
  readonly run?: string;
}

/**
 * The answers that a command is about: those of a run if one is named, else the recorded ones of a
 * configuration, else those of the demo.
 */
export async function pickAnswers(
  { runs, config, run }: PickAnswersOptions,
): Promise<Answers> {
  return run === undefined
    ? await recordedAnswers(config ?? demoFile())
    : await answersOfRun(await findRun(run, runs), config === undefined ? {} : { config });
}
