import { visibleText } from "../../analyzer/text/visible_text.ts";
import { verdictInWords } from "../compare.ts";
import { difference, dollars, interval, percent, probability, score, UNKNOWN } from "./figures.ts";
import type { RunResults } from "./run_results.ts";
import { summarize } from "./summary.ts";
import { losses } from "./worst.ts";

/** Losses that are listed. */
const LOSSES = 10;

/**
 * A run as a report in Markdown: for a pull request, or for a person.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { toMarkdown } from "./markdown.ts";
 *
 * const text = toMarkdown({
 *   run: "demo", variants: [], baseline: "old", primary: "score", cases: [], rows: [], scores: [],
 *   comparisons: [], regressions: [], isSample: false,
 * });
 * assert(text.startsWith("# Replay: demo\n"));
 * ```
 */
export function toMarkdown(results: RunResults): string {
  return [
    `# Replay: ${plain(results.run)}\n`,
    ...results.isSample
      ? [
        "> The answers were written for the demonstration. No model gave them, and nothing is said of any.\n",
      ]
      : [],
    ...verdicts(results),
    ...variants(results),
    ...checks(results),
    ...judgeSection(results),
    ...regressionList(results),
    ...lossList(results),
  ].join("\n");
}

function verdicts({ comparisons, baseline, primary }: RunResults): string[] {
  const judged = comparisons.filter(({ verdict }) => verdict);
  if (judged.length === 0) return [];
  return [
    `## Compared with ${plain(baseline)}, by ${plain(primary)}\n`,
    tableOf(
      [
        "variant",
        "verdict",
        "difference",
        "95 % interval",
        "p",
        "alerts",
        "names of alerts",
        "repeats",
      ],
      judged.map((one) => [
        plain(one.candidate),
        `**${verdictInWords(one)}**`,
        difference(one.difference),
        interval(one.interval),
        probability(one.verdict!.p),
        one.alerts + (one.unpaired > 0 ? ` (${one.unpaired} left out)` : ""),
        one.clusters,
        one.repeats,
      ]),
    ),
    "p is of the sign-flip permutation over names of alerts, corrected for the number of candidates.\n",
  ];
}

function variants(results: RunResults): string[] {
  const summaries = summarize(results.rows, results.scores);
  if (summaries.length === 0) return [];
  const shown = new Map(results.variants.map((one) => [one.name, one]));
  return [
    "## Variants\n",
    tableOf(
      [
        "variant",
        "model",
        "prompts",
        "score",
        "gates passed",
        "answers",
        "errors",
        "missing",
        "cost",
        "median s",
      ],
      summaries.map((one) => [
        plain(one.variant),
        plain(shown.get(one.variant)?.model ?? UNKNOWN),
        plain(shown.get(one.variant)?.prompts.join(", ") ?? UNKNOWN),
        score(one.score),
        percent(one.passed),
        one.answered,
        one.errors,
        one.missing,
        dollars(one.usd),
        one.latency === null ? UNKNOWN : (one.latency / 1000).toFixed(1),
      ]),
    ),
  ];
}

function judgeSection({ judge }: RunResults): string[] {
  if (!judge) return [];
  const { model, prompt, agreement, preferences } = judge;
  return [
    `## Judge: ${plain(model)}, ${plain(prompt)}\n`,
    tableOf(
      ["criterion", "verdicts of people", "agreed", "kappa", ""],
      [...agreement].map(([name, { verdicts, agreed, kappa, isCalibrated }]) => [
        `judge_${name}`,
        verdicts,
        percent(agreed),
        score(kappa),
        isCalibrated ? "" : "uncalibrated",
      ]),
    ),
    ...preferences.size === 0 ? [] : [tableOf(
      ["candidate", "preferred", "baseline preferred", "ties", "same in both orders", "p"],
      [...preferences].map(([name, { wins, losses, ties, consistency, p }]) => [
        plain(name),
        wins,
        losses,
        ties,
        percent(consistency),
        probability(p),
      ]),
    )],
  ];
}

function checks(results: RunResults): string[] {
  const summaries = summarize(results.rows, results.scores);
  const names = [...new Set(results.scores.map(({ check }) => check))]
    .filter((check) => check !== "score");
  if (names.length === 0) return [];
  return [
    "## Checks\n",
    tableOf(
      ["check", ...summaries.map(({ variant }) => plain(variant))],
      names.map((
        name,
      ) => [plain(name), ...summaries.map((one) => score(one.checks.get(name) ?? null))]),
    ),
  ];
}

function regressionList({ regressions }: RunResults): string[] {
  if (regressions.length === 0) return [];
  return [
    "## What must not pass\n",
    ...regressions.map(({ candidate, check, case: id, reason }) =>
      `- ${plain(candidate)}, ${plain(check)}${id === undefined ? "" : `, at ${plain(id)}`}: ${
        plain(reason)
      }`
    ),
    "",
  ];
}

function lossList(results: RunResults): string[] {
  const all = losses(results);
  if (all.length === 0) return [];
  return [
    "## Where candidates lose most\n",
    tableOf(
      ["alert", "case", "variant", "score", "baseline", "why"],
      all.slice(0, LOSSES).map((one) => [
        plain(one.cluster),
        plain(one.case),
        plain(one.candidate),
        score(one.candidateScore),
        score(one.baselineScore),
        one.reasons.map(({ check, reason }) => `${plain(check)}: ${plain(reason)}`).join("; "),
      ]),
    ),
    ...all.length > LOSSES ? [`${all.length - LOSSES} more are in \`scores.csv\`.\n`] : [],
  ];
}

function tableOf(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line), ""].join("\n");
}

/** A text that others wrote: no markup, no link, no picture, no line of its own. */
function plain(text: string): string {
  return visibleText(text).replace(/\s+/g, " ").replace(
    /[\\`*_{}[\]()<>#|!~&]/g,
    (sign) => `\\${sign}`,
  )
    .replace(/(?<=https?|ftp):(?=\/\/)/gi, "\\:").replace(/@/g, "@\u200b");
}
