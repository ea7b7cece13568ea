import { isWattbookError, WattbookError } from "../errors.ts";

/**
 * A check of an option's value whose errors name the option.
 *
 * @param name The option, with its dashes.
 * @param check Returns the value, or throws what is wrong with it.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { checkDay } from "../time.ts";
 * import { checkedOption } from "./checked_option.ts";
 *
 * const from = checkedOption("--from", checkDay);
 * assert(from("2025-03-30") === "2025-03-30");
 * assert.throws(() => from("yesterday"), /^WattbookError: --from: 'yesterday' is not a day/);
 * ```
 */
export function checkedOption(
  name: string,
  check: (text: string) => string,
): (text: string) => string {
  return (text) => {
    try {
      return check(text);
    } catch (cause) {
      if (!isWattbookError(cause)) throw cause;
      const { code, message, hint } = cause;
      throw new WattbookError(code, `${name}: ${message}`, { hint, cause });
    }
  };
}
