import { counted } from "../../../src/text.ts";
import type { Agreement, Share } from "../judge/agreement.ts";
import { dollars, percent, score } from "../results/figures.ts";
import type { RunResults } from "../judge_answers.ts";
import { type Block, heading, left, paragraph, paragraphIf, right, tableOf } from "./block.ts";

/** Most unknown answers listed. */
const MOST_STRAY = 3;

/** The judge's verdicts, and how well it agrees with references. */
export function judgeBlocks({ judge, summaries, isSynthetic }: RunResults): Block[] {
  if (!judge) return [];
  const { model, prompt, usd, missing, agreement } = judge;
  const { criteria, overall, stray } = agreement;
  const some = stray.slice(0, MOST_STRAY).map((seal) => seal.slice(0, 12)).join(", ");
  return [
    heading("What the judge says: share of answers on which it says yes"),
    paragraph(
      `${model}, ${prompt}, ${dollars(usd)}. Nothing of this is in the score.` +
        (isSynthetic ? " Judgements and references are synthetic, too." : ""),
      "quiet",
    ),
    tableOf([...criteria, ["all", overall] as const], [
      left("Yes to", ([criterion]) => criterion),
      ...summaries.map(({ variant, checks }) =>
        right(variant, ([criterion]: readonly [string, Agreement]) => {
          const share = checks.get(`judge_${criterion}`);
          const lost = missing.get(variant)?.get(criterion) ?? 0;
          if (share === undefined) return "";
          return percent(share?.mean ?? null) + (lost === 0 ? "" : `, ${lost} missing`);
        })
      ),
      left("Agreement with references", ([, { verdicts, agreed, isCalibrated }]) => {
        const text = verdicts === 0 ? "none to compare" : `${percent(agreed)} of ${verdicts}`;
        return isCalibrated ? text : { text: `${text}, uncalibrated`, tone: "warning" };
      }),
      right("κ", ([, { kappa }]) => signed(kappa)),
      right(
        "AC1 (at least)",
        ([, { ac1 }]) => ac1 ? `${signed(ac1.value)} (${signed(ac1.low)})` : "",
      ),
    ]),
    ...paragraphIf(
      overall.verdicts > 0,
      "Where the reference says yes, so does the judge: " +
        `${shareInWords(overall.sensitivity)}; no: ${shareInWords(overall.specificity)}.`,
    ),
    ...paragraphIf(
      stray.length > 0,
      `References name ${counted(stray.length, "answer")} not here: ${some}` +
        (stray.length > MOST_STRAY ? ", …" : ""),
      "warning",
    ),
  ];
}

function shareInWords({ hits, of, low, high }: Share): string {
  return of === 0 ? "none to tell" : `${hits} of ${of} (${percent(low)} to ${percent(high)})`;
}

function signed(value: number | null): string {
  return score(value).replace("-", "−");
}
