import type { Span } from "./span.ts";

/** One pair of a header; a cookie without a name is all value. */
const PAIR = /[ \v]{0,4}(?:([\w!#$%&*+.^`|~-]{1,128})[ ]?=)?([^\s;,"'\\\uffff]*)/y;
/** Attributes of `Set-Cookie`, whose values tell nothing. */
const ATTRIBUTE =
  /^(?:path|domain|expires|max-age|samesite|version|comment|httponly|secure|partitioned|priority)$/i;
/** Cookies of one header. */
const MOST_PAIRS = 256;

/**
 * Finds the values of the cookies in a `Cookie` or `Set-Cookie` header, whose value begins at a
 * place of a view. Names and attributes stay.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { findCookies } from "./find_cookies.ts";
 *
 * const header = "Set-Cookie: sid=abc; Path=/";
 * assert.deepEqual(findCookies(header, 11).map(({ start, end }) => header.slice(start, end)), ["abc"]);
 * ```
 */
export function findCookies(view: string, at: number, name = "cookie"): Span[] {
  const spans: Span[] = [];
  let from = at;
  // `"Cookie": "a=b"`, `map[Cookie:[a=b]]`
  while (/[\s\v"'\\[]/.test(view[from] ?? "") && from - at < 16) from++;
  for (let count = 0; count < MOST_PAIRS; count++) {
    PAIR.lastIndex = from;
    const [, key, value = ""] = PAIR.exec(view) ?? [];
    const end = PAIR.lastIndex;
    if (end === from || key === undefined && count > 0 && !ATTRIBUTE.test(value)) break;
    const isAttribute = ATTRIBUTE.test(key ?? value);
    if (!isAttribute && isValue(key, value, name)) {
      spans.push({
        start: end - unbracketed(value).dropped - unbracketed(value).text.length,
        end: end - unbracketed(value).dropped,
        rule: "cookie",
        type: "COOKIE",
      });
    }
    // `Expires=Wed, 21 Oct 2026 07:28:00 GMT`
    from = key !== undefined && /^expires$/i.test(key) ? dateEnd(view, end) : end;
    if (view[from] !== ";") break;
    from++;
  }
  return spans;
}

/** A word after `cookie:` in a sentence is no cookie. */
function isValue(key: string | undefined, value: string, name: string): boolean {
  if (value === "") return false;
  if (key !== undefined) return true;
  return /\d/.test(value) && value.length >= 8 && /cookie/i.test(name);
}

function unbracketed(value: string): { text: string; dropped: number } {
  const text = value.replace(/[\])}]{1,3}$/, "");
  return { text, dropped: value.length - text.length };
}

function dateEnd(view: string, at: number): number {
  const rest = /^[^;"'\n\r\f]{0,32}/.exec(view.slice(at, at + 32))![0];
  return at + rest.length;
}
