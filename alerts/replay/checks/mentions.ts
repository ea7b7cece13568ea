/**
 * Whether a text names something.
 *
 * @module
 */

import { fold } from "./fold.ts";

/** What stands before a name that is ruled out: "not the disk", "rather than DNS". */
const RULED_OUT =
  /\b(?:not|no|never|without|unrelated to|rather than|instead of|rules? out|ruled out|excludes?|nicht|kein\w*|statt|ohne)\b[^.;:,]{0,24}$/;

/**
 * Whether any of several names stands in a text as a whole word, in any case.
 *
 * @param text Folded: see `fold.ts`.
 * @returns The name that was found, or `undefined`.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { mentioned } from "./mentions.ts";
 *
 * assert.equal(mentioned("the pod is oomkilled.", ["out of memory", "OOMKilled"]), "OOMKilled");
 * assert.equal(mentioned("the disks", ["disk"]), undefined);
 * ```
 */
export function mentioned(text: string, names: readonly string[]): string | undefined {
  return names.find((name) => placesOf(text, name).length > 0);
}

/**
 * As {@linkcode mentioned}, but a name that is ruled out does not count.
 *
 * @param text Folded: see `fold.ts`.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { asserted } from "./mentions.ts";
 *
 * assert.equal(asserted("this is not a dns problem", ["DNS"]), undefined);
 * assert.equal(asserted("dns does not answer", ["DNS"]), "DNS");
 * ```
 */
export function asserted(text: string, names: readonly string[]): string | undefined {
  return names.find((name) =>
    placesOf(text, name).some((at) => !RULED_OUT.test(text.slice(Math.max(0, at - 48), at)))
  );
}

function placesOf(text: string, name: string): number[] {
  const wanted = fold(name).trim();
  const places: number[] = [];
  if (wanted === "") return places;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + wanted.length])) places.push(at);
  }
  return places;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
