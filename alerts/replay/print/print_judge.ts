import pico from "picocolors";
import { counted } from "../../../src/text.ts";
import { type Agreement, agreementInWords } from "../judge/agreement.ts";
import type { JudgeReport } from "../judge/judge_rows.ts";
import { preferencesInWords } from "../judge/preferences.ts";
import { dollars, percent } from "../results/figures.ts";
import type { RunResults } from "../results/run_results.ts";
import { summarize } from "../results/summary.ts";
import { fittedTable } from "./columns.ts";

/** Options of {@linkcode printJudge}. */
export interface PrintJudgeOptions {
  /** Whether to use colours. @default {false} */
  readonly colours?: boolean;
}

/** Answers that nobody knows which are named. */
const MOST_STRAY = 3;

/**
 * Writes what a judge said: the share of yes by criterion and variant, how far people agree with it,
 * and which answers it prefers. None of it is in the score.
 *
 * @returns Text without a line break at its end.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { humanAgreement } from "../judge/human_agreement.ts";
 * import { printJudge } from "./print_judge.ts";
 *
 * const report = {
 *   model: "m-2", prompt: "judge@0123456789ab", usd: 0.5, missing: new Map(),
 *   agreement: humanAgreement([], [], []), preferences: new Map(),
 * };
 * assert(printJudge(report, { rows: [], scores: [] }).startsWith("Judge  m-2, judge@0123456789ab, $0.50"));
 * ```
 */
export function printJudge(
  { model, prompt, usd, missing, agreement, preferences }: JudgeReport,
  { rows, scores }: Pick<RunResults, "rows" | "scores">,
  { colours = false }: PrintJudgeOptions = {},
): string {
  const { bold, yellow } = pico.createColors(colours);
  const summaries = summarize(rows, scores);
  const agreed = (one: Agreement) =>
    one.isCalibrated ? agreementInWords(one) : yellow(agreementInWords(one));
  const table = fittedTable(
    [
      { head: "Yes to", align: "left" },
      ...summaries.map(({ variant }) => ({ head: variant })),
      { head: "Agreement with people", align: "left" },
    ],
    [
      ...[...agreement.criteria].map(([criterion, one]) => [
        criterion,
        ...summaries.map(({ variant, checks }) => {
          const share = percent(checks.get(`judge_${criterion}`) ?? null);
          const lost = missing.get(variant)?.get(criterion) ?? 0;
          return lost === 0 ? share : `${share}, ${lost} missing`;
        }),
        agreed(one),
      ]),
      ["all", ...summaries.map(() => ""), agreed(agreement.overall)],
    ],
  );
  const lines = [
    `${bold("Judge")}  ${model}, ${prompt}, ${dollars(usd)}; none of this is in the score`,
    table,
  ];
  if (agreement.stray.length > 0) {
    const some = agreement.stray.slice(0, MOST_STRAY).map((seal) => seal.slice(0, 12)).join(", ");
    const more = agreement.stray.length > MOST_STRAY ? ", …" : "";
    lines.push(
      yellow(`People judged ${counted(agreement.stray.length, "answer")} not here: ${some}${more}`),
    );
  }
  for (const [candidate, one] of preferences) {
    lines.push(`${bold(candidate)} ${preferencesInWords(one)}`);
  }
  return lines.join("\n");
}
