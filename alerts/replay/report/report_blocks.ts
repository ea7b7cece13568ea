import { counted } from "../../../src/text.ts";
import type { Judgement, RunResults } from "../judge_answers.ts";
import { score } from "../results/figures.ts";
import { losses } from "../results/summary.ts";
import {
  type Block,
  heading,
  left,
  onlyIn,
  paragraph,
  paragraphIf,
  right,
  tableOf,
} from "./block.ts";
import { comparisonTable, verdictBlocks } from "./comparison_blocks.ts";
import { gateBlocks } from "./gate_blocks.ts";
import { judgeBlocks } from "./judge_blocks.ts";
import { validityBlocks } from "./validity_blocks.ts";
import { checkBlocks, tagBlocks, variantBlocks } from "./variant_blocks.ts";

/** Most losses listed. */
const LOSSES = 10;

/** The report: verdicts, figures, details. */
export function reportBlocks(results: RunResults): Block[] {
  const byCandidate = Map.groupBy(results.comparisons, ({ candidate }) => candidate);
  return [
    ...noticeBlocks(results),
    ...verdictBlocks(results),
    ...variantBlocks(results),
    ...gateBlocks(results),
    ...tagBlocks(results),
    ...validityBlocks(results),
    ...onlyIn("files", [
      ...checkBlocks(results),
      ...[...byCandidate].flatMap(([candidate, own]) => [
        heading(`${candidate} against ${results.baseline}`),
        comparisonTable(own, results.primaries),
      ]),
    ]),
    ...judgeBlocks(results),
    ...onlyIn("files", lossBlocks(results)),
  ];
}

function noticeBlocks({ cases, summaries, repeats, rows, isSynthetic }: RunResults): Block[] {
  const names = new Set(cases.map(({ cluster }) => cluster)).size;
  const missing = rows.filter(({ status }) => status === "missing").length;
  return [
    paragraph(
      `${counted(cases.length, "alert")} (${counted(names, "name")}) × ` +
        `${counted(summaries.length, "variant")} × ${counted(repeats, "repeat")} = ` +
        counted(rows.length, "answer"),
      "strong",
    ),
    ...paragraphIf(
      isSynthetic,
      "The answers are synthetic, generated for this demo; so are labels, tokens, cost and latency. " +
        "Labels and answers share a source: to score one by the other is circular, and says " +
        "nothing about any model.",
      "quiet",
    ),
    ...paragraphIf(
      missing > 0,
      `${counted(missing, "answer")} missing: the figures are of the rest.`,
      "warning",
    ),
  ];
}

/** Warnings for the terminal. */
export function warningBlocks({ judgements, answers: { strayLabels } }: Judgement): Block[] {
  const lost = judgements.missing.length, stray = strayLabels.length;
  const some = strayLabels.slice(0, 3).join(", ") + (stray > 3 ? ", …" : "");
  return [
    ...paragraphIf(
      lost > 0,
      `${counted(lost, "judgement")} missing: what the judge says is of the rest.`,
      "warning",
    ),
    ...paragraphIf(stray > 0, `${counted(stray, "label")} of no case: ${some}`, "warning"),
  ];
}

export function comparisonBlocks(results: RunResults, a: string, b: string): Block[] {
  const own = results.comparisons.filter(({ candidate }) => candidate === b);
  return [
    heading(`${b} against ${a}`),
    ...own.length === 0
      ? [paragraph("There is nothing to compare: no alert was judged for both.")]
      : [
        ...verdictBlocks({ ...results, comparisons: own }),
        comparisonTable(own, results.primaries),
      ],
  ];
}

function lossBlocks(results: RunResults): Block[] {
  const all = losses(results);
  if (all.length === 0) return [];
  return [
    heading("Where candidates lose most"),
    tableOf(all.slice(0, LOSSES), [
      left("Name", ({ cluster }) => cluster),
      left("Case", (one) => one.case),
      left("Variant", ({ candidate }) => candidate),
      right("Score", ({ candidateScore }) => score(candidateScore)),
      right("Baseline", ({ baselineScore }) => score(baselineScore)),
      left("Why", ({ reason }) => reason),
    ], {
      caption: all.length > LOSSES ? `${all.length - LOSSES} more are in scores.csv` : undefined,
    }),
  ];
}
