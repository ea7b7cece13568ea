import { isBlank } from "./characters.ts";

/** A value and where it stands. */
export interface Value {
  /** First character. [UTF-16 units] */
  readonly start: number;
  /** Character after the last. [UTF-16 units] */
  readonly end: number;
  /** Whether it stands in quotes. */
  readonly quoted: boolean;
}

/** Options of {@linkcode ValueReader.read}. */
export interface ReadValueOptions {
  /**
   * Whether the value may go on to the end of its line, as a plain scalar of YAML does.
   *
   * @default {false}
   */
  readonly wholeLine?: boolean;
}

/** Blanks before a value, as a table of `kubectl describe` has them. [characters] */
const LONGEST_GAP = 64;
/** Longest line that is taken as one value. [characters] */
const LONGEST_LINE = 256;
/** What makes of a separator the beginning of the next field: `&name=`, `, name:`, `;` at the end. */
const NEXT_FIELD = /[&;,|](?:\s|$|["'}\])\\]|amp;|[\w.[\]-]{1,40}(?:=|:(?!\/\/)))/y;
/** What makes of a bracket or a quote the end of something around the value. */
const CLOSES = /[)\]}>"'`]+(?:[\s,;.:|&)\]}>\\]|$)/y;

/** More backslashes before a quote than any nesting of strings has. */
const MOST_ESCAPES = 15;

/**
 * Reads values of one view. A value that begins after a separator is a string in quotes, however
 * often it was put into another string, or the run of characters that no separator ends. A separator
 * such as `&` ends it only where a next field begins or nothing follows, for passwords have them too.
 */
export class ValueReader {
  readonly #view: string;
  // The last run of characters without quotes: a start within it has the same end, so that names
  // that follow upon names (`a=b=c=…`) are not read to their end again and again.
  #run = { start: 0, end: 0 };

  /** Creates a reader. */
  constructor(view: string) {
    this.#view = view;
  }

  /**
   * Reads the value that begins here.
   *
   * @param at Place after the separator. [UTF-16 units]
   * @returns The value, or `null` if there is none.
   */
  read(at: number, { wholeLine = false }: ReadValueOptions = {}): Value | null {
    const view = this.#view;
    let start = at;
    const limit = Math.min(view.length, at + LONGEST_GAP);
    while (start < limit && isBlank(view.charCodeAt(start))) start++;
    if (start >= view.length) return null;
    const quoted = readQuoted(view, start);
    if (quoted !== null) return quoted;
    const end = this.#plainEnd(start);
    if (end === start) return null;
    return { start, end: wholeLine ? restOfLine(view, end) : end, quoted: false };
  }

  #plainEnd(start: number): number {
    const run = this.#run;
    if (start < run.start || start >= run.end) {
      this.#run = { start, end: plainEnd(this.#view, start) };
    }
    return this.#run.end;
  }
}

/** A string in quotes; Python and C# write a letter before. */
function readQuoted(view: string, at: number): Value | null {
  let open = at;
  if (/[bBuUrRfFN@$]/.test(view[open]!) && /["']/.test(view[open + 1] ?? "")) open++;
  const escapes = backslashesFrom(view, open);
  if (escapes > MOST_ESCAPES) return null;
  open += escapes;
  const quote = view.charCodeAt(open);
  if (quote !== 0x22 && quote !== 0x27 && quote !== 0x60) return null;
  const start = open + 1;
  let run = 0; // of backslashes
  for (let end = start; end < view.length; end++) {
    const unit = view.charCodeAt(end);
    if (unit === 0x5c) {
      run++;
      continue;
    }
    // A quote with fewer backslashes ends what is around, and so this too.
    if (unit === quote && run <= escapes || unit === 0x22 && run < escapes) {
      return { start, end: end - run, quoted: true };
    }
    if (unit === 0x0a || unit === 0x0d) return { start, end, quoted: true };
    run = 0;
  }
  return { start, end: view.length, quoted: true };
}

function plainEnd(view: string, start: number): number {
  let end = start, open = 0; // of brackets within
  for (; end < view.length; end++) {
    const unit = view.charCodeAt(end);
    if (unit <= 0x20) break;
    if (unit > 0x7d || unit >= 0x61 && unit <= 0x7a || unit >= 0x30 && unit <= 0x39) continue;
    if (unit === 0x5c) {
      const quote = view.charCodeAt(end + backslashesFrom(view, end));
      if (quote === 0x22 || quote === 0x27) break;
      // Past the whole run, for it was counted already.
      end += backslashesFrom(view, end) - 1;
    } else if (unit === 0x26 || unit === 0x3b || unit === 0x2c || unit === 0x7c) { // & ; , |
      if (matches(NEXT_FIELD, view, end)) break;
    } else if (
      unit === 0x29 || unit === 0x5d || unit === 0x7d || unit === 0x3e || // ) ] } >
      unit === 0x22 || unit === 0x27 || unit === 0x60
    ) {
      if (open > 0 && unit !== 0x22 && unit !== 0x27 && unit !== 0x60) {
        open--;
        continue;
      }
      CLOSES.lastIndex = end;
      if (CLOSES.test(view)) break;
      // Past all of them: none of the others closes anything either.
      while (/[)\]}>"'`]/.test(view[end + 1] ?? "")) end++;
    } else if (unit === 0x28 || unit === 0x5b || unit === 0x7b) open++; // ( [ {
    else if (unit === 0x3c && (view[end + 1] === "/" || view[end + 1] === "!")) break; // </name>
  }
  return end;
}

/** To the end of a short line without another field, or a comment. */
function restOfLine(view: string, from: number): number {
  const rest = /^[ \t]+[^\n\r\f\v]*/.exec(view.slice(from, from + LONGEST_LINE))?.[0];
  if (rest === undefined || rest.length === LONGEST_LINE) return from;
  const text = rest.replace(/\s#.*$/s, "").trimEnd();
  return /[=:"{}[\]\uffff]/.test(text) ? from : from + text.length;
}

function backslashesFrom(view: string, at: number): number {
  let count = 0;
  while (view.charCodeAt(at + count) === 0x5c) count++;
  return count;
}

function matches(pattern: RegExp, view: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(view);
}
