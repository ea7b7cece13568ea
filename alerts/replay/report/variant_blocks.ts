import { compareVariants } from "../compare.ts";
import { difference, dollars, interval, score, UNKNOWN } from "../results/figures.ts";
import type { RunResults } from "../results/run_results.ts";
import { summarize, type VariantSummary } from "../results/summary.ts";
import { type Block, type Cell, heading, left, right } from "./block.ts";
import { scoreName } from "./verdict_words.ts";

/** Figures of the variants; files get more columns. */
export function variantBlocks({ variants, summaries, primaries, baseline }: RunResults): Block[] {
  const shown = new Map(variants.map((one) => [one.name, one]));
  const isIncomplete = summaries.some(({ errors, missing }) => errors + missing > 0);
  const table = (only: "terminal" | "files"): Block => {
    const isWide = only === "files";
    return {
      kind: "table",
      only,
      columns: [
        left("Variant"),
        left("Model"),
        ...isWide ? [left("Prompts")] : [],
        ...primaries.map((name) => (right(capital(scoreName(name))))),
        right("All gates passed"),
        ...isWide ? [right("Answers")] : [],
        ...isWide || isIncomplete ? [right("Failed calls"), right("Missing")] : [],
        right("Cost"),
        ...isWide ? [right("Median")] : [],
      ],
      rows: summaries.map((one): Cell[] => [
        one.variant === baseline ? `${one.variant} (baseline)` : one.variant,
        shown.get(one.variant)?.model ?? UNKNOWN,
        ...isWide ? [shown.get(one.variant)?.prompts.join(", ") ?? UNKNOWN] : [],
        ...primaries.map((name) => score(one.checks.get(name)?.mean ?? null)),
        passedText(one),
        ...isWide ? [String(one.answered)] : [],
        ...isWide || isIncomplete ? [String(one.errors), String(one.missing)] : [],
        dollars(one.usd),
        ...isWide ? [one.latency === null ? UNKNOWN : `${(one.latency / 1000).toFixed(1)} s`] : [],
      ]),
    };
  };
  return [heading("Variants", "files"), table("terminal"), table("files")];
}

export function checkBlocks({ summaries, scores }: RunResults): Block[] {
  const own = scores.filter(({ kind }) => kind === "gate" || kind === "grade");
  const names = [...new Set(own.map(({ check }) => check))];
  if (names.length === 0) return [];
  return [
    heading("Checks", "files"),
    {
      kind: "table",
      only: "files",
      caption: "Means over names of alerts",
      columns: [left("Check"), ...summaries.map(({ variant }) => right(variant))],
      rows: names.map((name) => [
        name,
        ...summaries.map(({ checks }) => score(checks.get(name)?.mean ?? null)),
      ]),
    },
  ];
}

export function tagBlocks(
  { cases, rows, scores, summaries, baseline, primaries }: RunResults,
): Block[] {
  const tags = new Map<string, Set<string>>();
  for (const { id, label } of cases) {
    for (const tag of label?.tags ?? []) tags.set(tag, (tags.get(tag) ?? new Set()).add(id));
  }
  if (tags.size === 0) return [];
  return [
    heading("By tag"),
    ...[...tags].sort(([a], [b]) => a < b ? -1 : 1).map(([tag, ids]): Block => {
      const own = scores.filter((one) =>
        ids.has(one.case) && (one.kind === "gate" || primaries.includes(one.check))
      );
      const compared = compareVariants(own, { baseline, primaries, judged: [] });
      const means = new Map(
        summarize(rows.filter((row) => ids.has(row.case)), own).map((one) => [one.variant, one]),
      );
      return {
        kind: "table",
        caption: `${tag}: intervals are of this tag alone, not corrected for the number of tags`,
        columns: [
          { head: tag, align: "left" },
          right("Names"),
          right("Alerts"),
          ...primaries.flatMap((name) => [
            right(capital(scoreName(name))),
            left("Difference (95 %)"),
          ]),
          right("All gates passed"),
        ],
        rows: summaries.map(({ variant }): Cell[] => [
          variant,
          String(new Set(own.map(({ cluster }) => cluster)).size),
          String(ids.size),
          ...primaries.flatMap((name) => {
            const one = compared.find(({ candidate, check }) =>
              candidate === variant && check === name
            );
            return [
              score(means.get(variant)?.checks.get(name)?.mean ?? null),
              one?.difference === undefined || one.difference === null
                ? ""
                : `${difference(one.difference)} (${interval(one.interval)})`,
            ];
          }),
          passedText(means.get(variant)),
        ]),
      };
    }),
  ];
}

function passedText(summary: VariantSummary | undefined): string {
  return summary ? `${summary.passed.alerts} of ${summary.passed.of} alerts` : UNKNOWN;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
