import { LONGEST_PLACEHOLDER, placeholderPattern } from "./placeholder.ts";

/**
 * Cuts a redacted text to a number of bytes and keeps its end, where a log says what happened last.
 * The cut is at the beginning of a line where there is one, else between two characters; a
 * placeholder is kept or dropped as a whole. Redact first, then cut: of a secret that was cut, no
 * rule knows the rest.
 *
 * @param limit Bytes of UTF-8 that the result has at most.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { keepEnd } from "./keep_end.ts";
 *
 * assert.equal(keepEnd("first line\nsecond\nthird", 14), "second\nthird");
 * assert.equal(keepEnd("login of [EMAIL#1] failed", 12), "failed");
 * assert.equal(keepEnd("€€", 4), "€");
 * ```
 */
export function keepEnd(text: string, limit: number): string {
  const start = startWithin(text, limit);
  if (start === 0) return text;
  const kept = outsidePlaceholder(text, start);
  const line = text[kept - 1] === "\n" ? kept : text.indexOf("\n", kept) + 1;
  // One line that is longer than the limit: its end is better than nothing.
  if (line > 0 && line < text.length) return text.slice(line);
  if (/\s/.test(text[kept - 1]!)) return text.slice(kept);
  const word = text.slice(kept, kept + LONGEST_WORD).search(/(?<=\s)\S/);
  return text.slice(word < 0 ? kept : kept + word);
}

/** Longer runs than this are no words, and are cut. [characters] */
const LONGEST_WORD = 64;

/** The first place from which the rest has no more bytes than the limit. */
function startWithin(text: string, limit: number): number {
  let bytes = 0;
  for (let start = text.length; start > 0;) {
    const pair = start > 1 && isLow(text.charCodeAt(start - 1)) &&
      isHigh(text.charCodeAt(start - 2));
    const from = start - (pair ? 2 : 1);
    const unit = text.charCodeAt(from);
    bytes += pair ? 4 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    if (bytes > limit) return start;
    start = from;
  }
  return 0;
}

function outsidePlaceholder(text: string, start: number): number {
  const from = Math.max(0, start - LONGEST_PLACEHOLDER);
  const around = text.slice(from, start + LONGEST_PLACEHOLDER);
  for (const { 0: { length }, index } of around.matchAll(placeholderPattern())) {
    const [begin, end] = [from + index, from + index + length];
    if (begin < start && start < end) return end;
  }
  return start;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
