import { isBreak } from "./characters.ts";
import { LOG_PREFIX } from "./log_prefix.ts";
import type { Value } from "./read_value.ts";

/** What announces a block on the next lines. */
const HEAD = /[ \t]*[|>][+-]?\d?[ \t]*(?:\r?\n|\f)/y;
/** The indentation of a line, after whatever a log sets before it. */
const INDENT = new RegExp(`(?:${LOG_PREFIX})?([ \\t]*)`, "y");

/**
 * Reads the block scalar of YAML that begins after a separator: all lines that are deeper than the
 * name, in whose place one placeholder will stand.
 *
 * @param at Place after the separator. [UTF-16 units]
 * @param nameStart Place of the name. [UTF-16 units]
 * @returns The value, or `null` if this is none.
 */
export function readBlockScalar(view: string, at: number, nameStart: number): Value | null {
  HEAD.lastIndex = at;
  if (!HEAD.test(view)) return null;
  let line = HEAD.lastIndex, lineStart = nameStart, start = -1, end = -1;
  while (lineStart > 0 && !isBreak(view.charCodeAt(lineStart - 1))) lineStart--;
  const indent = indentAt(view, lineStart).depth;
  while (line < view.length) {
    let next = line;
    while (next < view.length && !isBreak(view.charCodeAt(next))) next++;
    const { depth, text } = indentAt(view, line), isEmpty = text >= next;
    if (!isEmpty && depth <= indent) break;
    if (!isEmpty) {
      if (start < 0) start = text;
      end = next;
    }
    line = next + 1;
  }
  return start < 0 ? null : { start, end, quoted: true };
}

function indentAt(view: string, lineStart: number): { depth: number; text: number } {
  INDENT.lastIndex = lineStart;
  const depth = INDENT.exec(view)![1]!.length;
  return { depth, text: INDENT.lastIndex };
}
