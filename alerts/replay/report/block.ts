/**
 * The parts of a report, before they become a terminal text, Markdown or a page. Renderers must
 * escape all texts: models and other outsiders wrote some of them.
 *
 * @module
 */

import type { Interval } from "../statistics/gaffke.ts";

export type Tone = "good" | "bad" | "warning" | "quiet" | "strong";

/** Where a part is shown. `files`: Markdown and page, which have more room. */
export type Output = "files" | "terminal";

export interface Bar {
  readonly interval: Interval;
  /** `null` if unknown. */
  readonly mean: number | null;
  /** Largest distance from zero in the column. */
  readonly reach: number;
}

export type Cell = string | {
  readonly text: string;
  readonly tone?: Tone;
  /** Drawn instead of the text if possible. */
  readonly bar?: Bar;
};

export interface Column {
  readonly head: string;
  readonly align?: "left" | "right";
  /** @default everywhere */
  readonly only?: Output;
}

export interface Table {
  readonly kind: "table";
  /** Read out on the page, printed below the table in the terminal. */
  readonly caption?: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

export type Block =
  & {
    /** @default everywhere */
    readonly only?: Output;
  }
  & (
    | { readonly kind: "heading"; readonly text: string }
    | { readonly kind: "text"; readonly text: string; readonly tone?: Tone }
    | { readonly kind: "list"; readonly items: readonly string[]; readonly tone?: Tone }
    | Table
  );

/** The blocks and columns that an output shows. */
export function shownIn(output: Output, blocks: readonly Block[]): Block[] {
  const isShown = ({ only = output }: { readonly only?: Output }) => only === output;
  return blocks.filter(isShown).map((block) =>
    block.kind === "table" ? keptColumns(block, (at) => isShown(block.columns[at]!)) : block
  );
}

export function keptColumns(table: Table, isKept: (at: number) => boolean): Table {
  const keep = <T>(cells: readonly T[]) => cells.filter((_, at) => isKept(at));
  return { ...table, columns: keep(table.columns), rows: table.rows.map(keep) };
}

/** The table without its bars, of which another column has the figures. */
export function withoutBars(table: Table): Table {
  const isBar = (at: number) =>
    table.rows.some((row) => typeof row[at] === "object" && row[at].bar !== undefined);
  return keptColumns(table, (at) => !isBar(at));
}

export const heading = (text: string, only?: Output): Block => (
  { kind: "heading", text, ...only && { only } }
);
export const paragraph = (text: string, tone?: Tone, only?: Output): Block => (
  { kind: "text", text, ...tone && { tone }, ...only && { only } }
);
export const list = (items: readonly string[], only?: Output): Block => (
  { kind: "list", items, ...only && { only } }
);
export const warningIf = (isSo: boolean, text: string): Block[] =>
  isSo ? [paragraph(text, "warning")] : [];
export const left = (head: string, only?: Output): Column => (
  { head, align: "left", ...only && { only } }
);
export const right = (head: string, only?: Output): Column => ({ head, ...only && { only } });

/** A first column of text, the others of figures. */
export function columnsOf(first: string, ...figures: readonly string[]): Column[] {
  return [left(first), ...figures.map((head) => right(head))];
}
