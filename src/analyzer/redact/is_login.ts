/** A shorter text is no login worth its name. [characters] */
const SHORTEST = 6;
const LONGEST = 2050;

/**
 * Tells whether a text is base64 of `user:password`, as HTTP Basic sends and Docker keeps it.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { isLogin } from "./is_login.ts";
 *
 * assert(isLogin(btoa("ada:hunter2")));
 * assert(!isLogin("authentication") && !isLogin(btoa("no colon")));
 * ```
 */
export function isLogin(text: string): boolean {
  // Without padding the length is none that base64 can have, if one is left over.
  if (text.length < SHORTEST || text.length > LONGEST || text.length % 4 === 1) return false;
  if (!/^[A-Za-z0-9+/]{6,2048}={0,2}$/.test(text)) return false;
  try {
    // deno-lint-ignore no-control-regex -- Printable text, nothing else.
    return /^[^\x00-\x1f:]{1,128}:[^\x00-\x1f\x7f-\x9f]*$/.test(atob(text));
  } catch {
    return false; // not base64
  }
}
