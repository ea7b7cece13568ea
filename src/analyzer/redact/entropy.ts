/** More need not be counted. [characters] */
const MOST = 256;

/**
 * Shannon's entropy of the characters of a text: 0 for one repeated character, 4 for hexadecimal
 * noise, about 5 for 40 characters of base64. Only the first 256 characters count; those beyond
 * Latin 1 share places, which is right for what keys are made of.
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
  const length = Math.min(text.length, MOST);
  const counts = new Uint16Array(256);
  for (let at = 0; at < length; at++) counts[text.charCodeAt(at) & 0xff]!++;
  // Each count once: c characters that occur c times take c * log2(c) from log2(n).
  let sum = 0;
  for (const count of counts) if (count > 1) sum += count * Math.log2(count);
  return length === 0 ? 0 : Math.log2(length) - sum / length;
}
