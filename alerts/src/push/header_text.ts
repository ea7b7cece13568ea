/**
 * Any text in a header of HTTP.
 *
 * @module
 */

import { Buffer } from "node:buffer";

/** Longest encoded word that RFC 2047 allows, and what its frame takes. [characters] */
const LONGEST_WORD = 75, FRAME = "=?UTF-8?B??=".length;
/** Base64 makes four characters of three bytes. [bytes] */
const MOST_BYTES = Math.floor((LONGEST_WORD - FRAME) / 4) * 3;

/**
 * A text as it may stand in a header: plain ASCII as it is, anything else as encoded words
 * (RFC 2047), none of which begins or ends within a character.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { headerText } from "./header_text.ts";
 *
 * assert.equal(headerText("Disk full"), "Disk full");
 * assert.equal(headerText("Störung"), "=?UTF-8?B?U3TDtnJ1bmc=?=");
 * ```
 */
export function headerText(text: string): string {
  // What looks like an encoded word would be decoded; spaces at the ends would be lost.
  if (/^(?! )[\x20-\x7e]*(?<! )$/.test(text) && !text.includes("=?")) return text;
  const words: string[] = [];
  let word = "";
  for (const character of text.toWellFormed()) {
    if (Buffer.byteLength(word + character) > MOST_BYTES) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  // Spaces between encoded words are not part of the text.
  return [...words, word].map((one) => `=?UTF-8?B?${Buffer.from(one).toString("base64")}?=`)
    .join(" ");
}
