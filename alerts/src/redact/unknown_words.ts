import { placeholderPattern } from "./placeholder.ts";
import type { Span } from "./span.ts";
import { HARMLESS_WORDS } from "./tables/harmless_words.ts";

/** A piece of a log between blanks, quotes, brackets and other separators. */
const PIECE = /[^\s"'`(){}[\]<>,;=|/\\:?&]+/g;
/** What may stand around a word. */
const AROUND = /^[.!*#+~-]+|[.!*#+~…-]+$/g;
/** Numbers with a unit, times, versions, addresses of IPv4. */
const NUMBER = /^[-+#v]?\d{1,20}(?:[.+TZ-]\d{1,12}){0,8}(?:[a-zµ%]{1,4})?Z?$/i;
const POINTER = /^0x[\da-f]{1,16}$/i;
/** A word of a name: `connection`, `Timeout`, `OOM`, `2`. */
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}]+|\d+/gu;
/** Digits after a word: `eth0`, `node12`. */
const MOST_DIGITS = 4;
/** Longest path that is looked at. [characters] */
const LONGEST_PATH = 256;

/**
 * Finds what of a log is not known to be harmless: numbers, the words that logs are made of, names
 * of them, and the names that the alert itself has, may stay.
 *
 * @param names In lower case.
 * @returns In the order of the text, without overlaps.
 */
export function findUnknownWords(text: string, names: ReadonlySet<string>): Span[] {
  const spans: Span[] = [];
  // A placeholder is known; of the same length, so that places stay.
  const view = text.replaceAll(placeholderPattern(), (found) => " ".repeat(found.length));
  for (const { 0: piece, index } of view.matchAll(PIECE)) {
    if (isHarmless(piece.replaceAll(AROUND, ""), names) || isDirectory(view, index, piece)) {
      continue;
    }
    spans.push({ start: index, end: index + piece.length, rule: "strict", type: "WORD" });
  }
  return spans;
}

/** A word of letters in an absolute path; `ada/sunshine` is not one. */
function isDirectory(view: string, at: number, piece: string): boolean {
  if (view[at - 1] !== "/" || !/^[\p{L}._-]{1,32}$/u.test(piece)) return false;
  const before = view.slice(Math.max(0, at - LONGEST_PATH), at);
  return /(?:^|[\s"'`(=,:[])\/(?:[\w.@+-]{1,64}\/){0,16}$/.test(before);
}

/**
 * The names in the labels of an alert, and the words that they are made of.
 *
 * @param texts Values of labels, titles.
 */
export function namesIn(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => {
    const whole = text.toLowerCase();
    return [...whole.split(/[\s/:,;=()[\]]+/), ...whole.split(/[^\p{L}\p{N}]+/u)]
      .filter(({ length }) => length >= 2);
  }));
}

function isHarmless(piece: string, names: ReadonlySet<string>): boolean {
  const text = piece.toLowerCase();
  if (text.length <= 1 || names.has(text) || HARMLESS_WORDS.has(text)) return true;
  if (NUMBER.test(piece) || POINTER.test(piece)) return true;
  const parts = piece.match(PART);
  if (parts === null) return !/[\p{L}\p{N}]/u.test(piece);
  return parts.join("").length >= piece.replaceAll(/[-_.@+*#]/g, "").length &&
    parts.every((part, index) => {
      if (/^\d/.test(part)) return index > 0 && part.length <= MOST_DIGITS;
      const word = part.toLowerCase();
      return HARMLESS_WORDS.has(word) || names.has(word);
    });
}
