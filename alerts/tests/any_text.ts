/**
 * Texts of any characters, also of such as nobody would write.
 *
 * @module
 */

import fc from "fast-check";

const ODD = [
  "\u200b",
  "\u202e",
  "\u0000",
  "\u001b[31m",
  "e\u0301",
  "👨‍👩‍👧",
  "🇩🇪",
  "\ud83d",
  '"',
  "\\",
  "\n",
];

/** Texts of at most so many characters, often that long. */
export function anyText(most = 40): fc.Arbitrary<string> {
  const character = fc.oneof(
    fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)),
    fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
    fc.constantFrom(...ODD),
  );
  return fc.array(character, { maxLength: most, size: "max" }).map((all) => all.join(""));
}
