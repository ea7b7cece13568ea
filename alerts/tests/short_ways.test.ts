/**
 * Plain texts take a short way through the functions that every answer passes. A character at the
 * end that makes them take the long way must change nothing else.
 *
 * @module
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { fold } from "../replay/checks/folded_text.ts";
import { View } from "../src/redact/view.ts";
import { knownLinks } from "../src/text/known_links.ts";
import { visibleText } from "../src/text/visible_text.ts";

const ascii = fc.string({ unit: "binary-ascii", maxLength: 60 });
/** Texts of which many parts are encoded, or look so. */
const coded = fc.array(
  fc.constantFrom(
    "%",
    "%4",
    "%20",
    "%253D",
    "&",
    "&amp;",
    "&#65;",
    "&x",
    "100 %",
    "a",
    " ",
    "Z",
    ";",
  ),
).map((parts) => parts.join(""));
/** Texts with links, numbers and names, or their parts. */
const linked = fc.array(
  fc.constantFrom(
    "a.b",
    "ghcr.io/x",
    ".",
    ":",
    "//",
    "tel",
    "1.5",
    "x@y.org",
    "localhost",
    " ",
    "é",
  ),
).map((parts) => parts.join(""));

test("visibleText()", () => {
  fc.assert(fc.property(ascii, (text) => {
    expect(visibleText(text)).toBe(visibleText(`${text}\u200b`));
  }));
});

test("fold()", () => {
  fc.assert(fc.property(ascii, (text) => {
    expect(fold(`${text}ß`)).toBe(`${fold(text)}ß`);
  }));
});

test("knownLinks()", () => {
  const none = new Set<string>();
  fc.assert(fc.property(linked, (text) => {
    expect(knownLinks(`${text} +`, none)).toBe(`${knownLinks(text, none)} +`);
  }));
});

test("the view of the redactor", () => {
  fc.assert(fc.property(coded, (text) => {
    expect(new View(`${text}\\\\`).text).toBe(`${new View(text).text}\\\\`);
  }));
});
