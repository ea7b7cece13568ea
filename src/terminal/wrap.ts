/**
 * Breaks a text between words.
 *
 * @param width Most characters of a line; a longer word stands alone.
 * @returns Lines, without line breaks.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { wrap } from "./wrap.ts";
 *
 * assert.deepEqual(wrap("a counter only rises", 12), ["a counter", "only rises"]);
 * ```
 */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(" ")) {
      if (line.trim() && line.length + 1 + word.length > width) {
        lines.push(line);
        line = word;
      } else line = line ? `${line} ${word}` : word;
    }
    lines.push(line);
  }
  return lines;
}
