/**
 * Texts without invisible characters.
 *
 * @module
 */

import { stripVTControlCharacters } from "node:util";

/** Words of ASCII with single spaces: nearly all texts, and there is nothing to take out of them. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * A text without colours of a terminal, control, bidi and zero-width characters, and with single
 * spaces.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { visibleText } from "./visible_text.ts";
 *
 * assert.equal(visibleText("\u001b[31mred\u001b[0m \u202ereversed\u202c\n"), "red reversed");
 * assert.equal(visibleText("pass\u200bword:\r\n  x", { lines: true }), "password:\nx");
 * ```
 */
export function visibleText(
  text: string,
  { lines = false }: {
    /** Whether line breaks stay. @default {false} */
    readonly lines?: boolean;
  } = {},
): string {
  if (PLAIN.test(text)) return text;
  const visible = stripVTControlCharacters(text.toWellFormed())
    .replace(/\r\n?|[\u0085\p{Zl}\p{Zp}]/gu, "\n")
    .replace(/\t/g, " ")
    // Default ignorable are also those that hide words: tags, fillers and variation selectors.
    .replace(/(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{DI}]/gu, "");
  const spaced = lines
    ? visible.replace(/[^\S\n]+/g, " ").replace(/ ?\n ?/g, "\n").replace(/\n{3,}/g, "\n\n")
    : visible.replace(/\s+/g, " ");
  return spaced.trim();
}
