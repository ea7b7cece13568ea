import pico from "picocolors";
import { counted } from "../../command/counted.ts";
import { verdictInWords } from "../compare.ts";
import type { Judgement, VariantTally } from "../judge_answers.ts";
import { dollars, rounded, signed } from "./amounts.ts";
import { fittedTable } from "./columns.ts";

/** Options of {@linkcode printJudgement}. */
export interface PrintJudgementOptions {
  /** Whether to use colours. @default {false} */
  readonly colours?: boolean;
}

/** More regressions are counted, not listed. */
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
 * const text = printJudgement({
 *   answers: {
 *     config: { primary: "score", baseline: "old", gate: { margin: 0.05, errors: 0.05 } },
 *     cases: [{ cluster: "Down" }], repeats: 1, source: "replay.yaml", strayLabels: [],
 *     variants: [{ name: "old", model: "m" }],
 *   } as never,
 *   variants: [{ name: "old", answered: 1, errors: 0, missing: 0, passed: 1, mean: 0.5, samples: 0 }],
 *   scores: [], comparisons: [], regressions: [], total: 1, missing: 0, errorShare: 0,
 * });
 * assert(text.startsWith("1 alert (1 name) × 1 variant × 1 repeat = 1 answer"));
 * assert.match(text, /\nold +m +0\.50 +1 of 1/);
 * ```
 */
export function printJudgement(
  judgement: Judgement,
  { colours = false }: PrintJudgementOptions = {},
): string {
  const { bold, dim, yellow } = pico.createColors(colours);
  const { answers, variants, total, missing } = judgement;
  const { cases, repeats, strayLabels } = answers;
  const names = new Set(cases.map(({ cluster }) => cluster)).size;
  const lines = [
    `${bold(`${counted(cases.length, "alert")} (${counted(names, "name")})`)} × ${
      counted(variants.length, "variant")
    } × ${counted(repeats, "repeat")} = ${counted(total, "answer")}`,
  ];
  const samples = variants.reduce((sum, one) => sum + one.samples, 0);
  if (samples > 0) {
    const all = samples === total
      ? "All answers are"
      : `${counted(samples, "answer")} of these are`;
    lines.push(dim(`${all} samples that people wrote: no model gave them.`));
  }
  if (missing > 0) {
    lines.push(yellow(`${counted(missing, "answer")} missing: the figures below are of the rest.`));
  }
  if (strayLabels.length > 0) {
    const some = strayLabels.slice(0, 3).join(", ") + (strayLabels.length > 3 ? ", …" : "");
    lines.push(yellow(`${counted(strayLabels.length, "label")} of no case: ${some}`));
  }
  lines.push("", variantTable(judgement, colours), "");
  lines.push(...detection(judgement).map(dim), ...gate(judgement, colours));
  return `${lines.join("\n").trimEnd()}\n`;
}

function variantTable(
  { answers, variants, comparisons }: Judgement,
  colours: boolean,
): string {
  const { bold, dim, green, red } = pico.createColors(colours);
  const { config: { primary, baseline } } = answers;
  const models = new Map(answers.variants.map(({ name, model }) => [name, model]));
  const incomplete = variants.some(({ errors, missing }) => errors + missing > 0);
  const verdict = (name: string): string => {
    if (name === baseline) return dim("baseline");
    const found = comparisons.find((one) => one.candidate === name && one.verdict);
    if (!found) return dim("not compared");
    const words = verdictInWords(found);
    const { finding } = found.verdict!;
    return finding === "better" ? green(words) : finding === "worse" ? red(words) : words;
  };
  const difference = (name: string): string => {
    const found = comparisons.find((one) => one.candidate === name && one.verdict);
    if (!found) return "";
    const { difference, interval } = found;
    const range = interval ? ` (${signed(interval.low)} to ${signed(interval.high)})` : "";
    return signed(difference) + range;
  };
  const row = (one: VariantTally): string[] => [
    bold(one.name),
    models.get(one.name) ?? "",
    one.mean === null ? "–" : one.mean.toFixed(2),
    `${one.passed} of ${one.answered + one.errors}`,
    ...incomplete ? [String(one.errors), String(one.missing)] : [],
    one.tokens === undefined ? "–" : rounded(one.tokens),
    one.usd === undefined ? "–" : dollars(one.usd),
    difference(one.name),
    verdict(one.name),
  ];
  return fittedTable([
    { head: "Variant", align: "left" },
    { head: "Model", align: "left" },
    { head: primary === "score" ? "Score" : primary },
    { head: "Gates passed" },
    ...incomplete ? [{ head: "Errors" }, { head: "Missing" }] : [],
    { head: "Tokens" },
    { head: "Cost" },
    { head: "Difference (95 %)", align: "left" },
    { head: "Verdict", align: "left" },
  ], variants.map(row));
}

/** How sure a verdict can be at all with so many alerts. */
function detection({ comparisons }: Judgement): string[] {
  const judged = comparisons.filter(({ verdict, detectable }) => verdict && detectable !== null);
  if (judged.length === 0) return [];
  const least = judged.map(({ candidate, detectable }) =>
    judged.length === 1 ? detectable!.toFixed(2) : `${detectable!.toFixed(2)} for ${candidate}`
  );
  const [{ alerts, clusters, repeats }] = judged as [typeof judged[0]];
  return [
    `With ${counted(alerts, "alert")} in ${counted(clusters, "cluster")} (names of alerts) and ` +
    `${counted(repeats, "repeat")} each, a`,
    `difference of ${least.join(", ")} is seen four times out of five.`,
    "",
  ];
}

function gate({ regressions, answers, variants }: Judgement, colours: boolean): string[] {
  const { bold, dim, green, red } = pico.createColors(colours);
  const { baseline, gate } = answers.config;
  const candidates = variants.filter(({ name }) => name !== baseline);
  if (candidates.length === 0 || candidates.length === variants.length) return [];
  if (regressions.length === 0) {
    const words = `nothing is worse than '${baseline}' by more than ${gate.margin}`;
    return [`${bold("Gate")}  ${green("passed")}: ${words}, no gate is lost`];
  }
  const names = [...new Set(regressions.map(({ candidate }) => candidate))];
  const lines = names.flatMap((name) => {
    const own = regressions.filter(({ candidate }) => candidate === name);
    const shown = own.slice(0, MOST_REGRESSIONS).map(({ check, case: id, reason }) =>
      `      ${check}${id === undefined ? "" : dim(` at ${id}`)}: ${reason}`
    );
    const more = own.length - shown.length;
    return [
      `${bold("Gate")}  ${red("failed")}: ${name}`,
      ...shown,
      ...more > 0 ? [dim(`      … and ${more} more`)] : [],
    ];
  });
  return lines;
}
