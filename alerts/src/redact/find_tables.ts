import { isBreak } from "./characters.ts";
import { LOG_PREFIX } from "./log_prefix.ts";
import { keyWord } from "./key_words.ts";
import { isSecretValue, LONGEST_LOOK } from "./secret_value.ts";
import type { Span } from "./span.ts";
import type { KeyWord } from "./words_of_keys.ts";

/** Longest line that is read as one of a table, and as its head. [characters] */
const LONGEST_LINE = 2048, LONGEST_HEAD = 1536;
/** Rows of one table. */
const MOST_ROWS = 10_000;
/** What a log sets before a line. */
const PREFIX = new RegExp(LOG_PREFIX, "y");
/** The name of a column. */
const NAME = /^\p{L}[\p{L}\p{M}\d _./()#-]{0,40}$/u;
/** A line between head and rows, and what no cell has. */
const RULE = /^[-+=|:_\s]{3,}$/, NO_CELL = /":|[{}]/;
/** Names in more than one word whose last word alone tells nothing. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/mot de passe/i, "password"],
  [/secret access key|access key secret/i, "secret_access_key"],
];

type Cell = Pick<Span, "start" | "end">;

/**
 * Finds the values of a table below a head that names a secret: CSV, a table of a database or of
 * Markdown, columns of a command. Each row must have as many cells as the head.
 *
 * @param at A place in the head.
 * @returns The values, and where the table or the line ends: no other place in it need be looked at.
 */
export function findTable(view: string, at: number): { spans: Span[]; end: number } {
  const head = lineAt(view, at);
  if (head === null) return { spans: [], end: lineEnd(view, at) };
  const none = { spans: [], end: head.end };
  const text = view.slice(head.start, head.end);
  const sign = /\t|\||;|,/.exec(text.replaceAll(/\([^)]*\)/g, ""))?.[0] ?? "  ";
  const cells = cellsOf(view, head, sign);
  const names = cells.map(({ start, end }) => view.slice(start, end));
  const isHead = names.every((name) => name === "" && sign === "|" || NAME.test(name));
  if (cells.length < 2 || !isHead) return none;
  const words = names.map(columnWord);
  if (words.every((word) => word === null)) return none;
  const isStrict = sign !== "," || names.every((name) => !name.includes(" "));
  const spans: Span[] = [];
  let end = head.end;
  for (let row = 0; row < MOST_ROWS; row++) {
    const line = nextLine(view, end, head.depth);
    if (line === null) break;
    const rowText = view.slice(line.start, line.end);
    end = line.end;
    if (RULE.test(rowText)) continue;
    const values = cellsOf(view, line, sign);
    if (values.length !== cells.length || NO_CELL.test(rowText)) break;
    values.forEach(({ start, end: stop }, column) => {
      const word = words[column];
      if (word == null || start >= stop) return;
      const value = view.slice(start, Math.min(stop, start + LONGEST_LOOK));
      if (!isStrict && !/\d|[^\w\s.-]/.test(value)) return;
      if (!isSecretValue(word, value, { quoted: true, tight: true })) return;
      spans.push({ start, end: stop, rule: "table", type: word.type });
    });
  }
  return { spans, end };
}

/**
 * Finds the secrets among the values of an `INSERT`, whose columns are named before.
 *
 * @param at Place after `INSERT INTO name`.
 */
export function findInsert(view: string, at: number): { spans: Span[]; end: number } | null {
  const columns = tupleAt(view, at);
  if (columns === null) return null;
  const words = columns.cells.map(({ start, end }) => columnWord(view.slice(start, end)));
  const values = /\s{0,16}values\s{0,16}/iy;
  values.lastIndex = columns.end;
  if (words.every((word) => word === null) || !values.test(view)) return null;
  const spans: Span[] = [];
  let end = values.lastIndex;
  for (let row = 0; row < MOST_ROWS; row++) {
    const tuple = tupleAt(view, end);
    if (tuple === null || tuple.cells.length !== words.length) break;
    tuple.cells.forEach(({ start, end: stop }, column) => {
      const word = words[column];
      if (word == null || start >= stop) return;
      const value = view.slice(start, Math.min(stop, start + LONGEST_LOOK));
      if (!isSecretValue(word, value, { quoted: true })) return;
      spans.push({ start, end: stop, rule: "table", type: word.type });
    });
    end = tuple.end;
    const comma = /\s{0,8},\s{0,64}/y;
    comma.lastIndex = end;
    if (!comma.test(view)) break;
    end = comma.lastIndex;
  }
  return { spans, end };
}

function columnWord(name: string): KeyWord | null {
  const phrase = PHRASES.find(([pattern]) => pattern.test(name))?.[1];
  return keyWord(phrase ?? name.trim().replaceAll(/\s+/g, "_"));
}

/** The cells of `(a, 'b, c', d)`. */
function tupleAt(view: string, at: number): { cells: Cell[]; end: number } | null {
  let start = at;
  while (view[start] === " " && start - at < 8) start++;
  if (view[start] !== "(") return null;
  const limit = Math.min(view.length, start + LONGEST_LINE);
  let quote = "", end = start + 1;
  for (; end < limit && (quote !== "" || view[end] !== ")"); end++) {
    const sign = view[end]!;
    if (quote === "" ? sign === "'" || sign === '"' : sign === quote) {
      quote = quote === "" ? sign : "";
    }
  }
  return end >= limit
    ? null
    : { cells: cellsOf(view, { start: start + 1, end }, ","), end: end + 1 };
}

/** The cells of a line, without blanks and quotes around them. */
function cellsOf(view: string, { start, end }: Cell, sign: string): Cell[] {
  const cells: Cell[] = [];
  let from = start, quote = "";
  for (let at = start; at <= end; at++) {
    const unit = view[at] ?? "";
    if (at < end && (unit === '"' || unit === "'")) {
      if (quote === "") {
        quote = /^[\s\\(bN]*$/.test(view.slice(from, Math.min(at, from + 8))) ? unit : "";
      } else if (quote === unit) quote = "";
    }
    if (at < end && (quote !== "" || !view.startsWith(sign, at))) continue;
    cells.push(trimmed(view, from, at));
    while (sign === "  " && view[at + 1] === " ") at++;
    from = at + 1;
  }
  // A table of Markdown has a sign before the first cell and after the last one.
  if (sign !== "|") return cells;
  return cells.filter(({ start: first, end: last }, index) =>
    first < last || index > 0 && index < cells.length - 1
  );
}

function trimmed(view: string, from: number, to: number): Cell {
  let start = from, end = to;
  while (start < end && /[\s"'`\\]/.test(view[start]!)) start++;
  while (end > start && /[\s"'`\\]/.test(view[end - 1]!)) end--;
  return { start, end };
}

/** A line, and how many backslashes its quotes have if it is one of a string; else -1. */
interface Line extends Cell {
  readonly depth: number;
}

/** The line around a place. In a string of JSON, or after `msg=`, it begins and ends with the string. */
function lineAt(view: string, at: number): Line | null {
  let start = at, end = at, depth = -1;
  for (; start > 0 && !isBreak(view.charCodeAt(start - 1)); start--) {
    if (at - start > LONGEST_HEAD) return null;
    const opening = view[start - 1] === '"' &&
      OPENING.exec(view.slice(Math.max(0, start - MOST_OPENING), start));
    if (!opening) continue;
    depth = opening[1]!.length;
    break;
  }
  while (end < view.length && !endsLine(view, end, depth)) {
    if (++end - start > LONGEST_HEAD) return null;
  }
  return { start: afterPrefix(view, start), end, depth };
}

/** Where a line ends that is too long for a head, or where a string begins in it. */
function lineEnd(view: string, at: number): number {
  const end = /[\n\r\f]|[:=] ?\\{0,15}"/g;
  end.lastIndex = at;
  return end.test(view) ? end.lastIndex : view.length;
}

/** Where a string begins that is a value; and so much of it. [characters] */
const OPENING = /[:=] ?(\\{0,15})"$/, MOST_OPENING = 18;

function endsLine(view: string, at: number, depth: number): boolean {
  const unit = view.charCodeAt(at);
  if (isBreak(unit)) return true;
  if (depth < 0 || unit !== 0x22 && unit !== 0x5c) return false;
  let quote = at;
  while (view.charCodeAt(quote) === 0x5c) quote++;
  return view.charCodeAt(quote) === 0x22 && quote - at <= depth && view.charCodeAt(at - 1) !== 0x5c;
}

function afterPrefix(view: string, at: number): number {
  PREFIX.lastIndex = at;
  return PREFIX.test(view) ? PREFIX.lastIndex : at;
}

/** The line after one that ends here, unless it is empty. */
function nextLine(view: string, at: number, depth: number): Cell | null {
  let start = view[at] === "\r" ? at + 1 : at;
  if (!isBreak(view.charCodeAt(start))) return null;
  start++;
  let end = start;
  while (end < view.length && !endsLine(view, end, depth)) {
    if (++end - start > LONGEST_LINE) return null;
  }
  return end === start ? null : { start: Math.min(end, afterPrefix(view, start)), end };
}
