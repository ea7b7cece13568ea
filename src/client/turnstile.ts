/**
 * Keeps wrong credentials from being sent more than once.
 *
 * @module
 */

import { WattbookError } from "../errors.ts";

/**
 * Lets the first request through alone, until one has shown that the credentials are good: several
 * at once with a wrong password would be enough for a ban. After a 401 nothing passes any more.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Turnstile } from "./turnstile.ts";
 *
 * const turnstile = new Turnstile();
 * assert(await turnstile.pass(() => Promise.resolve(1)) === 1);
 * ```
 */
export class Turnstile {
  #open = false;
  #refusal: WattbookError | undefined;
  #trial: Promise<void> | undefined;

  /**
   * Makes a request when it may be made.
   *
   * @throws {WattbookError} The 401 of an earlier request, or what the request throws.
   */
  async pass<T>(request: () => Promise<T>): Promise<T> {
    while (this.#trial) await this.#trial;
    if (this.#refusal) throw this.#refusal;
    const attempt = this.#attempt(request);
    if (!this.#open) {
      const over = () => void (this.#trial = undefined);
      this.#trial = attempt.then(over, over);
    }
    return await attempt;
  }

  async #attempt<T>(request: () => Promise<T>): Promise<T> {
    try {
      const result = await request();
      this.#open = true;
      return result;
    } catch (error) {
      if (error instanceof WattbookError && error.status === 401) this.#refusal = error;
      throw error;
    }
  }
}
