/**
 * Shannon's entropy of the characters of a text: 0 for one repeated character, 4 for hexadecimal
 * noise, about 5 for 40 characters of base64. Only the first 256 characters count.
 *
 * @returns Bits per character.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { entropy } from "./entropy.ts";
 *
 * assert.equal(entropy("aaaa"), 0);
 * assert.equal(entropy("abcd"), 2);
 * ```
 */
export function entropy(text: string): number {
  const length = Math.min(text.length, 256);
  const counts = new Map<number, number>();
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) bits -= (count / length) * Math.log2(count / length);
  return bits + 0; // never -0
}
