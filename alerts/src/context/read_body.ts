/**
 * Bodies of answers, read in bounded memory.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { WattbookError } from "../errors.ts";

/**
 * A whole body.
 *
 * @throws {WattbookError} `BAD_ANSWER` if it is larger than the limit. [bytes]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readWhole } from "./read_body.ts";
 *
 * const body = new Blob(["one", "two"]).stream();
 * assert.equal(String(await readWhole(body, 6)), "onetwo");
 * ```
 */
export async function readWhole(body: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > limit) {
      throw new WattbookError("BAD_ANSWER", `The answer is larger than ${limit} bytes`, {
        hint: "Ask for less at once.",
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The last whole lines of a body, as far as they fit the limit; the end of the last line if not even
 * that one fits. [bytes]
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readEnd } from "./read_body.ts";
 *
 * const body = new Blob(["one\n", "two\nthree\n"]).stream();
 * assert.equal(String(await readEnd(body, 11)), "two\nthree\n");
 * ```
 */
export async function readEnd(body: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  let kept: Uint8Array[] = [], bytes = 0, dropped = false;
  const compact = () => {
    const all = Buffer.concat(kept);
    // One byte more than the limit tells whether the first line is a whole one.
    const end = all.subarray(Math.max(0, all.length - limit - 1));
    dropped ||= end.length < all.length;
    kept = [Buffer.from(end)];
    bytes = end.length;
  };
  for await (const chunk of body) {
    kept.push(chunk);
    bytes += chunk.length;
    if (bytes > 2 * limit + 65_536) compact();
  }
  compact();
  const end = kept[0] as Buffer;
  if (!dropped && end.length <= limit) return end;
  const line = end.indexOf("\n") + 1;
  if (line > 0 && line < end.length) return end.subarray(line);
  // Not within a character: continuation bytes begin with the bits 10.
  let start = end.length - limit;
  while (start < end.length && (end[start]! & 0xc0) === 0x80) start++;
  return end.subarray(start);
}
