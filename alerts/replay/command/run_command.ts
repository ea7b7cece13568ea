import type { Effects } from "../../../src/terminal/command.ts";
import { answersOfRun, findRun, runAnswers } from "../answers.ts";
import { openCassettes } from "../cassette/cassettes.ts";
import { loadReplay, type ReplayPart } from "../load_replay.ts";
import { printMisses } from "../print/print_misses.ts";
import { manifestOf } from "../run/manifest.ts";
import { openRun } from "../run/run_folder.ts";
import { survey } from "../run/survey.ts";
import { conclude } from "./conclude.ts";
import { type Given, recordArguments, REPLAY_EXIT } from "./command_line.ts";

export async function runReplay(
  file: string,
  { runs, allowMissing = false, ...part }: Pick<Given, "runs" | "allowMissing"> & ReplayPart,
  effects: Effects,
): Promise<number> {
  const { stderr, signal, now } = effects;
  const replay = await loadReplay(file, part);
  const cassettes = openCassettes(replay.config.cassettes);
  using run = await openRun(runs, manifestOf(replay, runs));
  const found = await survey(replay, run, cassettes, { signal });
  const options = { allowMissing, recordArguments: recordArguments(file, { runs, ...part }) };
  if (found.missing.length > 0) {
    const misses = { what: "answer", ...found, prices: replay.config.prices } as const;
    const style = { now: now(), colours: stderr.colours };
    await stderr.write(await printMisses(misses, cassettes, { ...options, ...style }));
    if (!allowMissing) return REPLAY_EXIT.missing;
  }
  return await conclude(run.folder, runAnswers(run.folder, run.manifest, replay), options, effects);
}

/**
 * Judges the answers of a run again, by the current labels, checks and weights. No recording is
 * read.
 */
export async function scoreRun(
  name: string,
  { runs, config, allowMissing = false }: Given,
  effects: Pick<Effects, "stdout" | "stderr" | "now">,
): Promise<number> {
  const folder = await findRun(name, runs);
  const answers = await answersOfRun(folder, config);
  const again = recordArguments(answers.config.file, { runs });
  return await conclude(folder, answers, { allowMissing, recordArguments: again }, effects);
}
