/**
 * A table that people read: in a notebook as HTML, in a terminal as text.
 *
 * @module
 */

/** How a column is headed. */
export interface ReadableColumn {
  /** Name of the column. */
  readonly name: string;
  /** Unit of its values, or zone of its times; empty where there is none. */
  readonly unit: string;
  /** Whether it holds numbers, which are set to the right. */
  readonly isNumber: boolean;
}

/** What a {@linkcode ReadableTable} is made of. */
export interface ReadableParts {
  /** The columns. */
  readonly columns: readonly ReadableColumn[];
  /** Cells of the rows that are shown. */
  readonly rows: readonly (readonly string[])[];
  /** Rows of the whole frame. */
  readonly height: number;
  /** How many of the shown rows come before those that are left out. */
  readonly above: number;
}

/** A frame, written down. */
export class ReadableTable {
  /** The columns. */
  readonly columns: readonly ReadableColumn[];
  /** Cells of the rows that are shown. */
  readonly rows: readonly (readonly string[])[];
  /** Rows of the whole frame. */
  readonly height: number;
  readonly #above: number;

  /**
   * A table of parts that are written down already; {@linkcode readable} makes them.
   *
   * @param parts The parts.
   */
  constructor({ columns, rows, height, above }: ReadableParts) {
    this.columns = columns;
    this.rows = rows;
    this.height = height;
    this.#above = above;
  }

  /** The table as HTML, without styles of its own. */
  toHtml(): string {
    const { columns } = this;
    const align = (c: number) =>
      columns[c]!.isNumber ? ' align="right"' : ' style="text-align:left"';
    const heads = columns.map(({ name, unit }, c) => {
      const small = unit === "" ? "" : `<br><small>${escapeHtml(unit)}</small>`;
      return `<th${align(c)}>${escapeHtml(name)}${small}</th>`;
    });
    const bodies = this.rows.map((cells) =>
      `<tr>${cells.map((cell, c) => `<td${align(c)}>${escapeHtml(cell)}</td>`).join("")}</tr>`
    );
    const note = this.#note();
    if (note !== null) {
      bodies.splice(
        this.#above,
        0,
        `<tr><td colspan="${columns.length}" style="text-align:left"><em>${note}</em></td></tr>`,
      );
    }
    return `<table><thead><tr>${heads.join("")}</tr></thead>` +
      `<tbody>${bodies.join("\n")}</tbody></table>`;
  }

  /** The table as lines of text. */
  toString(): string {
    const { columns } = this;
    const hasUnits = columns.some(({ unit }) => unit !== "");
    const lines = [
      columns.map(({ name }) => name),
      ...hasUnits ? [columns.map(({ unit }) => unit)] : [],
      ...this.rows,
    ];
    const widths = columns.map((_, c) => Math.max(...lines.map((cells) => cells[c]!.length)));
    const texts = lines.map((cells) =>
      cells.map((cell, c) =>
        columns[c]!.isNumber ? cell.padStart(widths[c]!) : cell.padEnd(widths[c]!)
      ).join("  ").trimEnd()
    );
    const heads = hasUnits ? 2 : 1;
    const rule = "─".repeat(Math.max(0, widths.reduce((sum, width) => sum + width + 2, -2)));
    const note = this.#note();
    if (note !== null) texts.splice(heads + this.#above, 0, note);
    texts.splice(heads, 0, rule);
    return texts.join("\n");
  }

  /** What a notebook shows. */
  [Symbol.for("Jupyter.display")](): Record<string, string> {
    return { "text/plain": this.toString(), "text/html": this.toHtml() };
  }

  /** What `console.log` prints. */
  [Symbol.for("Deno.customInspect")](): string {
    return this.toString();
  }

  #note(): string | null {
    if (this.height === 0) return "no rows";
    const hidden = this.height - this.rows.length;
    if (hidden === 0) return null;
    return `… ${hidden.toLocaleString("en")} of ${this.height.toLocaleString("en")} rows …`;
  }
}

/** Flags are one long word; a line may end behind any of them. */
function escapeHtml(text: string): string {
  return text.split(";")
    .map((part) => part.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"))
    .join(";<wbr>");
}
