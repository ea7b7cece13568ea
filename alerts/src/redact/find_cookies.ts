import { isAlphanumeric, isBlank } from "./characters.ts";
import type { Span } from "./span.ts";
import { HIDDEN } from "./view.ts";

/** Longest name of a cookie or attribute. [characters] */
const LONGEST_NAME = 128;
/** So much of a value tells what it is. [characters] */
const LONGEST_HEAD = 128;
/** So much of a value without a name does. [characters] */
const LONGEST_WORD = 32;
/** Attributes of `Set-Cookie`, whose values tell nothing. */
const ATTRIBUTE =
  /^(?:path|domain|expires|max-age|samesite|version|comment|httponly|secure|partitioned|priority)$/i;
/** The shortest and the longest of them. [characters] */
const SHORTEST_ATTRIBUTE = 4, LONGEST_ATTRIBUTE = 11;
/** What no value of an attribute has, and where another header might begin. */
const NO_ATTRIBUTE = /[:=>%]/;
/** The rest of `Wed, 21 Oct 2026 07:28:00 GMT`, in the ways that servers write it. */
const DATE =
  /,?[ \v]{1,4}\d{1,2}[ -][A-Z][a-z]{2}[ -]\d{2,4}[ \v]{1,4}\d\d:\d\d:\d\d(?:[ \v]{1,4}[A-Z]{3,4})?/y;
/** What may stand before the first cookie: `"Cookie": "a=b"`, `map[Cookie:[a=b]]`. */
const LEAD = /[\s\v"'\\[]{0,16}/y;
/** Blanks before each other one. [characters] */
const LONGEST_GAP = 4;
/** Cookies of one header. */
const MOST_PAIRS = 256;

/**
 * Finds the values of the cookies in a `Cookie` or `Set-Cookie` header, whose value begins at a
 * place of a view. Names and attributes stay.
 *
 * @param at Place after the separator. [UTF-16 units]
 * @param header Name of the header.
 */
export function findCookies(view: string, at: number, header = "cookie"): Span[] {
  const spans: Span[] = [];
  LEAD.lastIndex = at;
  LEAD.test(view);
  let from = LEAD.lastIndex;
  for (let count = 0; count < MOST_PAIRS; count++) {
    const { name, start } = readName(view, from);
    const longest = name === null ? LONGEST_WORD : LONGEST_HEAD;
    let end = valueEnd(view, start, longest);
    if (end === from) break;
    const kind = kindOf(view, start, end, name);
    if (kind === "expires") end = dateEnd(view, end);
    else if (
      kind === "cookie" || count === 0 && kind === "word" && isNameless(view, start, end, header)
    ) {
      if (end - start === longest) end = valueEnd(view, end, Infinity);
      const stop = beforeBrackets(view, start, end);
      if (start < stop) spans.push({ start, end: stop, rule: "cookie", type: "COOKIE" });
    } else if (kind === "word" && (count > 0 || !isPlain(view, start, end))) break;
    if (view.charCodeAt(end) !== 0x3b) break; // ;
    from = end + 1;
  }
  return spans;
}

type Kind = "attribute" | "cookie" | "expires" | "word";

/** What a pair is; one without a name is an attribute or a word. */
function kindOf(view: string, start: number, end: number, name: string | null): Kind {
  if (name === null) {
    return end - start <= LONGEST_ATTRIBUTE && ATTRIBUTE.test(view.slice(start, end))
      ? "attribute"
      : "word";
  }
  const isAttribute = name.length >= SHORTEST_ATTRIBUTE && name.length <= LONGEST_ATTRIBUTE &&
    ATTRIBUTE.test(name) && isPlain(view, start, end);
  if (!isAttribute) return "cookie";
  return /^expires$/i.test(name) ? "expires" : "attribute";
}

/** Whether a value is one that an attribute may have: no other header begins in it. */
function isPlain(view: string, start: number, end: number): boolean {
  return end - start < LONGEST_HEAD && !NO_ATTRIBUTE.test(view.slice(start, end));
}

/** A cookie without a name is all value. A word after `cookie:` in a sentence is not. */
function isNameless(view: string, start: number, end: number, header: string): boolean {
  return end - start >= 8 && /\d/.test(view.slice(start, end)) && /cookie/i.test(header);
}

/** The name of a pair, if it has one, and where its value begins. */
function readName(view: string, at: number): { name: string | null; start: number } {
  let from = at;
  while (from - at < LONGEST_GAP && isBlank(view.charCodeAt(from))) from++;
  let end = from;
  while (end - from < LONGEST_NAME && isName(view.charCodeAt(end))) end++;
  const sign = view.charCodeAt(end) === 0x20 ? end + 1 : end;
  return end > from && view.charCodeAt(sign) === 0x3d // =
    ? { name: view.slice(from, end), start: sign + 1 }
    : { name: null, start: from };
}

function valueEnd(view: string, start: number, longest: number): number {
  let end = start;
  while (end - start < longest && isValue(view.charCodeAt(end))) end++;
  return end;
}

function beforeBrackets(view: string, start: number, end: number): number {
  let stop = end;
  while (stop > start && end - stop < 3 && ")]}".includes(view[stop - 1]!)) stop--;
  return stop;
}

function dateEnd(view: string, at: number): number {
  DATE.lastIndex = at;
  return DATE.test(view) ? DATE.lastIndex : at;
}

function isName(unit: number): boolean {
  return isAlphanumeric(unit) ||
    unit < 0x80 && "_!#$%&*+.^`|~-".includes(String.fromCharCode(unit));
}

/** Blanks, quotes, backslashes, commas and semicolons end a value, and so does what is hidden. */
function isValue(unit: number): boolean {
  return unit > 0x20 && unit !== 0x22 && unit !== 0x27 && unit !== 0x2c && unit !== 0x3b &&
    unit !== 0x5c && unit !== 0xa0 && unit !== HIDDEN;
}
