import { join } from "node:path";
import type { Effects } from "../../../src/terminal/command.ts";
import { type Answers, answersOfRun, findRun, runAnswers } from "../answers.ts";
import type { Config } from "../config/read_config.ts";
import { judgeAnswers, type Judgement } from "../judge_answers.ts";
import { loadReplay, type ReplayPart } from "../load_replay.ts";
import { printMisses } from "../print/print_misses.ts";
import { reportBlocks, warningBlocks } from "../report/report_blocks.ts";
import { toTerminal } from "../report/terminal.ts";
import { resultFiles } from "../results/result_files.ts";
import { manifestOf } from "../run/manifest.ts";
import { openRun } from "../run/run_folder.ts";
import { survey } from "../run/requests.ts";
import { writeWhole } from "../write_whole.ts";
import { type Given, REPLAY_EXIT } from "./command_line.ts";

/** What the command line said. `case` and `variant` name a part of the configuration. */
type RunOptions = Pick<Given, "runs" | "allowMissing"> & ReplayPart;

export async function runReplay(file: string, options: RunOptions, effects: Effects) {
  const { runs, allowMissing = false } = options;
  const replay = await loadReplay(file, options), { config } = replay;
  using run = await openRun(runs, manifestOf(replay, runs));
  const found = await survey(replay, run, effects.signal);
  if (found.missing.length > 0) {
    await tellMisses({ what: "answer", ...found }, config, options, effects);
    if (!allowMissing) return REPLAY_EXIT.missing;
  }
  return await conclude(run.folder, runAnswers(run.folder, run.manifest, replay), options, effects);
}

/** Judges a run again by the current labels, checks and weights. No recording is read. */
export async function scoreRun(
  name: string,
  { runs, config, allowMissing = false }: Given,
  effects: Effects,
): Promise<number> {
  const folder = await findRun(name, runs);
  return await conclude(
    folder,
    await answersOfRun(folder, config),
    { runs, allowMissing },
    effects,
  );
}

/**
 * Judges the answers of a run, prints the report and writes the result files. If answers or
 * judgements are missing, it prints no figures unless `allowMissing` is set.
 */
export async function conclude(
  folder: string,
  answers: Answers,
  options: RunOptions,
  effects: Effects,
): Promise<number> {
  const { stdout, stderr } = effects;
  const judgement = await judgeAnswers(answers);
  const { missing, total, judgements, results } = judgement;
  const exitCode = exitCodeOf(judgement, options.allowMissing ?? false);
  if (missing > 0 && exitCode === REPLAY_EXIT.missing) {
    await stderr.write(
      `${missing} of ${total} answers of '${folder}' are missing: there are no figures without ` +
        "--allow-missing\n",
    );
    return exitCode;
  }
  if (judgements.missing.length > 0) {
    await tellMisses({ what: "judgement", ...judgements }, answers.config, options, effects);
  }
  if (exitCode === REPLAY_EXIT.missing) return exitCode;
  const blocks = reportBlocks(results);
  for await (const [name, content] of resultFiles(results, blocks)) {
    await writeWhole(join(folder, name), content);
  }
  const isFormOnly = results.primaries.includes("form_only");
  await stdout.write(
    toTerminal([...warningBlocks(judgement), ...blocks], stdout) +
      (isFormOnly ? "\nForm only: no answer was judged by a label. " : "\n") +
      `Report, tables and rows are in ${folder}\n`,
  );
  return exitCode;
}

/** Prints what is missing, and the command that records it. */
async function tellMisses(
  misses: Omit<Parameters<typeof printMisses>[0], "prices">,
  { file, cassettes, prices }: Config,
  { runs, allowMissing = false, case: cases = [], variant = [] }: RunOptions,
  { stderr, now }: Effects,
): Promise<void> {
  const recordArguments = [
    file,
    ...cases.flatMap((id) => ["--case", id]),
    ...variant.flatMap((name) => ["--variant", name]),
    ...runs === "runs" ? [] : ["--runs", runs],
  ];
  const options = { recordArguments, allowMissing, now: now(), colours: stderr.colours };
  await stderr.write(await printMisses({ ...misses, prices }, cassettes, options));
}

/** Missing answers outrank failed calls; both outrank a gate, which then says little. */
function exitCodeOf(
  { missing, judgements, results: { decisions, failedCalls } }: Judgement,
  allowMissing: boolean,
): number {
  if (missing + judgements.missing.length > 0 && !allowMissing) return REPLAY_EXIT.missing;
  if (failedCalls.share > failedCalls.allowed) return REPLAY_EXIT.errors;
  return decisions.some(({ fails }) => fails) ? REPLAY_EXIT.gate : REPLAY_EXIT.done;
}
