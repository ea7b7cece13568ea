import { visibleText } from "../../src/text/visible_text.ts";
import { counted } from "../../../src/text.ts";
import { verdictInWords } from "../compare.ts";
import { agreementInWords } from "../judge/agreement.ts";
import { preferencesInWords } from "../judge/preferences.ts";
import {
  difference,
  dollars,
  interval,
  percent,
  probability,
  score,
  shares,
  UNKNOWN,
} from "./figures.ts";
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
    ...gates(results),
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

function judgeSection(results: RunResults): string[] {
  const { judge } = results;
  if (!judge) return [];
  const { model, prompt, usd, missing, agreement, preferences } = judge;
  const summaries = summarize(results.rows, results.scores);
  const { criteria, overall, stray } = agreement;
  return [
    "## What the judge says\n",
    `${plain(model)}, ${plain(prompt)}, ${dollars(usd)}. Nothing of this is in the score.\n`,
    tableOf(
      ["yes to", ...summaries.map(({ variant }) => plain(variant)), "agreement with people"],
      [
        ...[...criteria].map(([name, one]) => [
          plain(`judge_${name}`),
          ...summaries.map(({ variant, checks }) => {
            const lost = missing.get(variant)?.get(name) ?? 0;
            const share = percent(checks.get(`judge_${name}`) ?? null);
            return lost === 0 ? share : `${share}, ${lost} missing`;
          }),
          agreementInWords(one),
        ]),
        ["all", ...summaries.map(() => ""), agreementInWords(overall)],
      ],
    ),
    ...stray.length === 0
      ? []
      : [`People also judged ${counted(stray.length, "answer")} that this run does not have.\n`],
    ...[...preferences].map(([name, one]) => `- ${plain(name)} ${preferencesInWords(one)}`),
    ...preferences.size === 0 ? [] : [""],
  ];
}

function checks(results: RunResults): string[] {
  const summaries = summarize(results.rows, results.scores);
  const checks = results.scores.filter(({ kind }) => kind === "gate" || kind === "grade");
  const names = [...new Set(checks.map(({ check }) => check))];
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

function gates({ comparisons, baseline }: RunResults): string[] {
  const rated = comparisons.filter(({ passRates }) => passRates);
  if (rated.length === 0) return [];
  return [
    "## Gates\n",
    tableOf(
      [
        "variant",
        "gate",
        "alerts that pass",
        "95 %",
        `${plain(baseline)}, 95 %`,
        "gained",
        "lost",
        "p",
      ],
      rated.map(({ candidate, check, alerts, passRates }) => {
        const { counts: { both, gained, lost }, candidate: range, baseline: before, p } =
          passRates!;
        return [
          plain(candidate),
          plain(check),
          `${both + gained} of ${alerts}`,
          shares(range),
          shares(before),
          gained,
          lost,
          probability(p),
        ];
      }),
    ),
    "An alert passes if all its answers do. Intervals are Wilson's, p is of the exact McNemar test.\n",
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
