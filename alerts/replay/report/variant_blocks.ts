import { compareVariants } from "../compare.ts";
import { dollars, score, UNKNOWN } from "../results/figures.ts";
import type { RunResults } from "../results/run_results.ts";
import { summarize, type VariantSummary } from "../results/summary.ts";
import { type Block, type Cell, columnsOf, heading, left, right } from "./block.ts";
import { differenceText } from "./comparison_blocks.ts";
import { scoreName } from "./verdict_words.ts";

/** Figures of the variants. */
export function variantBlocks({ variants, summaries, primaries, baseline }: RunResults): Block[] {
  const isIncomplete = summaries.some(({ errors, missing }) => errors + missing > 0);
  const calls = isIncomplete ? undefined : "files";
  return [heading("Variants", "files"), {
    kind: "table",
    columns: [
      left("Variant"),
      left("Model"),
      left("Prompts", "files"),
      ...primaries.map((name) => (right(capital(scoreName(name))))),
      right("All gates passed"),
      right("Answers", "files"),
      right("Failed calls", calls),
      right("Missing", calls),
      right("Cost"),
      right("Median", "files"),
    ],
    rows: summaries.map((one): Cell[] => {
      const { model, prompts } = variants.find(({ name }) => name === one.variant)!;
      return [
        one.variant === baseline ? `${one.variant} (baseline)` : one.variant,
        model,
        prompts.join(", "),
        ...primaries.map((name) => meanOf(one, name)),
        passedText(one),
        String(one.answered),
        String(one.errors),
        String(one.missing),
        dollars(one.usd),
        one.latency === null ? UNKNOWN : `${(one.latency / 1000).toFixed(1)} s`,
      ];
    }),
  }];
}

/** Means of all checks; opinions of a judge and totals have other tables. */
export function checkBlocks({ summaries, scores }: RunResults): Block[] {
  const names = new Set(
    scores.flatMap(({ kind, check }) => kind === "gate" || kind === "grade" ? check : []),
  );
  return [heading("Checks", "files"), {
    kind: "table",
    only: "files",
    caption: "Means over names of alerts",
    columns: columnsOf("Check", ...summaries.map(({ variant }) => variant)),
    rows: [...names].map((name) => [name, ...summaries.map((one) => meanOf(one, name))]),
  }];
}

/** A table for each tag of the labels. */
export function tagBlocks(
  { cases, rows, scores, baseline, primaries }: RunResults,
): Block[] {
  const tagged = cases.flatMap(({ id, label }) => (label?.tags ?? []).map((tag) => ({ tag, id })));
  if (tagged.length === 0) return [];
  const tags = [...Map.groupBy(tagged, ({ tag }) => tag)].sort(([a], [b]) => a < b ? -1 : 1);
  return [
    heading("By tag"),
    ...tags.map(([tag, all]): Block => {
      const ids = new Set(all.map(({ id }) => id));
      const own = scores.filter((one) =>
        ids.has(one.case) && (one.kind === "gate" || primaries.includes(one.check))
      );
      const compared = compareVariants(own, { baseline, primaries, judged: [] });
      return {
        kind: "table",
        caption: `${tag}: intervals are of this tag alone, not corrected for the number of tags`,
        columns: [
          left(tag),
          right("Names"),
          right("Alerts"),
          ...primaries.flatMap((name) => [
            right(capital(scoreName(name))),
            left("Difference (95 %)"),
          ]),
          right("All gates passed"),
        ],
        rows: summarize(rows.filter((row) => ids.has(row.case)), own).map((summary): Cell[] => [
          summary.variant,
          String(new Set(own.map(({ cluster }) => cluster)).size),
          String(ids.size),
          ...primaries.flatMap((name) => {
            const one = compared.find(({ candidate, check }) =>
              candidate === summary.variant && check === name
            );
            return [meanOf(summary, name), one ? differenceText(one) : ""];
          }),
          passedText(summary),
        ]),
      };
    }),
  ];
}

function passedText({ passed }: VariantSummary): string {
  return `${passed.alerts} of ${passed.of} alerts`;
}

function meanOf({ checks }: VariantSummary, name: string): string {
  return score(checks.get(name)?.mean ?? null);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
