import pico from "picocolors";
import { visibleText } from "../../src/text/visible_text.ts";
import { counted } from "../../../src/text.ts";
import { verdictInWords } from "../compare.ts";
import { difference, interval, probability } from "../results/figures.ts";
import type { RunResults } from "../results/run_results.ts";
import { fittedTable } from "./columns.ts";

/** Options of {@linkcode printComparison}. */
export interface PrintComparisonOptions {
  /** Name of the variant that is compared with. */
  readonly a: string;
  /** Name of the variant in question. */
  readonly b: string;
  /** Whether to use colours. @default {false} */
  readonly colours?: boolean;
}

/** Alerts at which the two differ most. */
const MOST_ALERTS = 5;

/**
 * Writes how two variants differ: the verdict, every check, and the alerts at which they differ most.
 *
 * @returns Text that ends with a line break.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { printComparison } from "./print_comparison.ts";
 *
 * const results = { comparisons: [], scores: [] };
 * const text = printComparison(results, { a: "old", b: "new" });
 * assert(text.startsWith("new against old\n"));
 * ```
 */
export function printComparison(
  { comparisons, scores }: Pick<RunResults, "comparisons" | "scores">,
  { a, b, colours = false }: PrintComparisonOptions,
): string {
  const { bold, dim, green, red } = pico.createColors(colours);
  const own = comparisons.filter(({ candidate, baseline }) => candidate === b && baseline === a);
  const judged = own.find(({ verdict }) => verdict);
  const lines = [`${bold(b)} against ${bold(a)}`];
  if (!judged) {
    lines.push("There is nothing to compare: no alert was judged for both.");
    return `${lines.join("\n")}\n`;
  }
  const { finding } = judged.verdict!;
  const paint = finding === "better" ? green : finding === "worse" ? red : (text: string) => text;
  const { alerts, clusters, repeats, unpaired } = judged;
  lines.push(
    `${paint(verdictInWords(judged))} in ${judged.check}: ${counted(alerts, "alert")} in ${
      counted(clusters, "cluster")
    }, ${counted(repeats, "repeat")} each` +
      (unpaired > 0 ? `; ${counted(unpaired, "alert")} of only one of them` : ""),
    "",
    fittedTable(
      [
        { head: "Check", align: "left" },
        { head: a },
        { head: b },
        { head: "Difference (95 %)", align: "left" },
        { head: "p" },
      ],
      [judged, ...own.filter((one) => one !== judged)].map((one) => [
        one === judged ? bold(one.check) : one.check,
        one.baselineMean.toFixed(2),
        one.candidateMean.toFixed(2),
        one.difference === 0 && one.interval?.low === one.interval?.high
          ? dim("the same at every alert")
          : difference(one.difference) + (one.interval ? ` (${interval(one.interval)})` : ""),
        probability(one.p),
      ]),
    ),
    dim(`The verdict is about ${judged.check} alone; the other checks show where it comes from.`),
  );
  const changes = changesBetween(scores, judged.check, [a, b]).slice(0, MOST_ALERTS);
  if (changes.length > 0) {
    lines.push("", bold("Alerts at which they differ most"));
    for (const { id, cluster, change } of changes) {
      const sign = change > 0 ? green : red;
      lines.push(`  ${sign(difference(change))}  ${visibleText(cluster)}  ${dim(`show ${id}`)}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** Differences by alert, the largest first. */
function changesBetween(
  scores: RunResults["scores"],
  primary: string,
  [a, b]: readonly [string, string],
): { readonly id: string; readonly cluster: string; readonly change: number }[] {
  const values = scores.filter(({ check, value }) => check === primary && value !== null);
  const byCase = Map.groupBy(values, (score) => score.case);
  const changes = [...byCase].flatMap(([id, own]) => {
    const mean = (variant: string): number => {
      const given = own.filter((score) => score.variant === variant).map(({ value }) => value!);
      return given.reduce((sum, value) => sum + value, 0) / given.length;
    };
    const change = mean(b) - mean(a);
    return Math.abs(change) > 1e-9 ? [{ id, cluster: own[0]!.cluster, change }] : [];
  });
  return changes.sort((x, y) => Math.abs(y.change) - Math.abs(x.change));
}
