import { isBlank, isQuote } from "./characters.ts";
import type { Stretch } from "./span.ts";

const EQUALS = 0x3d, COLON = 0x3a, GREATER = 0x3e, COMMA = 0x2c, DASH = 0x2d, ARROW = 0x2192;

/** What PHP prints before a string: `string(10) "…"`. */
const DUMPED = /\s{1,64}(?:string|int)\(\d{1,9}\) /y;
/** What opens a tuple or a call before its first string, or an atom of Elixir. */
const OPENS = /[({[][ \t\n\v\f]{0,24}(?:[bBrRuUfFN]?\\{0,7}["']|:)$/;
/** How far before the name that is looked for. [characters] */
const LONGEST_OPENING = 34;

/**
 * Tells whether what may stand between a name and its value stands here: `=`, `:`, `=>`, `:=`, an
 * arrow, or the comma between the strings of a tuple.
 */
export function isSeparator(view: string, at: number): boolean {
  const unit = view.charCodeAt(at);
  if (unit === EQUALS || unit === COLON || unit === ARROW) return true;
  if (unit === COMMA) return isQuote(view.charCodeAt(at - 1));
  // The arrow of a sentence, not that of a pointer.
  return unit === GREATER && view.charCodeAt(at - 1) === DASH &&
    isBlank(view.charCodeAt(at - 2)) && isBlank(view.charCodeAt(at + 1));
}

/**
 * Where the value begins after a separator.
 *
 * @param at Place of the separator. [UTF-16 units]
 * @param name Where the name stands.
 * @returns The place, or `null` if this is a comparison or no separator at all. [UTF-16 units]
 */
export function afterSeparator(view: string, at: number, name: Stretch): number | null {
  const next = view.charCodeAt(at + 1);
  switch (view.charCodeAt(at)) {
    case EQUALS: {
      const before = view[at - 1];
      if (next === EQUALS || before === "!" || before === "<" || before === ">") return null;
      if (next === 0x7e) return null; // =~
      if (next !== GREATER) return at + 1;
      DUMPED.lastIndex = at + 2;
      return DUMPED.test(view) ? DUMPED.lastIndex : at + 2;
    }
    case COLON:
      // LDIF writes two before base64.
      if (next === COLON) return isBlank(view.charCodeAt(at + 2)) ? at + 2 : null;
      return next === EQUALS ? at + 2 : at + 1;
    case COMMA:
      return OPENS.test(view.slice(Math.max(0, name.from - LONGEST_OPENING), name.from))
        ? at + 1
        : null;
    default:
      return at + 1;
  }
}
