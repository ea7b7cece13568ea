import type { Effects } from "../../../src/terminal/command.ts";
import { runAnswers } from "../answers.ts";
import { openCassettes } from "../cassette/cassettes.ts";
import { REPLAY_EXIT } from "../exit.ts";
import { loadReplay, type ReplayPart } from "../load_replay.ts";
import { missesOf } from "../misses.ts";
import { printMisses } from "../print/print_misses.ts";
import { recordArguments } from "../record_arguments.ts";
import { manifestOf } from "../run/manifest.ts";
import { openRun } from "../run/run_folder.ts";
import { survey } from "../run/survey.ts";
import { conclude } from "./conclude.ts";

export interface RunReplayOptions extends ReplayPart {
  readonly runs: string;
  readonly allowMissing?: boolean;
}

/** What came of a replay. */
export interface ReplayOutcome {
  readonly exitCode: number;
  readonly folder: string;
}

/** Replays a configuration from its recordings into a run, judges it, and prints what was found. */
export async function runReplay(
  file: string,
  { runs, allowMissing = false, ...part }: RunReplayOptions,
  effects: Effects,
): Promise<ReplayOutcome> {
  const { stderr, signal, now } = effects;
  const replay = await loadReplay(file, part);
  const cassettes = openCassettes(replay.config.cassettes);
  using run = await openRun(runs, manifestOf(replay, runs));
  const { folder } = run;
  const found = await survey(replay, run, cassettes, { signal });
  const again = recordArguments(file, { runs, ...part });
  if (found.missing.length > 0) {
    await stderr.write(
      await printMisses(missesOf(found, replay.config.prices), cassettes, {
        recordArguments: again,
        now: now(),
        allowMissing,
        colours: stderr.colours,
      }),
    );
    if (!allowMissing) return { exitCode: REPLAY_EXIT.missing, folder };
  }
  const answers = runAnswers(folder, run.manifest, replay);
  return {
    exitCode: await conclude(folder, answers, { allowMissing, recordArguments: again }, effects),
    folder,
  };
}
