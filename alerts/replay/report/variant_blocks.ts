import { compareVariants } from "../compare.ts";
import { dollars, score, UNKNOWN } from "../results/figures.ts";
import type { RunResults } from "../judge_answers.ts";
import { summarize, type VariantSummary } from "../results/summary.ts";
import { type Block, heading, left, onlyIn, right, tableOf } from "./block.ts";
import { differenceText } from "./comparison_blocks.ts";
import { scoreName } from "./verdict_words.ts";

export function variantBlocks({ variants, summaries, primaries, baseline }: RunResults): Block[] {
  const isIncomplete = summaries.some(({ errors, missing }) => errors + missing > 0);
  const calls = isIncomplete ? undefined : "files";
  const shown = (one: VariantSummary) => variants.find(({ name }) => name === one.variant)!;
  return [
    ...onlyIn("files", [heading("Variants")]),
    tableOf(summaries, [
      left("Variant", ({ variant }) => variant === baseline ? `${variant} (baseline)` : variant),
      left("Model", (one) => shown(one).model),
      left("Prompts", (one) => shown(one).prompts.join(", "), "files"),
      ...primaries.map((name) => right(capital(scoreName(name)), meanOf(name))),
      right("All gates passed", passedText),
      right("Answers", ({ answered }) => String(answered), "files"),
      right("Failed calls", ({ errors }) => String(errors), calls),
      right("Missing", ({ missing }) => String(missing), calls),
      right("Cost", ({ usd }) => dollars(usd)),
      right(
        "Median",
        ({ latency }) => latency === null ? UNKNOWN : `${(latency / 1000).toFixed(1)} s`,
        "files",
      ),
    ]),
  ];
}

/** Means of all checks; opinions of a judge and totals have other tables. */
export function checkBlocks({ summaries, scores }: RunResults): Block[] {
  const names = new Set(
    scores.flatMap(({ kind, check }) => kind === "gate" || kind === "grade" ? check : []),
  );
  return [
    heading("Checks"),
    tableOf([...names], [
      left("Check", (name) => name),
      ...summaries.map((one) => right(one.variant, (name: string) => meanOf(name)(one))),
    ], { caption: "Means over names of alerts" }),
  ];
}

export function tagBlocks({ cases, rows, scores, baseline, primaries }: RunResults): Block[] {
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
      const found = (check: string) => ({ variant }: VariantSummary) => {
        const one = compared.find((one) => one.candidate === variant && one.check === check);
        return one ? differenceText(one) : "";
      };
      const names = new Set(own.map(({ cluster }) => cluster)).size;
      return tableOf(summarize(rows.filter((row) => ids.has(row.case)), own), [
        left(tag, ({ variant }) => variant),
        right("Names", () => String(names)),
        right("Alerts", () => String(ids.size)),
        ...primaries.flatMap((name) => [
          right(capital(scoreName(name)), meanOf(name)),
          left("Difference (95 %)", found(name)),
        ]),
        right("All gates passed", passedText),
      ], {
        caption: `${tag}: intervals are of this tag alone, not corrected for the number of tags`,
      });
    }),
  ];
}

function passedText({ passed }: VariantSummary): string {
  return `${passed.alerts} of ${passed.of} alerts`;
}

function meanOf(check: string): (summary: VariantSummary) => string {
  return ({ checks }) => score(checks.get(check)?.mean ?? null);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
