import stringWidth from "string-width";

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

/**
 * Aligns cells in columns, without borders. Cells may carry colours. A cell that is wider than its
 * column stays whole and moves the rest of its line.
 *
 * @returns Lines, without a line break at the end and without white space at their ends.
 */
export function alignedTable(
  columns: readonly AlignedColumn[],
  lines: readonly AlignedLine[],
): string {
  return lines.map((line) => {
    const text = "across" in line
      ? line.across
      : line.map((cell, index) => padded(cell, columns[index]!)).join("");
    return text.trimEnd();
  }).join("\n");
}

function padded(cell: string, { width, align = "right" }: AlignedColumn): string {
  const blank = " ".repeat(Math.max(0, width - stringWidth(cell)));
  return align === "left" ? cell + blank : blank + cell;
}
