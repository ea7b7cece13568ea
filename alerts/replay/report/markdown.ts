import { visibleText } from "../../src/text/visible_text.ts";
import { type Block, type Cell, shownIn, withoutBars } from "./block.ts";

/** Blocks as Markdown. Outside texts cannot add markup, links or pictures. */
export function toMarkdown(blocks: readonly Block[]): string {
  return shownIn("files", blocks).map((block): string => {
    switch (block.kind) {
      case "heading":
        return `## ${plain(block.text)}\n`;
      case "text":
        return `${plain(block.text)}\n`;
      case "list":
        return `${block.items.map((item) => `- ${plain(item)}`).join("\n")}\n`;
      case "table": {
        const { columns, rows, caption } = withoutBars(block);
        const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
        return [
          line(columns.map(({ head }) => plain(head))),
          line(columns.map(({ align }) => align === "left" ? "---" : "---:")),
          ...rows.map((row) => line(row.map(cellText))),
          ...caption === undefined ? [] : ["", plain(caption)],
          "",
        ].join("\n");
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
  return visibleText(text).replace(/\s+/g, " ")
    .replace(/[\\`*_{}[\]()<>#|!~&]/g, (sign) => `\\${sign}`)
    .replace(/(?<=https?|ftp):(?=\/\/)/gi, "\\:").replace(/@/g, "@\u200b");
}
