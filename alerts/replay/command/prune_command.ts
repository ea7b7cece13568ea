import { counted } from "../../../src/text.ts";
import type { Effects } from "../../../src/terminal/command.ts";
import { isWattbookError } from "../../src/errors.ts";
import { recordedAnswers } from "../answers.ts";
import { openCassettes } from "../cassette/cassettes.ts";
import { type Given, REPLAY_EXIT } from "./command_line.ts";
import { judgeQuestions } from "../judge/judge_questions.ts";

/**
 * Lists recordings that a configuration does not use, and deletes them with `--delete`. Unreadable
 * files are left to `verify`.
 */
export async function pruneCassettes(
  file: string,
  { delete: isDeleting = false }: Given,
  { stdout, signal }: Pick<Effects, "stdout" | "signal">,
): Promise<number> {
  const { config, cases, rows } = await recordedAnswers(file);
  const cassettes = openCassettes(config.cassettes);
  const known = await Array.fromAsync(rows());
  const used = new Set(known.map(({ key }) => key));
  if (config.judge) {
    for (const { key } of judgeQuestions(config.judge, { cases, rows: known })) used.add(key);
  }
  let count = 0;
  for await (const { path, content } of cassettes.all()) {
    signal.throwIfAborted();
    if (isWattbookError(content) || used.has(content.key)) continue;
    count++;
    const { recordedAt, origin } = content;
    await stdout.write(`${path}  ${origin} ${recordedAt}\n`);
    if (isDeleting) await cassettes.remove(path);
  }
  const recordings = `${counted(count, "recording")} that '${file}' does not use`;
  await stdout.write(
    count === 0
      ? `No recordings that '${file}' does not use\n`
      : isDeleting
      ? `Deleted ${recordings}\n`
      : `${recordings}; other configurations may: look first, then give --delete\n`,
  );
  return REPLAY_EXIT.done;
}
