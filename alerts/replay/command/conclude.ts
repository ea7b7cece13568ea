import { join } from "node:path";
import type { Effects } from "../../../src/terminal/command.ts";
import type { Answers } from "../answers.ts";
import { openCassettes } from "../cassette/cassettes.ts";
import { judgeAnswers, type Judgement } from "../judge_answers.ts";
import { printMisses } from "../print/print_misses.ts";
import { reportBlocks, warningBlocks } from "../report/report_blocks.ts";
import { toTerminal } from "../report/terminal.ts";
import { resultFiles } from "../results/result_files.ts";
import { writeWhole } from "../write_whole.ts";
import { REPLAY_EXIT } from "./command_line.ts";

export interface ConcludeOptions {
  readonly recordArguments: readonly string[];
  /** Whether missing answers are accepted. @default {false} */
  readonly allowMissing?: boolean;
}

/**
 * Judges the answers of a run, prints the report and writes the result files. If answers or
 * judgements are missing, it prints no figures unless `allowMissing` is set.
 */
export async function conclude(
  folder: string,
  answers: Answers,
  options: ConcludeOptions,
  { stdout, stderr, now }: Pick<Effects, "stdout" | "stderr" | "now">,
): Promise<number> {
  const judgement = await judgeAnswers(answers);
  const { missing, total, judgements, results } = judgement;
  const exitCode = exitCodeOf(judgement, options);
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
  { allowMissing = false }: ConcludeOptions,
): number {
  if (missing + judgements.missing.length > 0 && !allowMissing) return REPLAY_EXIT.missing;
  if (failedCalls.share > failedCalls.allowed) return REPLAY_EXIT.errors;
  return decisions.some(({ fails }) => fails) ? REPLAY_EXIT.gate : REPLAY_EXIT.done;
}
