import Table from "cli-table3";

/** One column of a table for the terminal. */
export interface AlignedColumn {
  /** Width in characters. */
  readonly width: number;
  /**
   * Side to which its cells are aligned.
   *
   * @default {"right"}
   */
  readonly align?: "left" | "right";
}

/** A line of cells, or a text across all columns, such as a thin rule. */
export type AlignedLine = readonly string[] | { readonly across: string };

/** No borders: alignment separates the columns. */
const NO_BORDERS = Object.fromEntries(
  ["top", "bottom", "mid", "left", "right"].flatMap((side) =>
    ["", "-left", "-mid", "-right"].map((part) => [side + part, ""])
  ),
);

/**
 * Aligns cells in columns, without borders. Cells may carry colours.
 *
 * @returns Lines, without a line break at the end and without white space at their ends.
 */
export function alignedTable(
  columns: readonly AlignedColumn[],
  lines: readonly AlignedLine[],
): string {
  const table = new Table({
    chars: { ...NO_BORDERS, middle: "" },
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
    colWidths: columns.map(({ width }) => width),
    colAligns: columns.map(({ align = "right" }) => align),
  });
  for (const line of lines) {
    table.push("across" in line ? [{ content: line.across, colSpan: columns.length }] : [...line]);
  }
  return table.toString().split("\n").map((line) => line.trimEnd()).join("\n");
}
