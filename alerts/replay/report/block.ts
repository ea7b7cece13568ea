/**
 * The parts of a report, before they become a terminal text, Markdown or a page. Renderers must
 * escape all texts: models and other outsiders wrote some of them.
 *
 * @module
 */

import type { Bounded } from "../statistics/by_name.ts";

export type Tone = "good" | "bad" | "warning" | "quiet" | "strong";

/** Where a part is shown. `files`: Markdown and page, which have more room. */
export type Output = "files" | "terminal";

export interface Bar extends Bounded {
  /** Largest distance from zero in the column. */
  readonly reach: number;
}

export type Cell = string | {
  readonly text: string;
  readonly tone?: Tone;
  /** Drawn instead of the text if possible. */
  readonly bar?: Bar;
};

export interface Column extends Part {
  readonly head: string;
  /** @default {"right"} */
  readonly align?: "left" | "right";
}

/** Parts without `only` are shown everywhere. */
interface Part {
  readonly only?: Output | undefined;
}

export interface Table extends Part {
  readonly kind: "table";
  /** Read out on the page, printed below the table in the terminal. */
  readonly caption?: string | undefined;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

export type Block =
  | Part & { readonly kind: "heading"; readonly text: string }
  | Part & { readonly kind: "text"; readonly text: string; readonly tone?: Tone | undefined }
  | Part & { readonly kind: "list"; readonly items: readonly string[] }
  | Table;

/** The blocks and columns that an output shows. */
export function shownIn(output: Output, blocks: readonly Block[]): Block[] {
  const isShown = ({ only = output }: Part) => only === output;
  return blocks.filter(isShown).map((block) =>
    block.kind === "table" ? keptColumns(block, (at) => isShown(block.columns[at]!)) : block
  );
}

function keptColumns(table: Table, isKept: (at: number) => boolean): Table {
  const keep = <T>(cells: readonly T[]) => cells.filter((_, at) => isKept(at));
  return { ...table, columns: keep(table.columns), rows: table.rows.map(keep) };
}

/** The table without its bars, of which another column has the figures. */
export function withoutBars(table: Table): Table {
  const isBar = (at: number) =>
    table.rows.some((row) => typeof row[at] === "object" && row[at].bar !== undefined);
  return keptColumns(table, (at) => !isBar(at));
}

export const onlyIn = (only: Output, blocks: readonly Block[]): Block[] =>
  blocks.map((block) => ({ ...block, only }));
export const heading = (text: string): Block => ({ kind: "heading", text });
export const paragraph = (text: string, tone?: Tone): Block => ({ kind: "text", text, tone });
export const paragraphIf = (isSo: boolean, text: string, tone?: Tone): Block[] =>
  isSo ? [paragraph(text, tone)] : [];
export const list = (items: readonly string[]): Block => ({ kind: "list", items });

interface ColumnOf<Row> extends Column {
  readonly of: (row: Row) => Cell;
}

export const left = <Row>(head: string, of: ColumnOf<Row>["of"], only?: Output): ColumnOf<Row> => (
  { head, of, align: "left", only }
);
export const right = <Row>(head: string, of: ColumnOf<Row>["of"], only?: Output): ColumnOf<Row> => (
  { head, of, only }
);

export function tableOf<Row>(
  rows: readonly Row[],
  columns: readonly ColumnOf<Row>[],
  { caption }: Pick<Table, "caption"> = {},
): Table {
  const cells = rows.map((row) => columns.map(({ of }) => of(row)));
  return { kind: "table", caption, columns, rows: cells };
}
