import { counted } from "../../../src/text.ts";
import { agreementInWords, shareInWords } from "../judge/agreement.ts";
import { dollars, percent } from "../results/figures.ts";
import type { RunResults } from "../results/run_results.ts";
import { type Block, type Cell, heading, left, paragraph, right, warningIf } from "./block.ts";

/** Most unknown answers listed. */
const MOST_STRAY = 3;

/** The judge's verdicts, and how well it agrees with references. */
export function judgeBlocks(
  { judge, summaries, isSynthetic }: Pick<RunResults, "judge" | "summaries" | "isSynthetic">,
): Block[] {
  if (!judge) return [];
  const { model, prompt, usd, missing, agreement } = judge;
  const { criteria, overall, stray } = agreement;
  const agreed = (one: typeof overall): Cell => ({
    text: agreementInWords(one),
    ...!one.isCalibrated && { tone: "warning" },
  });
  const some = stray.slice(0, MOST_STRAY).map((seal) => seal.slice(0, 12)).join(", ");
  return [
    heading("What the judge says: share of answers on which it says yes"),
    paragraph(
      `${model}, ${prompt}, ${dollars(usd)}. Nothing of this is in the score.` +
        (isSynthetic ? " Judgements and references are synthetic, too." : ""),
      "quiet",
    ),
    {
      kind: "table",
      columns: [
        left("Yes to"),
        ...summaries.map(({ variant }) => right(variant)),
        left("Agreement with references"),
      ],
      rows: [
        ...[...criteria].map(([criterion, one]): Cell[] => [
          criterion,
          ...summaries.map(({ variant, checks }) => {
            const share = percent(checks.get(`judge_${criterion}`)?.mean ?? null);
            const lost = missing.get(variant)?.get(criterion) ?? 0;
            return lost === 0 ? share : `${share}, ${lost} missing`;
          }),
          agreed(one),
        ]),
        ["all", ...summaries.map(() => ""), agreed(overall)],
      ],
    },
    ...overall.verdicts > 0
      ? [
        paragraph(
          `Where the reference says yes, so does the judge: ${
            shareInWords(overall.sensitivity)
          }; ` +
            `no: ${shareInWords(overall.specificity)}.`,
        ),
      ]
      : [],
    ...warningIf(
      stray.length > 0,
      `References name ${counted(stray.length, "answer")} not here: ${some}` +
        (stray.length > MOST_STRAY ? ", …" : ""),
    ),
  ];
}
