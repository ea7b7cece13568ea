import type { Effects } from "../../../src/terminal/command.ts";
import type { Answers } from "../answers.ts";
import { openCassettes } from "../cassette/cassettes.ts";
import { exitCodeOf, type ExitOptions, REPLAY_EXIT } from "../exit.ts";
import { judgeAnswers, type Judgement } from "../judge_answers.ts";
import { reportBlocks, warningBlocks } from "../report/report_blocks.ts";
import { toTerminal } from "../report/terminal.ts";
import { printMisses } from "../print/print_misses.ts";
import { writeResults } from "../results/result_files.ts";

export interface ConcludeOptions extends ExitOptions {
  readonly recordArguments: readonly string[];
}

/**
 * Judges the answers of a run, prints the report and writes the result files. If answers or
 * judgements are missing, it prints no figures unless `allowMissing` is set.
 */
export async function conclude(
  folder: string,
  answers: Answers,
  options: ConcludeOptions,
  effects: Pick<Effects, "stdout" | "stderr" | "now">,
): Promise<number> {
  const { stdout, stderr } = effects;
  const judgement = await judgeAnswers(answers);
  const { missing, total, judgements } = judgement;
  const exitCode = exitCodeOf(judgement, options);
  if (missing > 0 && exitCode === REPLAY_EXIT.missing) {
    await stderr.write(
      `${missing} of ${total} answers of '${folder}' are missing: there are no figures without ` +
        "--allow-missing\n",
    );
    return exitCode;
  }
  if (judgements.missing.length > 0) await tellUnjudged(judgement, options, effects);
  if (exitCode === REPLAY_EXIT.missing) return exitCode;
  const blocks = reportBlocks(judgement.results);
  await writeResults(folder, judgement.results, blocks);
  const formOnly = judgement.results.primaries.includes("form_only")
    ? "Form only: no answer was judged by a label. "
    : "";
  await stdout.write(
    toTerminal([...warningBlocks(judgement), ...blocks], stdout) +
      `\n${formOnly}Report, tables and rows are in ${folder}\n`,
  );
  return exitCode;
}

async function tellUnjudged(
  { judgements, answers: { config: { cassettes, prices } } }: Judgement,
  { recordArguments, allowMissing = false }: ConcludeOptions,
  { stderr, now }: Pick<Effects, "stderr" | "now">,
): Promise<void> {
  await stderr.write(
    await printMisses({ what: "judgement", ...judgements, prices }, openCassettes(cassettes), {
      recordArguments,
      now: now(),
      allowMissing,
      colours: stderr.colours,
    }),
  );
}
