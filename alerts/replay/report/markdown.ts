import { visibleText } from "../../src/text/visible_text.ts";
import type { Block, Cell } from "./block.ts";

/** Blocks as Markdown. Outside texts cannot add markup, links or pictures. */
export function toMarkdown(blocks: readonly Block[]): string {
  return blocks.filter(({ only }) => only !== "terminal").map((block): string => {
    switch (block.kind) {
      case "heading":
        return `## ${plain(block.text)}\n`;
      case "text":
        return `${plain(block.text)}\n`;
      case "list":
        return `${block.items.map((item) => `- ${plain(item)}`).join("\n")}\n`;
      case "table": {
        // Intervals are drawn only elsewhere; another column has the figures.
        const isDrawn = block.columns.map((_, at) =>
          block.rows.some((row) => typeof row[at] === "object" && row[at].bar)
        );
        const undrawn = <T>(cells: readonly T[]) => cells.filter((_, at) => !isDrawn[at]);
        const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
        const lines = [
          line(undrawn(block.columns).map(({ head }) => plain(head))),
          line(undrawn(block.columns).map(({ align }) => align === "left" ? "---" : "---:")),
          ...block.rows.map((row) => line(undrawn(row).map(cellText))),
        ];
        return [...lines, ...block.caption === undefined ? [] : ["", plain(block.caption)], ""]
          .join("\n");
      }
    }
  }).join("\n");
}

function cellText(cell: Cell): string {
  if (typeof cell === "string") return plain(cell);
  const text = plain(cell.text);
  return cell.tone === "strong" || cell.tone === "bad" || cell.tone === "good"
    ? `**${text}**`
    : text;
}

/** Escapes a text for one line of Markdown. */
function plain(text: string): string {
  return visibleText(text).replace(/\s+/g, " ").replace(
    /[\\`*_{}[\]()<>#|!~&]/g,
    (sign) => `\\${sign}`,
  )
    .replace(/(?<=https?|ftp):(?=\/\/)/gi, "\\:").replace(/@/g, "@\u200b");
}
