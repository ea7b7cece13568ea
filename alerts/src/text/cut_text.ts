/**
 * Texts that fit, without half a character at their end.
 *
 * @module
 */

import { Buffer } from "node:buffer";

/** How long a text may be, in one of two measures. */
export type TextLimit =
  /** In UTF-8. [bytes] */
  | { readonly bytes: number }
  /** As JavaScript counts, in UTF-16. [characters] */
  | { readonly characters: number };

const ELLIPSIS = "…";

/**
 * Cuts a text at the border of a character as people see it; where something is cut off, it ends in
 * an ellipsis.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { cutText } from "./cut_text.ts";
 *
 * assert.equal(cutText("short", { bytes: 5 }), "short");
 * assert.equal(cutText("Störung", { bytes: 6 }), "St…"); // ö has two bytes, … has three
 * assert.equal(cutText("Störung", { characters: 4 }), "Stö…");
 * ```
 */
export function cutText(text: string, limit: TextLimit): string {
  const [most, measure] = "bytes" in limit
    ? [limit.bytes, (part: string) => Buffer.byteLength(part)] as const
    : [limit.characters, (part: string) => part.length] as const;
  const whole = text.toWellFormed();
  // No character is shorter than one unit: a long text need not be measured.
  if (whole.length <= most && measure(whole) <= most) return whole;
  const end = measure(ELLIPSIS) <= most ? ELLIPSIS : "";
  const room = most - measure(end);
  // One past the limit: a character that is cut in half there does not fit in any case.
  const start = whole.slice(0, room + 1);
  const characters = new Intl.Segmenter("en").segment(start);
  const kept = fitting(Iterator.from(characters).map(({ segment }) => segment), room, measure);
  // A single character may be longer than all the room, such as one with a hundred accents.
  return (kept === "" ? fitting(start, room, measure) : kept).trimEnd() + end;
}

function fitting(parts: Iterable<string>, room: number, measure: (part: string) => number): string {
  let kept = "", free = room;
  for (const part of parts) {
    free -= measure(part);
    if (free < 0) break;
    kept += part;
  }
  return kept;
}
