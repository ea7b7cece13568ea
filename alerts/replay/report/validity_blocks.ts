import { counted } from "../../../src/text.ts";
import { MOST_OF_CONTROL } from "../controls.ts";
import { percent, score } from "../results/figures.ts";
import type { RunResults } from "../judge_answers.ts";
import {
  type Block,
  type Cell,
  heading,
  left,
  list,
  onlyIn,
  paragraph,
  paragraphIf,
  right,
  tableOf,
} from "./block.ts";

/** Whether the figures can be trusted: labels, controls, calibration. */
export function validityBlocks(results: RunResults): Block[] {
  return [
    ...labelBlocks(results),
    ...controlBlocks(results),
    ...onlyIn("files", calibrationBlocks(results)),
  ];
}

function labelBlocks({ cases }: RunResults): Block[] {
  const bare = cases.filter(({ label }) => !label).length;
  const text = bare === cases.length
    ? "Form only: no alert has a label, so nothing here says whether an answer is right."
    : `${counted(bare, "alert")} of ${cases.length} without a label: they are in 'form_only', ` +
      "which does not say whether an answer is right; the others are in 'score'.";
  return paragraphIf(bare > 0, text, "warning");
}

function controlBlocks({ controls }: RunResults): Block[] {
  const limit = MOST_OF_CONTROL.toFixed(2);
  const failed = controls.flatMap(({ name, holds }) => holds ? [] : `'${name}'`);
  const highest = Math.max(...controls.flatMap((one) => [one.labelled ?? 0, one.unlabelled]));
  const cell = (value: number | null): Cell =>
    value !== null && value >= MOST_OF_CONTROL ? { text: score(value), tone: "bad" } : score(value);
  const none = `All ${controls.length} controls stay below ${limit}: the highest gets ` +
    `${score(highest)}.`;
  const some = `The score can be gamed here: ${failed.join(", ")} gets ${limit} or more.`;
  return [
    heading("Answers that must not win"),
    ...failed.length > 0
      ? [paragraph(some, "bad")]
      : onlyIn("terminal", [paragraph(none, "quiet")]),
    ...onlyIn("files", [tableOf(controls, [
      left("Control", ({ name }) => name),
      right("With labels", ({ labelled }) => cell(labelled)),
      right("Form only", ({ unlabelled }) => cell(unlabelled)),
    ], { caption: `Made of the case alone; each must stay below ${limit}` })]),
  ];
}

function calibrationBlocks({ calibration }: RunResults): Block[] {
  if (calibration.length === 0) return [];
  const ranged = (of: RunResults["calibration"][number]["overconfidence"]) =>
    of ? `${percent(of.mean)} (${percent(of.low)} to ${percent(of.high)})` : "";
  const levels = calibration.flatMap(({ variant, levels }) =>
    levels.map((one) => ({ variant, ...one }))
  );
  return [
    heading("Whether its confidence can be believed"),
    tableOf(levels, [
      left("Variant", ({ variant }) => variant),
      right("Confidence", ({ level }) => level),
      right("Answers", ({ answers }) => String(answers)),
      right("Right (95 %)", ({ right }) => ranged(right)),
      right("Coverage", ({ coverage }) => percent(coverage)),
      right("Risk", ({ risk }) => percent(risk)),
    ], {
      caption:
        "Share of right answers by stated confidence; risk is the share of all answers that " +
        "state at least that and are wrong",
    }),
    list(
      calibration.map(({ variant, answers, abstained, overconfidence, risk }) =>
        `${variant}: stated minus right ${ranged(overconfidence)}, ${abstained} of ` +
        `${counted(answers, "answer")} abstain, mean risk over coverage (AUGRC) ${risk.toFixed(3)}`
      ),
    ),
  ];
}
