import {
  type AlignedColumn,
  type AlignedLine,
  alignedTable,
} from "../../../src/terminal/aligned_table.ts";

/** A column of a table whose width is that of its widest cell. */
export interface FittedColumn {
  /** Its head. */
  readonly head: string;
  /** Side to which its cells are aligned. @default {"right"} */
  readonly align?: "left" | "right";
}

/** What colours and emphasis take of a cell's length. */
// deno-lint-ignore no-control-regex
const ESCAPES = /\x1b\[[\d;]*m/g;

/**
 * A table whose columns are as wide as they must be, two blanks apart, with a thin rule below the
 * heads.
 *
 * @returns Text without a line break at its end.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { fittedTable } from "./columns.ts";
 *
 * const text = fittedTable([{ head: "Name", align: "left" }, { head: "Score" }], [["a", "0.5"]]);
 * assert.deepEqual(text.split("\n"), ["Name  Score", "───────────", "a       0.5"]);
 * ```
 */
export function fittedTable(
  columns: readonly FittedColumn[],
  rows: readonly (readonly string[])[],
): string {
  const last = columns.length - 1;
  const length = (cell: string) => cell.replace(ESCAPES, "").length;
  const widths = columns.map(({ head }, at) =>
    Math.max(length(head), ...rows.map((row) => length(row[at]!)))
  );
  // The gap stands where nothing is aligned to: left of right-aligned cells, right of the others.
  const fitted = columns.flatMap(({ align = "right" }, at): AlignedColumn[] => [
    { width: widths[at]!, align },
    ...at === last ? [] : [{ width: 2, align: "left" } as const],
  ]);
  const spaced = (row: readonly string[]) =>
    row.flatMap((cell, at) => at === last ? [cell] : [cell, ""]);
  const rule = "─".repeat(widths.reduce((a, b) => a + b, 2 * last));
  const lines: AlignedLine[] = [
    spaced(columns.map(({ head }) => head)),
    { across: rule },
    ...rows.map(spaced),
  ];
  return alignedTable(fitted, lines);
}
