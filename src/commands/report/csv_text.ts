/**
 * Rows of cells as CSV after RFC 4180: comma, CRLF, quotes where needed.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { csvText } from "./csv_text.ts";
 *
 * assert(csvText([["a", "b"], ["1", "2,3"]]) === 'a,b\r\n1,"2,3"\r\n');
 * ```
 */
export function csvText(rows: Iterable<readonly string[]>): string {
  let text = "";
  for (const cells of rows) text += `${cells.map(quoted).join(",")}\r\n`;
  return text;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
