import type { Effects } from "../../../src/terminal/command.ts";
import { counted } from "../../../src/text.ts";
import { WattbookError } from "../../src/errors.ts";
import type { Score } from "../checks/check.ts";
import type { Given } from "./command_line.ts";
import { judgeAnswers } from "../judge_answers.ts";
import { type Block, left, paragraph, right, tableOf } from "../report/block.ts";
import { scoreName } from "../report/verdict_words.ts";
import { toTerminal } from "../report/terminal.ts";
import { namesNeeded, type Pilot, type PilotAlert, smallestLoss } from "../statistics/size.ts";
import { pickAnswers } from "../answers.ts";

/** Numbers of repeats to try, besides the pilot's own. */
const REPEATS = [1, 3, 5, 8];
const MOST = "more than 500";

export async function planReplay({ difference: loss, ...pick }: Given, { stdout }: Effects) {
  const answers = await pickAnswers(pick);
  const { results } = await judgeAnswers(answers);
  const { baseline, primaries, scores, variants, plan } = results;
  const names = variants.map(({ name }) => name).filter((name) => name !== baseline);
  const decisions = Math.max(1, names.length) * primaries.length;
  const level = plan.alpha / 2 / decisions;
  const blocks = primaries.flatMap((check): Block[] => {
    const pilot = pilotOf(scores.filter((one) => one.check === check), baseline, names[0]);
    const own = smallestLoss(pilot, pilot.length, { repeats: answers.repeats, level });
    const repeats = [...new Set([...REPEATS, answers.repeats])].sort((a, b) => a - b);
    const here = `With these ${counted(pilot.length, "name")}`;
    const found = own === null
      ? "no loss"
      : `and ${counted(answers.repeats, "repeat")} a loss of ${own.toFixed(2)}`;
    return [
      paragraph(
        `To find a loss of ${loss} in the ${scoreName(check)} in four of five runs, with ` +
          `${counted(decisions, "decision")} per run:`,
        "strong",
      ),
      tableOf(repeats, [
        left("Repeats", String),
        right("Names", (repeats) => `${namesNeeded(pilot, { loss, repeats, level }) ?? MOST}`),
      ], {
        caption:
          `Simulated from a pilot of ${counted(pilot.length, "name")}. Another pilot would ` +
          "give other numbers: with 40 names the true share lies between 57 and 99 %.",
      }),
      paragraph(`${here} ${found} is found.`),
    ];
  });
  await stdout.write(toTerminal(blocks, stdout));
}

/** Scores by name and alert. */
function pilotOf(scores: readonly Score[], baseline: string, candidate?: string): Pilot {
  const answered = scores.filter(({ value }) => value !== null);
  const pilot = [...Map.groupBy(answered, ({ cluster }) => cluster).values()].map((own) =>
    [...Map.groupBy(own, (score) => score.case).values()].flatMap((alert): PilotAlert[] => {
      const of = (variant?: string) =>
        alert.flatMap((score) => score.variant === variant ? score.value! : []);
      const [old, one] = [of(baseline), of(candidate)];
      if (old.length === 0 || (candidate !== undefined && one.length === 0)) return [];
      return [{ baseline: old, ...candidate !== undefined && { candidate: one } }];
    })
  ).filter((alerts) => alerts.length > 0);
  const isRepeated = pilot.some((alerts) => alerts.some(({ baseline }) => baseline.length > 1));
  if (pilot.length > 0 && (candidate !== undefined || isRepeated)) return pilot;
  throw new WattbookError("BAD_RUN", "These answers are no pilot: they show no chance at all", {
    hint: "Record at least two repeats of the baseline, or a candidate.",
  });
}
