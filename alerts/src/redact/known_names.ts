import { keyWord } from "./key_words.ts";
import type { KeyWord } from "./words_of_keys.ts";

/** A name, and what it says about its value. */
export interface KnownName {
  /** The name. */
  readonly text: string;
  /** What its value is. */
  readonly word: KeyWord | null;
}

/** Names that are kept: a power of two. A log has a few, and an attack as many as it likes. */
const PLACES = 256;

/**
 * Keeps in mind what the names of a text mean, for they recur. A name that was seen before is found
 * by comparing it where it stands, which is quicker than to cut it out and look it up.
 */
export class KnownNames {
  readonly #view: string;
  readonly #places = new Array<KnownName | undefined>(PLACES);

  /** Begins to know the names of a view. */
  constructor(view: string) {
    this.#view = view;
  }

  /** What the name says that stands between two places. */
  at(start: number, end: number): KnownName {
    const view = this.#view, length = end - start;
    const place = (view.charCodeAt(start) * 7 + view.charCodeAt(end - 1) + length * 31) &
      (PLACES - 1);
    const known = this.#places[place];
    if (known?.text.length === length && view.startsWith(known.text, start)) return known;
    const text = view.slice(start, end);
    return this.#places[place] = { text, word: keyWord(text) };
  }
}
