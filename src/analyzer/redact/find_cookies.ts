import type { Span } from "./span.ts";

/** The name of a cookie or attribute. */
const NAME = /[ \v]{0,4}(?:([\w!#$%&*+.^`|~-]{1,128})[ ]?=)?/y;
/** So much of a value tells what it is. */
const HEAD = /[^\s;,"'\\\uffff]{0,128}/y;
/** A value that is longer goes on. [characters] */
const LONGEST_HEAD = 128;
const REST = /[^\s;,"'\\\uffff]*/y;
/** Attributes of `Set-Cookie`, whose values tell nothing. */
const ATTRIBUTE =
  /^(?:path|domain|expires|max-age|samesite|version|comment|httponly|secure|partitioned|priority)$/i;
/** What no value of an attribute has, and where another header might begin. */
const NO_ATTRIBUTE = /[:=>%]/;
/** The rest of `Wed, 21 Oct 2026 07:28:00 GMT`, in the ways that servers write it. */
const DATE =
  /,?[ \v]{1,4}\d{1,2}[ -][A-Z][a-z]{2}[ -]\d{2,4}[ \v]{1,4}\d\d:\d\d:\d\d(?:[ \v]{1,4}[A-Z]{3,4})?/y;
/** What may stand before the first cookie: `"Cookie": "a=b"`, `map[Cookie:[a=b]]`. */
const LEAD = /[\s\v"'\\[]{0,16}/y;
const BRACKETS = /[\])}]{1,3}$/;
/** Cookies of one header. */
const MOST_PAIRS = 256;

/**
 * Finds the values of the cookies in a `Cookie` or `Set-Cookie` header, whose value begins at a
 * place of a view. Names and attributes stay.
 *
 * @param at Place after the separator. [UTF-16 units]
 * @param header Name of the header.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { findCookies } from "./find_cookies.ts";
 *
 * const header = "Set-Cookie: sid=abc; Path=/";
 * assert.deepEqual(findCookies(header, 11).map(({ start, end }) => header.slice(start, end)), ["abc"]);
 * ```
 */
export function findCookies(view: string, at: number, header = "cookie"): Span[] {
  const spans: Span[] = [];
  let from = endOf(LEAD, view, at);
  for (let count = 0; count < MOST_PAIRS; count++) {
    const begin = from;
    NAME.lastIndex = begin;
    const name = NAME.exec(view)?.[1];
    const start = Math.max(begin, NAME.lastIndex);
    let end = endOf(HEAD, view, start);
    const isLong = end - start === LONGEST_HEAD;
    const head = view.slice(start, end);
    if (end === begin) break;
    const isPlain = !isLong && !NO_ATTRIBUTE.test(head);
    if (isPlain && ATTRIBUTE.test(name ?? head)) {
      if (name !== undefined && /^expires$/i.test(name)) end = endOf(DATE, view, end);
    } else if (name !== undefined || count === 0 && isNameless(head, header)) {
      if (isLong) end = endOf(REST, view, end);
      const stop = end -
        (BRACKETS.exec(view.slice(Math.max(start, end - 3), end))?.[0].length ?? 0);
      if (start < stop) spans.push({ start, end: stop, rule: "cookie", type: "COOKIE" });
    } else if (count > 0 || !isPlain) break;
    if (view.charCodeAt(end) !== 0x3b) break; // ;
    from = end + 1;
  }
  return spans;
}

/** A cookie without a name is all value. */
function isNameless(head: string, header: string): boolean {
  return head.length >= 8 && /\d/.test(head) && /cookie/i.test(header);
}

function endOf(pattern: RegExp, view: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(view) ? pattern.lastIndex : at;
}
