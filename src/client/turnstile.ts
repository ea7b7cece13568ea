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
 * import { Turnstile } from "./turnstile.ts";
 *
 * const turnstile = new Turnstile();
 * console.assert(await turnstile.pass(() => Promise.resolve(1)) === 1);
 * ```
 */
export class Turnstile {
  #open = false;
  #refusal: WattbookError | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Makes a request when it may be made.
   *
   * @throws {WattbookError} The 401 of an earlier request, or what the request throws.
   */
  pass<T>(request: () => Promise<T>): Promise<T> {
    const attempt = async () => {
      if (this.#refusal) throw this.#refusal;
      try {
        const result = await request();
        this.#open = true;
        return result;
      } catch (error) {
        if (error instanceof WattbookError && error.status !== undefined) {
          if (error.status === 401) this.#refusal = error;
          else this.#open = true;
        }
        throw error;
      }
    };
    if (this.#open) return attempt();
    const turn = this.#last.then(attempt);
    this.#last = turn.catch(() => {});
    return turn;
  }
}
