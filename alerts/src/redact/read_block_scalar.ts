import type { Value } from "./read_value.ts";

const HEAD = /[ \t]*[|>][+-]?\d?[ \t]*\r?\n/y;
const INDENT = /[ \t]*/y;

/**
 * Reads a block scalar of YAML: `|` or `>` after a name, and the lines below that are indented
 * deeper than it.
 *
 * @param at Place after the separator. [UTF-16 units]
 * @param nameStart Where the name begins. [UTF-16 units]
 * @returns The lines, or `null` if none stand there.
 */
export function readBlockScalar(view: string, at: number, nameStart: number): Value | null {
  HEAD.lastIndex = at;
  if (!HEAD.test(view)) return null;
  const lineStart = view.lastIndexOf("\n", nameStart) + 1;
  const indent = indentAt(view, lineStart);
  let start = -1, end = -1;
  for (let line = HEAD.lastIndex; line < view.length;) {
    const lineBreak = view.indexOf("\n", line);
    const next = lineBreak < 0 ? view.length : lineBreak;
    const depth = indentAt(view, line);
    const isEmpty = line + depth >= next;
    if (!isEmpty && depth <= indent) break;
    if (!isEmpty) {
      if (start < 0) start = line + depth;
      end = next;
    }
    line = next + 1;
  }
  return start < 0 ? null : { start, end, quoted: true };
}

function indentAt(view: string, lineStart: number): number {
  INDENT.lastIndex = lineStart;
  INDENT.test(view);
  return INDENT.lastIndex - lineStart;
}
