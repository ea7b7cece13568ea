import pico from "picocolors";
import stringWidth from "string-width";
import type { Output } from "../../../src/effects.ts";
import { visibleText } from "../../src/text/visible_text.ts";
import { fieldLines } from "../../src/text/field_lines.ts";
import { wrap } from "../../../src/text.ts";
import { alignedTable } from "../../../src/terminal/aligned_table.ts";
import {
  type Bar,
  type Block,
  type Cell,
  shownIn,
  type Table,
  type Tone,
  withoutBars,
} from "./block.ts";

/** Longest line of text. [characters] */
const WIDTH = 100;
const BAR = 25;
type Paint = (tone: Tone | undefined, text: string) => string;

export function toTerminal(
  blocks: readonly Block[],
  { colours = false, columns = WIDTH }: Partial<Pick<Output, "colours" | "columns">> = {},
): string {
  const { bold, dim, green, red, yellow } = pico.createColors(colours);
  const paints = { good: green, bad: red, warning: yellow, quiet: dim, strong: bold };
  const paint: Paint = (tone, text) => tone ? paints[tone](text) : text;
  const lines = (text: string, indent: string, tone?: Tone) =>
    wrap(visibleText(text), Math.min(columns, WIDTH) - indent.length)
      .map((line, at) => (at === 0 ? indent.slice(2) : indent) + paint(tone, line)).join("\n");
  const shown = shownIn("terminal", blocks);
  return shown.map((block, at): string => {
    const next = shown[at + 1]?.kind;
    // No empty line after a heading or before a list.
    const end = next === "list" || next === undefined || block.kind === "heading" ? "\n" : "\n\n";
    switch (block.kind) {
      case "heading":
        return paint("strong", block.text) + end;
      case "text":
        return lines(block.text, "", block.tone) + end;
      case "list":
        return block.items.map((item) => lines(item, "    ")).join("\n") + end;
      case "table": {
        const caption = block.caption === undefined ? "" : `\n${lines(block.caption, "", "quiet")}`;
        return fittedTable(block, columns, paint) + caption + end;
      }
    }
  }).join("");
}

/** Aligned columns; if they are too wide, without bars; if that is too wide, a list for each row. */
function fittedTable(table: Table, room: number, paint: Paint): string {
  for (const { columns, rows } of [table, withoutBars(table)]) {
    const texts = rows.map((row) => row.map((cell) => cellText(cell, paint)));
    const [heads, ...lines] = [columns.map(({ head }) => head), ...texts]
      .map((cells) => cells.map((text, at) => at === 0 ? text : `  ${text}`));
    const layout = columns.map(({ align = "right" }, at) => ({
      align,
      width: Math.max(...[heads!, ...lines].map((line) => stringWidth(line[at]!))),
    }));
    const width = layout.reduce((sum, { width }) => sum + width, 0);
    if (width > room) continue;
    return alignedTable(layout, [heads!, { across: "─".repeat(width) }, ...lines]);
  }
  return listOfRows(withoutBars(table), room, paint);
}

/** Each row as a list of its cells. */
function listOfRows({ columns, rows }: Table, room: number, paint: Paint): string {
  const [, ...heads] = columns.map(({ head }) => head);
  const nameWidth = 2 + Math.max(...heads.map(stringWidth));
  const layout = { indent: 2, nameWidth, width: Math.max(room, nameWidth + 14), dim: String };
  return rows.map(([first, ...rest]) =>
    [
      paint("strong", cellText(first!, paint)),
      ...rest.flatMap((cell, at) => {
        const text = cellText(cell, paint);
        return text === "" ? [] : fieldLines(heads[at]!, text, layout);
      }),
    ].join("\n")
  ).join("\n");
}

function cellText(cell: Cell, paint: Paint): string {
  if (typeof cell === "string") return visibleText(cell);
  return paint(cell.tone, cell.bar ? drawn(cell.bar) : visibleText(cell.text));
}

/** An interval as characters, with a line at zero. */
function drawn({ low, high, mean, reach }: Bar): string {
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
