import type { Stretch } from "./span.ts";

const EQUALS = 0x3d, COLON = 0x3a, GREATER = 0x3e, PERCENT = 0x25;

/** An opening tag up to its name: `<password>`, `<ns:password>`. */
const TAG = /<(?:[\w-]{1,20}:)?$/;
/** A value with blanks around it, up to the closing tag. */
const SPACED = /\s{1,64}[^\s<]{1,256}\s{0,64}<\//y;
/** Longest part of a tag before the name. [characters] */
const LONGEST_TAG = 24;

/**
 * Tells whether what may stand between a name and its value stands here: `=`, `:`, `=>`, `:=`,
 * `%3D`, or the `>` of a tag.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { isSeparator } from "./read_separator.ts";
 *
 * assert(isSeparator("a=b", 1) && isSeparator("a%3Db", 1) && !isSeparator("a%20b", 1));
 * ```
 */
export function isSeparator(view: string, at: number): boolean {
  const unit = view.charCodeAt(at);
  if (unit === EQUALS || unit === COLON || unit === GREATER) return true;
  return unit === PERCENT && view.charCodeAt(at + 1) === 0x33 &&
    (view.charCodeAt(at + 2) | 0x20) === 0x64;
}

/**
 * Where the value begins after a separator.
 *
 * @param at Place of the separator. [UTF-16 units]
 * @param name Where the name stands.
 * @returns The place, or `null` if this is a comparison or no separator at all. [UTF-16 units]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { afterSeparator } from "./read_separator.ts";
 *
 * const name = { from: 0, to: 3 };
 * assert.equal(afterSeparator("pin=>1", 3, name), 5);
 * assert.equal(afterSeparator("pin == 1", 4, name), null);
 * ```
 */
export function afterSeparator(view: string, at: number, name: Stretch): number | null {
  const next = view.charCodeAt(at + 1);
  switch (view.charCodeAt(at)) {
    case PERCENT:
      return at + 3;
    case EQUALS: {
      const before = view[at - 1];
      if (next === EQUALS || before === "!" || before === "<" || before === ">") return null;
      if (next === 0x7e) return null; // =~
      return next === GREATER ? at + 2 : at + 1;
    }
    case COLON:
      if (next === COLON) return null;
      return next === EQUALS ? at + 2 : at + 1;
    default: {
      if (name.to !== at) return null;
      const tag = view.slice(Math.max(0, name.from - LONGEST_TAG), name.from);
      if (!TAG.test(tag)) return null;
      // "AUTH <password> called without …" is a sentence, not XML.
      SPACED.lastIndex = at + 1;
      return view.charCodeAt(at + 1) > 0x20 || SPACED.test(view) ? at + 1 : null;
    }
  }
}
