import type { Effects } from "../../../src/terminal/command.ts";
import { WattbookError } from "../../src/errors.ts";
import { type Answers, pickAnswers } from "../answers.ts";
import { openCassettes } from "../cassette/cassettes.ts";
import { judgeRows } from "../judge/judge_rows.ts";
import { pickCases, pickVariants } from "../load_replay.ts";
import { printAnswer, printCase } from "../print/print_case.ts";
import type { ReplayCase } from "../replay_case.ts";
import { scoresByPlace } from "../results/tables.ts";
import type { Row } from "../row.ts";
import { placeName } from "../run/plan.ts";
import { scoreRows } from "../score_rows.ts";
import { type Given, REPLAY_EXIT } from "./command_line.ts";

export async function showCase(
  wanted: string,
  { variants, full = false, ...pick }: Given,
  { stdout }: Pick<Effects, "stdout">,
): Promise<number> {
  const answers = await pickAnswers(pick);
  const one = caseOf(answers, wanted);
  const asked = pickVariants(answers.variants, variants);
  const names = asked.map(({ name }) => name);
  const rows: Row[] = [];
  for await (const row of answers.rows(one.id)) if (names.includes(row.variant)) rows.push(row);
  rows.sort((a, b) => names.indexOf(a.variant) - names.indexOf(b.variant) || a.sample - b.sample);
  const { judge, cassettes, weights } = answers.config;
  const scores = await scoreRows(rows, { cases: [one], variants: asked, weights });
  if (judge) {
    const judged = await judgeRows(judge, { cases: [one], rows }, openCassettes(cassettes));
    scores.push(...judged.scores);
  }
  const style = { colours: stdout.colours, width: Math.min(stdout.columns, 120) };
  const places = scoresByPlace(scores);
  const parts = [
    printCase(one, { ...style, full }),
    ...rows.filter(({ sample }) => full || sample === 0)
      .map((row) => printAnswer(row, places.get(placeName(row)) ?? [], style)),
    ...full || answers.repeats === 1
      ? []
      : [`Only the first of ${answers.repeats} repeats is shown; --full shows all.\n`],
  ];
  await stdout.write(parts.join("\n"));
  return REPLAY_EXIT.done;
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
