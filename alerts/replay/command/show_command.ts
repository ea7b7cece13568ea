import type { Effects } from "../../../src/terminal/command.ts";
import { WattbookError } from "../../src/errors.ts";
import { type Answers, pickAnswers } from "../answers.ts";
import { judgeAnswers } from "../judge_answers.ts";
import { pickCases, pickVariants } from "../load_replay.ts";
import { printAnswer, printCase } from "../print/print_case.ts";
import type { ReplayCase } from "../read_cases.ts";
import { placeName } from "../row.ts";
import type { Given } from "./command_line.ts";

export async function showCase(
  wanted: string,
  { variant: names, full = false, ...pick }: Given,
  { stdout }: Pick<Effects, "stdout">,
): Promise<void> {
  const answers = await pickAnswers(pick);
  const one = caseOf(answers, wanted);
  const variants = pickVariants(answers.variants, names);
  const { results } = await judgeAnswers({ ...answers, cases: [one], variants });
  const style = { colours: stdout.colours, width: Math.min(stdout.columns, 120) };
  const places = Map.groupBy(results.scores, placeName);
  const parts = [
    printCase(one, { ...style, full }),
    ...results.rows.filter(({ sample }) => full || sample === 0)
      .map((row) => printAnswer(row, places.get(placeName(row)) ?? [], style)),
    ...full || answers.repeats === 1
      ? []
      : [`Only the first of ${answers.repeats} repeats is shown; --full shows all.\n`],
  ];
  await stdout.write(parts.join("\n"));
}

/** Finds a case by the beginning of its id, or by its alert's name. */
function caseOf({ cases }: Answers, wanted: string): ReplayCase {
  const named = cases.filter(({ id, cluster, file }) =>
    !id.startsWith(wanted) && (cluster === wanted || file.incident.title === wanted)
  );
  if (named.length === 0) return pickCases(cases, [wanted])[0]!;
  if (named.length === 1) return named[0]!;
  throw new WattbookError("BAD_CASE", `There are ${named.length} cases of '${wanted}'`, {
    hint: `Name one by its id: ${named.map(({ id }) => id).join(", ")}.`,
  });
}
