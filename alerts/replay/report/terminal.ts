import pico from "picocolors";
import { visibleText } from "../../src/text/visible_text.ts";
import { wrap } from "../../../src/text.ts";
import {
  type AlignedColumn,
  type AlignedLine,
  alignedTable,
} from "../../../src/terminal/aligned_table.ts";
import type { Bar, Block, Cell, Column, Tone } from "./block.ts";

/** Longest line of text. [characters] */
const WIDTH = 100;
const BAR = 25;
/** Escape sequences take no room. */
// deno-lint-ignore no-control-regex
const ESCAPES = /\x1b\[[\d;]*m/g;

/** Blocks as terminal text. */
export function toTerminal(
  blocks: readonly Block[],
  { colours = false, columns = WIDTH }: {
    readonly colours?: boolean;
    /** Width of the terminal. Texts use at most 100 columns. @default {100} */
    readonly columns?: number;
  } = {},
): string {
  const paint = painter(colours);
  const lines = (text: string, indent: string, tone?: Tone) =>
    wrap(visibleText(text), Math.min(columns, WIDTH) - indent.length)
      .map((line, at) => (at === 0 ? indent.slice(2) : indent) + paint(tone, line)).join("\n");
  const shown = blocks.filter(({ only }) => only !== "files");
  const parts = shown.map((block): string => {
    switch (block.kind) {
      case "heading":
        return paint("strong", block.text);
      case "text":
        return lines(block.text, "", block.tone);
      case "list":
        return block.items.map((item) => lines(item, "    ", block.tone)).join("\n");
      case "table": {
        const table = fittedTable(block, columns, paint);
        return block.caption === undefined
          ? table
          : `${table}\n${lines(block.caption, "", "quiet")}`;
      }
    }
  });
  // No empty line after a heading or before a list.
  return parts.map((part, at) => {
    const next = shown[at + 1]?.kind;
    const isTogether = next === "list" || next === undefined || shown[at]!.kind === "heading";
    return part + (isTogether ? "\n" : "\n\n");
  }).join("");
}

type Paint = (tone: Tone | undefined, text: string) => string;

function painter(colours: boolean): Paint {
  const { bold, dim, green, red, yellow } = pico.createColors(colours);
  const paints = { good: green, bad: red, warning: yellow, quiet: dim, strong: bold };
  return (tone, text) => tone ? paints[tone](text) : text;
}

/**
 * A table with aligned columns. If it is too wide, bars are left out; if that is not enough, each
 * row becomes a list.
 */
function fittedTable(
  table: Pick<Extract<Block, { kind: "table" }>, "columns" | "rows">,
  room: number,
  paint: Paint,
): string {
  const isBar = (at: number) =>
    table.rows.some((row) => typeof row[at] === "object" && row[at].bar !== undefined);
  const whole = measured(table, paint);
  if (whole.width <= room) return aligned(whole);
  const kept = table.columns.map((_, at) => at).filter((at) => !isBar(at));
  const pick = <T>(all: readonly T[]) => kept.map((at) => all[at]!);
  const narrow = measured({ columns: pick(table.columns), rows: table.rows.map(pick) }, paint);
  if (narrow.width <= room) return aligned(narrow);
  const [, ...heads] = narrow.columns.map(({ head }) => head);
  const most = Math.max(...heads.map(length));
  return narrow.texts.map(([first, ...rest]) =>
    [
      paint("strong", first!),
      ...rest.flatMap((text, at) => {
        if (text === "") return [];
        const [line, ...more] = wrap(text, Math.max(12, room - most - 4));
        const indent = " ".repeat(most + 4);
        return [`  ${heads[at]!.padEnd(most)}  ${line}`, ...more.map((one) => indent + one)];
      }),
    ].join("\n")
  ).join("\n");
}

interface Measured {
  readonly columns: readonly Column[];
  readonly texts: readonly (readonly string[])[];
  readonly widths: readonly number[];
  readonly width: number;
}

const length = (cell: string) => cell.replace(ESCAPES, "").length;

function measured(
  { columns, rows }: { columns: readonly Column[]; rows: readonly (readonly Cell[])[] },
  paint: Paint,
): Measured {
  const texts = rows.map((row) =>
    row.map((cell) =>
      typeof cell === "string"
        ? visibleText(cell)
        : paint(cell.tone, cell.bar ? drawn(cell.bar) : visibleText(cell.text))
    )
  );
  const widths = columns.map(({ head }, at) =>
    Math.max(length(head), ...texts.map((row) => length(row[at]!)))
  );
  return {
    columns,
    texts,
    widths,
    width: widths.reduce((a, b) => a + b, 2 * (columns.length - 1)),
  };
}

function aligned({ columns, texts, widths, width }: Measured): string {
  const last = columns.length - 1;
  // The gap is left of right-aligned cells and right of others.
  const fitted = columns.flatMap(({ align = "right" }, at): AlignedColumn[] => [
    { width: widths[at]!, align },
    ...at === last ? [] : [{ width: 2, align: "left" } as const],
  ]);
  const spaced = (row: readonly string[]) =>
    row.flatMap((cell, at) => at === last ? [cell] : [cell, ""]);
  const lines: AlignedLine[] = [
    spaced(columns.map(({ head }) => head)),
    { across: "─".repeat(width) },
    ...texts.map(spaced),
  ];
  return alignedTable(fitted, lines);
}

/** An interval as characters, with a line at zero. */
function drawn({ interval: { low, high }, mean, reach }: Bar): string {
  const at = (value: number) =>
    Math.round((BAR - 1) / 2 * (1 + Math.max(-1, Math.min(1, value / reach))));
  const signs = new Array<string>(BAR).fill(" ");
  signs[at(0)] = "┊";
  for (let sign = at(low); sign <= at(high); sign++) signs[sign] = "─";
  if (low < 0 && high > 0) signs[at(0)] = "┼";
  signs[at(low)] = "├";
  signs[at(high)] = "┤";
  if (mean !== null) signs[at(mean)] = "●";
  return signs.join("");
}
