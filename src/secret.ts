/**
 * Text that must not be seen: a token or a password.
 *
 * @module
 */

const HIDDEN = "[secret]";

/**
 * Holds a secret so that printing, serialising or inspecting it shows nothing of it. Only
 * {@linkcode Secret.reveal} gives the text.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "./secret.ts";
 *
 * const password = new Secret("correct horse");
 * assert(`${password} ${JSON.stringify({ password })}` === '[secret] {"password":"[secret]"}');
 * assert(password.reveal() === "correct horse");
 * ```
 */
export class Secret {
  // A private field: neither Deno.inspect nor a spread nor structured logging reaches it.
  readonly #text: string;

  /** Wraps a text. */
  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself. */
  reveal(): string {
    return this.#text;
  }

  /** A placeholder. */
  toString(): string {
    return HIDDEN;
  }

  /** A placeholder. */
  toJSON(): string {
    return HIDDEN;
  }

  /** A placeholder, for Deno's console. */
  [Symbol.for("Deno.customInspect")](): string {
    return HIDDEN;
  }

  /** A placeholder, for Node's console. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return HIDDEN;
  }
}
