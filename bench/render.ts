/**
 * A report as text: for the terminal, and as Markdown for the record.
 *
 * @module
 */

import { type AlignedColumn, alignedTable } from "../src/terminal/aligned_table.ts";
import { type Comparison, type Goal, isMet, type Report, type Row } from "./benchmark.ts";

/** For the terminal. */
export function renderText({ title, comparisons, goals, notes = [] }: Report): string {
  const parts = comparisons.map(({ caption, unit, rows }) => {
    const lines = [header(caption, unit), ...rows.map((row) => cells(row, rows[0]!))];
    const columns = lines[0]!.map((_, column): AlignedColumn => ({
      // Two blanks apart.
      width: (column > 0 ? 2 : 0) + Math.max(...lines.map((line) => line[column]!.length)),
      align: column > 0 && column < 4 ? "right" : "left",
    }));
    return alignedTable(columns, lines);
  });
  const verdicts = goals.map((goal) => `${isMet(goal) ? "met   " : "MISSED"}  ${goalText(goal)}`);
  return [`\n${title}`, ...parts, ...verdicts, ...notes].join("\n");
}

/** As Markdown, below a heading of the third level. */
export function renderMarkdown({ title, comparisons, goals, notes = [] }: Report): string {
  const line = (texts: readonly string[]) => `| ${texts.join(" | ")} |`;
  const tables = comparisons.map(({ caption, unit, rows }) =>
    [
      line(header(caption, unit)),
      line(["---", "--:", "--:", "--:", "---"]),
      ...rows.map((row) => line(cells(row, rows[0]!))),
    ].join("\n")
  );
  const verdicts = goals.map((goal) =>
    `- ${isMet(goal) ? "met" : "**missed**"}: ${goalText(goal)}`
  );
  return [`### ${title}`, ...tables, verdicts.join("\n"), ...notes].join("\n\n");
}

function header(caption: string, unit: Comparison["unit"]): string[] {
  return [caption, `min [${unit}]`, `median [${unit}]`, "min, ours = 1", ""];
}

function cells({ contender, min, median, note = "" }: Row, ours: Row): string[] {
  return [contender, figure(min), figure(median), figure(min / ours.min), note];
}

function goalText({ claim, measured, bound, unit = "×" }: Goal): string {
  const [words, limit] = "atLeast" in bound
    ? ["at least", bound.atLeast]
    : ["at most", bound.atMost];
  return `${claim}: ${figure(measured)} ${unit}, wanted ${words} ${figure(limit)} ${unit}`;
}

/** Three digits that count. */
function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
