import { alignedTable } from "../../../src/terminal/aligned_table.ts";
import type { RuleName } from "./rules.ts";

/**
 * Tells which rules found how much.
 *
 * @returns Lines, each with a line break.
 */
export function countsTable(counts: ReadonlyMap<RuleName, number>): string {
  if (counts.size === 0) return "Nothing to redact\n";
  const rows = [...counts].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
  return table(["Rule", "Count"], rows.map(([rule, count]) => [rule, String(count)]), 1);
}

/** What was replaced, and where, in words. */
export interface PlacedFinding {
  /** Line and column, or a JSON pointer. */
  readonly place: string;
  /** Which rule found it. */
  readonly rule: RuleName;
  /** What stands in its place. */
  readonly placeholder: string;
}

/**
 * Lists each replacement with its place.
 *
 * @returns Lines, each with a line break.
 */
export function findingsTable(findings: readonly PlacedFinding[]): string {
  const rows = findings.map(({ place, rule, placeholder }) => [place, rule, placeholder]);
  return table(["Place", "Rule", "Placeholder"], rows);
}

/** Columns as wide as their widest cell, with a blank between them; numbers to the right. */
function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numbers = -1,
): string {
  const lines = [head, ...rows].map((line) =>
    line.map((cell, column) => column === 0 || column === numbers ? cell : ` ${cell}`)
  );
  const columns = head.map((_, column) => ({
    width: lines.reduce((width, line) => Math.max(width, line[column]!.length), 0) +
      (column === numbers ? 1 : 0),
    align: column === numbers ? "right" as const : "left" as const,
  }));
  return `${alignedTable(columns, lines)}\n`;
}
