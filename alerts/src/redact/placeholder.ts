/** What kind of thing a placeholder stands for. */
export type SecretType =
  | "COOKIE"
  | "CREDENTIALS"
  | "EMAIL"
  | "HASH"
  | "JWT"
  | "KEY"
  | "PASSWORD"
  | "PEM"
  | "PRIVATE_KEY"
  | "SECRET"
  | "TOKEN"
  | "WORD";

/** Every type, as {@linkcode placeholderPattern} knows them. */
const TYPES: readonly SecretType[] = [
  "COOKIE",
  "CREDENTIALS",
  "EMAIL",
  "HASH",
  "JWT",
  "KEY",
  "PASSWORD",
  "PEM",
  "PRIVATE_KEY",
  "SECRET",
  "TOKEN",
  "WORD",
];

/** Length of the longest placeholder: `[PRIVATE_KEY#999999999]`. [characters] */
export const LONGEST_PLACEHOLDER = 23;

/** A pattern that finds every placeholder in a text: its type is group 1, its number group 2. */
export function placeholderPattern(): RegExp {
  return new RegExp(`\\[(${TYPES.join("|")})#([1-9]\\d{0,8})\\]`, "g");
}

/**
 * Assigns placeholders: the same value always gets the same one, and numbers follow the order of
 * first appearance within a type.
 */
export class Placeholders {
  // The values are secrets: a private field keeps them out of inspection and JSON.
  readonly #byValue = new Map<string, string>();
  /** The last number of each type that was handed out. */
  readonly #last = new Map<string, number>();
  readonly #foreign = new Set<string>();

  /** The placeholder of a value. */
  of(type: SecretType, value: string): string {
    const known = this.#byValue.get(value);
    if (known !== undefined) return known;
    let number = this.#last.get(type) ?? 0, placeholder;
    do placeholder = `[${type}#${++number}]`; while (this.#foreign.has(placeholder));
    this.#last.set(type, number);
    this.#byValue.set(value, placeholder);
    return placeholder;
  }

  /**
   * Notes the placeholders that stand in a text already, so that a value found later does not get
   * the name of another.
   */
  reserveAll(text: string): void {
    for (const [placeholder, type, number] of text.matchAll(placeholderPattern())) {
      // All numbers up to the last one are taken, by us or by the input.
      if (Number(number) > (this.#last.get(type!) ?? 0)) this.#foreign.add(placeholder);
    }
  }
}
