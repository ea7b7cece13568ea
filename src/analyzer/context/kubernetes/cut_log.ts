/**
 * Logs, cut to their end.
 *
 * @module
 */

const UTF8 = new TextEncoder();

/**
 * The last whole lines of a text, as far as they fit; if not even the last line does, its end, never
 * within a character.
 *
 * @param limit Longest result. [bytes]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { cutLog } from "./cut_log.ts";
 *
 * assert.equal(cutLog("one\ntwo\nthree\n", 11), "two\nthree\n");
 * assert.equal(cutLog("größer", 5), "ßer");
 * ```
 */
export function cutLog(text: string, limit: number): string {
  const bytes = UTF8.encode(text);
  if (bytes.length <= limit) return text;
  let start = bytes.length - limit;
  const isLineStart = bytes[start - 1] === 0x0a;
  // Continuation bytes begin with the bits 10.
  while (start < bytes.length && (bytes[start]! & 0xc0) === 0x80) start++;
  const end = new TextDecoder().decode(bytes.subarray(start));
  const line = end.indexOf("\n") + 1;
  return isLineStart || line === 0 || line === end.length ? end : end.slice(line);
}

/**
 * Shares a limit among texts: each gets an equal part, and what one does not need goes to the
 * others.
 *
 * @param lengths Lengths of the texts. [bytes]
 * @param limit All together. [bytes]
 * @returns What each may have. [bytes]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { shareBytes } from "./cut_log.ts";
 *
 * assert.deepEqual(shareBytes([100, 10, 5000], 1000), [100, 10, 890]);
 * ```
 */
export function shareBytes(lengths: readonly number[], limit: number): number[] {
  const shares = lengths.map(() => 0);
  const order = [...lengths.keys()].sort((a, b) => lengths[a]! - lengths[b]!);
  let left = limit;
  order.forEach((index, done) => {
    shares[index] = Math.min(lengths[index]!, Math.floor(left / (order.length - done)));
    left -= shares[index]!;
  });
  return shares;
}
