import { join } from "node:path";
import type { Effects } from "../../../src/terminal/command.ts";
import { type Answers, answersOfRun, findRun, runAnswers } from "../answers.ts";
import { openCassettes } from "../cassette/cassettes.ts";
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
  const found = await survey(replay, run, cassettes, signal);
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

/**
 * Judges the answers of a run, prints the report and writes the result files. If answers or
 * judgements are missing, it prints no figures unless `allowMissing` is set.
 */
export async function conclude(
  folder: string,
  answers: Answers,
  options: { readonly recordArguments: readonly string[]; readonly allowMissing?: boolean },
  { stdout, stderr, now }: Pick<Effects, "stdout" | "stderr" | "now">,
): Promise<number> {
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
    const { cassettes, prices } = answers.config;
    const misses = { what: "judgement", ...judgements, prices } as const;
    const style = { now: now(), colours: stderr.colours };
    await stderr.write(
      await printMisses(misses, openCassettes(cassettes), { ...options, ...style }),
    );
  }
  if (exitCode === REPLAY_EXIT.missing) return exitCode;
  const blocks = reportBlocks(results);
  for await (const [name, content] of resultFiles(results, blocks)) {
    await writeWhole(join(folder, name), content);
  }
  const formOnly = results.primaries.includes("form_only")
    ? "Form only: no answer was judged by a label. "
    : "";
  await stdout.write(
    toTerminal([...warningBlocks(judgement), ...blocks], stdout) +
      `\n${formOnly}Report, tables and rows are in ${folder}\n`,
  );
  return exitCode;
}

/**
 * Missing answers outrank failed calls, and both outrank a gate, which says little about incomplete
 * answers.
 */
function exitCodeOf(
  { missing, judgements, results: { decisions, failedCalls } }: Judgement,
  allowMissing: boolean,
): number {
  if (missing + judgements.missing.length > 0 && !allowMissing) return REPLAY_EXIT.missing;
  if (failedCalls.share > failedCalls.allowed) return REPLAY_EXIT.errors;
  return decisions.some(({ fails }) => fails) ? REPLAY_EXIT.gate : REPLAY_EXIT.done;
}
