import type { Value } from "./read_value.ts";
import { isSecretValue, LONGEST_LOOK, type ValuePlace } from "./secret_value.ts";
import { HIDDEN } from "./view.ts";
import type { KeyWord } from "./words_of_keys.ts";

/**
 * Names of secrets in one and the same run of characters (`key=key=key=…`) that may turn out to be
 * harmless. No person writes more; the rest is hidden unread, for each name looks at what follows.
 */
const MOST_REJECTED = 8;

/** Tells of the values of one view, in their order, which to hide. */
export class ValueJudge {
  readonly #view: string;
  /** Values rejected that end at the same place. */
  #rejected = 0;
  #end = 0;

  /** Creates a judge. */
  constructor(view: string) {
    this.#view = view;
  }

  /** Tells whether a value is to be hidden. */
  isSecret(
    { start, end, quoted }: Value,
    word: KeyWord,
    { tight = false, name = "" }: Pick<ValuePlace, "tight" | "name"> = {},
  ): boolean {
    // What is hidden already needs no second hiding; a rest that sticks to it does.
    if (this.#view.charCodeAt(start) === HIDDEN) return true;
    const value = this.#view.slice(start, Math.min(end, start + LONGEST_LOOK));
    if (isSecretValue(word, value, { quoted, tight, name })) return true;
    this.#rejected = end === this.#end ? this.#rejected + 1 : 1;
    this.#end = end;
    return this.#rejected > MOST_REJECTED;
  }
}
