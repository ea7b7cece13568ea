import { isAlphanumeric, isBlank, isBreak, isName, isQuote } from "./characters.ts";
import { LOG_PREFIX } from "./log_prefix.ts";
import { wordsIn } from "./words_of_keys.ts";

/** Longest name that is read; of a longer one the end. [characters] */
const LONGEST_NAME = 80;
/** Blanks and quotes between name and separator. [characters] */
const LONGEST_GAP = 24;
/** Indentation that is looked at. [characters] */
const LONGEST_INDENT = 64;
/** First words of names in two words: `API key: …`. */
const QUALIFIERS: ReadonlySet<string> = new Set(wordsIn(
  `api access secret private auth encryption signing master license shared account storage client
   session bot`,
));
/** The longest of them. [characters] */
const LONGEST_QUALIFIER = 10;
/** How PHP prints that a field is not public. */
const SCOPE = /\\{0,7}":(?:protected|\\{0,7}"[\w\\]{1,40}":private|private)\]$/;
/** The longest of them. [characters] */
const LONGEST_SCOPE = 80;

/**
 * Where the name starts that ends at a place, such as `DB_PASSWORD`, or `API key`, which has two
 * words.
 *
 * @param end Place after the name, as {@linkcode nameEnd} tells. [UTF-16 units]
 * @returns The place of its first character, which is `end` if there is none. [UTF-16 units]
 */
export function nameStart(view: string, end: number): number {
  const limit = Math.max(0, end - LONGEST_NAME);
  let start = end;
  while (start > limit && isName(view.charCodeAt(start - 1))) start--;
  if (view.charCodeAt(start - 1) !== 0x20 || !isKey(view, start, end)) return start;
  let first = start - 1;
  const before = Math.max(0, first - LONGEST_QUALIFIER);
  while (first > before && isAlphanumeric(view.charCodeAt(first - 1))) first--;
  return QUALIFIERS.has(view.slice(first, start - 1).toLowerCase()) &&
      !isAlphanumeric(view.charCodeAt(first - 1))
    ? first
    : start;
}

/**
 * Where the name ends that stands before a separator: before blanks and quotes.
 *
 * @param at Place of the separator. [UTF-16 units]
 * @returns Place after the name; what stands before it may be none. [UTF-16 units]
 */
export function nameEnd(view: string, at: number): number {
  let end = at;
  const limit = Math.max(0, at - LONGEST_GAP);
  // PHP: `["dbPass":protected]=>`
  if (view[at - 1] === "]" && (view[at - 2] === "d" || view[at - 2] === "e")) {
    const scope = SCOPE.exec(view.slice(Math.max(0, at - LONGEST_SCOPE), at));
    if (scope !== null) return at - scope[0].length;
  }
  while (end > limit && isGap(view.charCodeAt(end - 1))) end--;
  return end;
}

/** Tells whether nothing but indentation, `-` or `export` stands before a name on its line. */
export function startsLine(view: string, start: number): boolean {
  let at = start;
  if (view[at - 1] === '"' || view[at - 1] === "'") at--;
  const indent = indentBefore(view, at);
  if (isLineStart(view, indent)) return true;
  if (PREFIXED.test(view.slice(Math.max(0, at - LONGEST_PREFIX), at))) return true;
  // Something else stands on the line: it may be one or two of these.
  if (at - indent !== 1) return false;
  at -= LEADS.find((lead) => endsAt(view, lead, at))?.length ?? 0;
  if (endsAt(view, "- ", at)) at -= 2;
  return isLineStart(view, indentBefore(view, at));
}

/** What a log sets before its lines, perhaps after an indentation or a dash. */
const PREFIXED = new RegExp(`(?:^|[\\n\\r\\f])${LOG_PREFIX}[ \\t]{0,64}(?:- )?$`);
/** The longest of them. [characters] */
const LONGEST_PREFIX = 200;

/** What may stand before a name at the beginning of its line. */
const LEADS = ["export ", "set ", "ENV "];

function indentBefore(view: string, end: number): number {
  const limit = Math.max(0, end - LONGEST_INDENT);
  let start = end;
  while (start > limit && isBlank(view.charCodeAt(start - 1))) start--;
  return start;
}

function isLineStart(view: string, at: number): boolean {
  return at === 0 || isBreak(view.charCodeAt(at - 1));
}

function endsAt(view: string, text: string, end: number): boolean {
  return end >= text.length && view.startsWith(text, end - text.length);
}

function isGap(unit: number): boolean {
  return isBlank(unit) || isQuote(unit) || unit === 0x5c || unit === 0x5d; // backslash, ]
}

/** Whether the word is `key` or `keys`. */
function isKey(view: string, start: number, end: number): boolean {
  const length = end - start;
  if (length !== 3 && length !== 4) return false;
  return (view.charCodeAt(start) | 0x20) === 0x6b && (view.charCodeAt(start + 1) | 0x20) === 0x65 &&
    (view.charCodeAt(start + 2) | 0x20) === 0x79 &&
    (length === 3 || (view.charCodeAt(start + 3) | 0x20) === 0x73);
}
