/**
 * What a report is made of, before it becomes text on a terminal, Markdown or a page.
 *
 * Texts may hold what models and strangers wrote: whoever renders them takes the markup out.
 *
 * @module
 */

import type { Interval } from "../statistics/gaffke.ts";

/** How a text is meant; a renderer chooses colours. */
export type Tone = "good" | "bad" | "warning" | "quiet" | "strong";

/** An interval to draw, with its mean, beside a line at zero. */
export interface Bar {
  readonly interval: Interval;
  /** The mean; `null` if it is not known. */
  readonly mean: number | null;
  /** The greatest distance from zero that is drawn: the same in a column of bars. */
  readonly reach: number;
}

/** A cell of a table; a text alone has no tone. */
export type Cell = string | {
  readonly text: string;
  readonly tone?: Tone;
  /** Drawn instead of the text, where that is possible. */
  readonly bar?: Bar;
};

/** A column of a table. */
export interface Column {
  readonly head: string;
  readonly align?: "left" | "right";
}

/** A part of a report. */
export type Block =
  & {
    /** Where it is shown: `files` are Markdown and page, which have more room. @default everywhere */
    readonly only?: "files" | "terminal";
  }
  & (
    | { readonly kind: "heading"; readonly text: string }
    | { readonly kind: "text"; readonly text: string; readonly tone?: Tone }
    | { readonly kind: "list"; readonly items: readonly string[]; readonly tone?: Tone }
    | {
      readonly kind: "table";
      /** What it shows: read out on the page, written below it on the terminal. */
      readonly caption?: string;
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly Cell[])[];
    }
  );

type Only = Block["only"];

/** A block with its place, unless it is shown everywhere. */
const shownIn = (block: Block, only: Only): Block => only ? { ...block, only } : block;

export const heading = (text: string, only?: Only): Block =>
  shownIn({ kind: "heading", text }, only);
export const paragraph = (text: string, tone?: Tone, only?: Only): Block =>
  shownIn({ kind: "text", text, ...tone && { tone } }, only);
export const list = (items: readonly string[], only?: Only): Block =>
  shownIn({ kind: "list", items }, only);
export const warningIf = (isSo: boolean, text: string): Block[] =>
  isSo ? [paragraph(text, "warning")] : [];
/** A column of text. */
export const left = (head: string): Column => ({ head, align: "left" });
/** A column of figures. */
export const right = (head: string): Column => ({ head });

/** Columns of a table whose first one is text and whose others are figures. */
export function columnsOf(first: string, ...figures: readonly string[]): Column[] {
  return [left(first), ...figures.map(right)];
}
