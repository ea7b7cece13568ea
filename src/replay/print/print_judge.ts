import pico from "picocolors";
import { counted } from "../../command/counted.ts";
import type { JudgeReport } from "../judge/judge_rows.ts";
import { percent, probability, score, UNKNOWN } from "../results/figures.ts";
import type { RunResults } from "../results/run_results.ts";
import { summarize } from "../results/summary.ts";
import { fittedTable } from "./columns.ts";

/** Options of {@linkcode printJudge}. */
export interface PrintJudgeOptions {
  /** Whether to use colours. @default {false} */
  readonly colours?: boolean;
}

/**
 * Writes what a judge said: the share of yes by criterion and variant, how far people agree with it,
 * and which answers it prefers.
 *
 * @returns Text without a line break at its end.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { printJudge } from "./print_judge.ts";
 *
 * const report = { model: "m-2", prompt: "judge@0123456789ab", agreement: new Map(), preferences: new Map() };
 * assert(printJudge(report, { rows: [], scores: [] }).startsWith("Judge  m-2, judge@0123456789ab"));
 * ```
 */
export function printJudge(
  { model, prompt, agreement, preferences }: JudgeReport,
  { rows, scores }: Pick<RunResults, "rows" | "scores">,
  { colours = false }: PrintJudgeOptions = {},
): string {
  const { bold, dim, yellow } = pico.createColors(colours);
  const summaries = summarize(rows, scores);
  const table = fittedTable(
    [
      { head: "Yes to", align: "left" },
      ...summaries.map(({ variant }) => ({ head: variant })),
      { head: "Agreement with people", align: "left" },
    ],
    [...agreement].map(([criterion, { verdicts, agreed, kappa, isCalibrated }]) => [
      criterion,
      ...summaries.map(({ checks }) => percent(checks.get(`judge_${criterion}`) ?? null)),
      verdicts === 0
        ? yellow("not measured")
        : `${percent(agreed)} of ${verdicts}, κ ${score(kappa)}${
          isCalibrated ? "" : yellow(", uncalibrated")
        }`,
    ]),
  );
  const lines = [`${bold("Judge")}  ${model}, ${prompt}`, table];
  for (const [candidate, { wins, losses, ties, unreadable, consistency, p }] of preferences) {
    lines.push(
      `Of ${candidate}'s answers it prefers ${wins}, ${losses} of the baseline's, ${ties} neither ` +
        `(p ${probability(p)})`,
      dim(
        `  the same in both orders: ${consistency === null ? UNKNOWN : percent(consistency)}` +
          (unreadable > 0 ? `; ${counted(unreadable, "pair")} cannot be read` : ""),
      ),
    );
  }
  return lines.join("\n");
}
