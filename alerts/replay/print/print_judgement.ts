import pico from "picocolors";
import { visibleText } from "../../src/text/visible_text.ts";
import { counted } from "../../../src/text.ts";
import { verdictInWords } from "../compare.ts";
import type { Judgement } from "../judge_answers.ts";
import { difference, dollars, interval, percent, score } from "../results/figures.ts";
import type { VariantSummary } from "../results/summary.ts";
import { fittedTable } from "./columns.ts";
import { printJudge } from "./print_judge.ts";

/** Options of {@linkcode printJudgement}. */
export interface PrintJudgementOptions {
  /** Whether to use colours. @default {false} */
  readonly colours?: boolean;
}

/** More regressions of a variant are counted, not listed. */
const MOST_REGRESSIONS = 5;

/**
 * Writes what a replay found: a line for each variant with its verdict in words, how sure that is,
 * and what fails the gate.
 *
 * @returns Text that ends with a line break.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { printJudgement } from "./print_judgement.ts";
 *
 * const figures = { score: 0.5, interval: null, checks: new Map([["score", 0.5]]), passed: 1 };
 * const text = printJudgement({
 *   answers: {
 *     config: { gate: { margin: 0.05, errors: 0.05 } }, strayLabels: [], repeats: 1,
 *     cases: [{ cluster: "Down" }], variants: [{ name: "old", model: "m" }],
 *   } as never,
 *   results: {
 *     run: "a", variants: [], baseline: "old", primary: "score", cases: [], rows: [], scores: [],
 *     comparisons: [], regressions: [], isSample: false,
 *   },
 *   summaries: [{
 *     variant: "old", answered: 1, errors: 0, missing: 0, ...figures,
 *     tokens: { input: 0, output: 0 }, usd: null, latency: null,
 *   }],
 *   total: 1, missing: 0, errorShare: 0, judgements: { total: 0, missing: [], used: new Map() },
 * });
 * assert(text.startsWith("1 alert (1 name) × 1 variant × 1 repeat = 1 answer"));
 * assert.match(text, /\nold +m +0\.50 +100 %/);
 * ```
 */
export function printJudgement(
  judgement: Judgement,
  { colours = false }: PrintJudgementOptions = {},
): string {
  const { bold, dim, yellow } = pico.createColors(colours);
  const { answers, results, summaries, total, missing, judgements } = judgement;
  const { cases, repeats, strayLabels } = answers;
  const names = new Set(cases.map(({ cluster }) => cluster)).size;
  const lines = [
    `${bold(`${counted(cases.length, "alert")} (${counted(names, "name")})`)} × ${
      counted(summaries.length, "variant")
    } × ${counted(repeats, "repeat")} = ${counted(total, "answer")}`,
  ];
  if (results.isSample) {
    lines.push(dim("The answers are samples that people wrote: no model gave them."));
  }
  if (missing > 0) {
    lines.push(yellow(`${counted(missing, "answer")} missing: the figures are of the rest.`));
  }
  if (judgements.missing.length > 0) {
    const count = counted(judgements.missing.length, "judgement");
    lines.push(yellow(`${count} missing: what the judge says is of the rest.`));
  }
  if (strayLabels.length > 0) {
    const some = strayLabels.slice(0, 3).join(", ") + (strayLabels.length > 3 ? ", …" : "");
    lines.push(yellow(`${counted(strayLabels.length, "label")} of no case: ${some}`));
  }
  lines.push("", variantTable(judgement, colours), "");
  lines.push(...detection(judgement).map(dim));
  if (results.judge) lines.push(printJudge(results.judge, results, { colours }), "");
  lines.push(...gate(judgement, colours));
  return `${lines.join("\n").trimEnd()}\n`;
}

function variantTable({ answers, results, summaries }: Judgement, colours: boolean): string {
  const { bold, dim, green, red } = pico.createColors(colours);
  const { primary, baseline, comparisons } = results;
  const models = new Map(answers.variants.map(({ name, model }) => [name, model]));
  const isIncomplete = summaries.some(({ errors, missing }) => errors + missing > 0);
  const judged = new Map(
    comparisons.filter(({ verdict }) => verdict).map((one) => [one.candidate, one]),
  );
  const verdict = (name: string): string => {
    const found = judged.get(name);
    if (!found) return dim(name === baseline ? "baseline" : "not compared");
    const words = verdictInWords(found);
    const { finding } = found.verdict!;
    return finding === "better" ? green(words) : finding === "worse" ? red(words) : words;
  };
  const change = (name: string): string => {
    const found = judged.get(name);
    if (!found) return "";
    const range = found.interval ? ` (${interval(found.interval)})` : "";
    return difference(found.difference) + range;
  };
  const row = (one: VariantSummary): string[] => [
    bold(one.variant),
    models.get(one.variant) ?? "",
    score(one.checks.get(primary) ?? null),
    percent(one.passed),
    ...isIncomplete ? [String(one.errors), String(one.missing)] : [],
    dollars(one.usd),
    change(one.variant),
    verdict(one.variant),
  ];
  return fittedTable([
    { head: "Variant", align: "left" },
    { head: "Model", align: "left" },
    { head: primary === "score" ? "Score" : primary },
    { head: "Gates" },
    ...isIncomplete ? [{ head: "Errors" }, { head: "Missing" }] : [],
    { head: "Cost" },
    { head: "Difference (95 %)", align: "left" },
    { head: "Verdict", align: "left" },
  ], summaries.map(row));
}

/** How sure a verdict can be at all with so many alerts. */
function detection({ results: { comparisons } }: Judgement): string[] {
  // Where two variants are the same at every alert, or differ by the same everywhere, it is 0.
  const judged = comparisons.filter(({ verdict, detectable }) =>
    verdict && detectable !== null && detectable >= 0.005
  );
  if (judged.length === 0) return [];
  const least = judged.map(({ candidate, detectable }) =>
    judged.length === 1 ? detectable!.toFixed(2) : `${detectable!.toFixed(2)} (${candidate})`
  );
  const [{ alerts, clusters, repeats }] = judged as [typeof judged[0]];
  return [
    `${counted(alerts, "alert")} in ${counted(clusters, "cluster")} (names of alerts), ` +
    `${counted(repeats, "repeat")}: a true difference of`,
    `${least.join(" or ")} is seen four times out of five.`,
    "",
  ];
}

function gate({ results, answers, summaries }: Judgement, colours: boolean): string[] {
  const { bold, dim, green, red } = pico.createColors(colours);
  const { baseline, regressions, comparisons } = results;
  const { margin } = answers.config.gate;
  const candidates = summaries.filter(({ variant }) => variant !== baseline);
  if (candidates.length === 0 || candidates.length === summaries.length) return [];
  const unjudged = candidates.filter(({ variant }) =>
    !comparisons.some(({ candidate, verdict }) => candidate === variant && verdict)
  );
  if (unjudged.length > 0) {
    const names = unjudged.map(({ variant }) => variant).join(", ");
    return [
      `${bold("Gate")}  ${red("not judged")}: no alert was answered for ${names} and ${baseline}`,
    ];
  }
  if (regressions.length === 0) {
    const words = `nothing is surely worse than '${baseline}' by more than ${margin}`;
    return [`${bold("Gate")}  ${green("passed")}: ${words}, and no gate is lost`];
  }
  return [...Map.groupBy(regressions, ({ candidate }) => candidate)].flatMap(([name, own]) => {
    const shown = own.slice(0, MOST_REGRESSIONS).map(({ check, case: id, reason }) =>
      `      ${check}${id === undefined ? "" : ` at ${id}`}: ${visibleText(reason)}`
    );
    const more = own.length - shown.length;
    return [
      `${bold("Gate")}  ${red("failed")}: ${name}`,
      ...shown,
      ...more > 0 ? [dim(`      … and ${more} more`)] : [],
    ];
  });
}
