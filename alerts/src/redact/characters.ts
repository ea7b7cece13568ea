/**
 * Classes of characters, once for all readers. Each takes a UTF-16 unit; `NaN`, which stands beyond
 * the ends of a text, is in none.
 *
 * @module
 */

import { ESCAPED_BREAK, HIDDEN, PADDING } from "./view.ts";

const DIGIT = 1, LETTER = 2, BLANK = 4, BREAK = 8, QUOTE = 16, BASE64 = 32;

const CLASSES = new Uint8Array(128);
const add = (characters: string, kind: number) => {
  for (const character of characters) CLASSES[character.charCodeAt(0)]! |= kind;
};
add("0123456789", DIGIT | BASE64);
add("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", LETTER | BASE64);
add("+/", BASE64);
add(` \t${String.fromCharCode(PADDING)}`, BLANK);
add(`\n\r${String.fromCharCode(ESCAPED_BREAK)}`, BREAK);
add("\"'`", QUOTE);

const is = (unit: number, kinds: number) => unit < 128 && (CLASSES[unit]! & kinds) !== 0;

/** `0` to `9`. */
export const isDigit = (unit: number) => is(unit, DIGIT);
/** A letter of ASCII. */
export const isLetter = (unit: number) => is(unit, LETTER);
/** A letter of ASCII or a digit. */
export const isAlphanumeric = (unit: number) => is(unit, LETTER | DIGIT);
/** What a word of code has: letters, digits, `_` and `-`. */
export const isWord = (unit: number) => is(unit, LETTER | DIGIT) || unit === 0x5f || unit === 0x2d;
/** What host names have: that, and `.`. */
const isHost = (unit: number) => isWord(unit) || unit === 0x2e;
/** What names of fields have: that, and letters of other scripts. */
export const isName = (unit: number) => isHost(unit) || isForeignLetter(unit);
/** A blank, a tab, or what separates without being seen. */
export const isBlank = (unit: number) => is(unit, BLANK);
/** The end of a line, also an escaped one. */
export const isBreak = (unit: number) => is(unit, BREAK);
/** A blank or the end of a line. */
export const isSpace = (unit: number) => is(unit, BLANK | BREAK);
/** `"`, `'` or a backtick. */
export const isQuote = (unit: number) => is(unit, QUOTE);
/** A character of base64, without the `=` at its end. */
export const isBase64 = (unit: number) => is(unit, BASE64);

/** Letters of any other script; blocks of punctuation and symbols are none. */
export function isForeignLetter(unit: number): boolean {
  return unit >= 0xc0 && unit < HIDDEN && unit !== 0xd7 && unit !== 0xf7 &&
    !(unit >= 0x2000 && unit <= 0x2bff) && !(unit >= 0x3000 && unit <= 0x303f) &&
    !(unit >= 0xd800 && unit <= 0xf8ff) && unit < 0xfe00;
}
