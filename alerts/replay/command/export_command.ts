import { join } from "node:path";
import type { Effects } from "../../../src/terminal/command.ts";
import { counted } from "../../../src/text.ts";
import { WattbookError } from "../../src/errors.ts";
import { REPLAY_EXIT } from "../exit.ts";
import { promptfooConfig, promptfooTest } from "../promptfoo_tests.ts";
import { scoreRows } from "../score_rows.ts";
import { writeWhole } from "../write_whole.ts";
import { pickAnswers, type PickAnswersOptions } from "../answers.ts";

/**
 * Writes answers for promptfoo: a folder for each variant, with a configuration and tests that
 * carry the recorded answers.
 */
export async function exportAnswers(
  out: string,
  pick: PickAnswersOptions,
  { stdout, stderr, signal }: Pick<Effects, "stdout" | "stderr" | "signal">,
): Promise<number> {
  const { cases, variants, config: { weights }, rows } = await pickAnswers(pick);
  const known = new Map(cases.map((one) => [one.id, one]));
  const tests = new Map<string, string[]>(variants.map(({ name }) => [name, []]));
  let missing = 0;
  for await (const row of rows()) {
    signal.throwIfAborted();
    const one = known.get(row.case), lines = tests.get(row.variant);
    if (!one || !lines) continue;
    const scores = await scoreRows([row], { cases: [one], variants, weights });
    const test = promptfooTest(one, row, scores);
    if (test) lines.push(`${JSON.stringify(test)}\n`);
    else missing++;
  }
  for (const [name, lines] of tests) {
    const folder = join(out, name);
    await makeFolder(folder);
    await writeWhole(join(folder, "promptfooconfig.yaml"), promptfooConfig(name));
    await writeWhole(join(folder, "tests.jsonl"), lines.join(""));
    await stdout.write(`${folder}  ${counted(lines.length, "answer")}\n`);
  }
  const first = join(out, variants[0]?.name ?? "", "promptfooconfig.yaml");
  await stdout.write(
    "Templates must be off, because alerts hold braces of their own:\n" +
      `  PROMPTFOO_DISABLE_TEMPLATING=true npx promptfoo eval --no-cache -c ${first}\n`,
  );
  if (missing > 0) await stderr.write(`${counted(missing, "answer")} missing: no tests of them\n`);
  return missing > 0 ? REPLAY_EXIT.missing : REPLAY_EXIT.done;
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await Deno.mkdir(folder, { recursive: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WattbookError("FILE_NOT_WRITTEN", `Cannot make the folder '${folder}': ${reason}`, {
      hint: "Name another folder with --out.",
      cause,
    });
  }
}
