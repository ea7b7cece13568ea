/**
 * The parts of a report, before they become a terminal text, Markdown or a page. Renderers must
 * escape all texts: models and other outsiders wrote some of them.
 *
 * @module
 */

import type { Interval } from "../statistics/gaffke.ts";

export type Tone = "good" | "bad" | "warning" | "quiet" | "strong";

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
}

export type Block =
  & {
    /** `files`: Markdown and page, which have more room. @default everywhere */
    readonly only?: "files" | "terminal";
  }
  & (
    | { readonly kind: "heading"; readonly text: string }
    | { readonly kind: "text"; readonly text: string; readonly tone?: Tone }
    | { readonly kind: "list"; readonly items: readonly string[]; readonly tone?: Tone }
    | {
      readonly kind: "table";
      /** Read out on the page, printed below the table in the terminal. */
      readonly caption?: string;
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly Cell[])[];
    }
  );

type Only = Block["only"];

/** A block for one kind of output. */
const shownIn = (block: Block, only: Only): Block => only ? { ...block, only } : block;

export const heading = (text: string, only?: Only): Block =>
  shownIn({ kind: "heading", text }, only);
export const paragraph = (text: string, tone?: Tone, only?: Only): Block =>
  shownIn({ kind: "text", text, ...tone && { tone } }, only);
export const list = (items: readonly string[], only?: Only): Block =>
  shownIn({ kind: "list", items }, only);
export const warningIf = (isSo: boolean, text: string): Block[] =>
  isSo ? [paragraph(text, "warning")] : [];
export const left = (head: string): Column => ({ head, align: "left" });
export const right = (head: string): Column => ({ head });

/** A first column of text, the others of figures. */
export function columnsOf(first: string, ...figures: readonly string[]): Column[] {
  return [left(first), ...figures.map(right)];
}
