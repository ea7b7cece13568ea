import { LOG_PREFIX } from "./log_prefix.ts";
import type { Span } from "./span.ts";

/** Base64 of `{"`: how a JSON object begins. */
const START = "eyJ";
const PIECE = /[\w-]*(?:\.[\w-]*){0,4}/y, PART = /[\w-]*/y;
/** The end of a line and the prefix that a log puts before the next one. */
const WRAP = new RegExp(`[\\r\\n\\f]{1,4}(?:${LOG_PREFIX})?[ \\t]{0,32}`, "y");
/** A line that is wrapped is at least this long. [characters] */
const SHORTEST_LINE = 32;
/** Lines of one token. */
const MOST_LINES = 24;
/** Header, payload, signature; encrypted ones have five parts. */
const TOKEN = /^[\w-]{8}[\w-]*\.[\w-]{8}[\w-]*(?:\.[\w-]*){0,3}/;

/**
 * Finds JSON Web Tokens, signed or encrypted, cut off or whole, also wrapped over lines: two or more
 * parts of base64 with dots between them, the first of which is a JSON object.
 */
export function findJwts(view: string): Span[] {
  const spans: Span[] = [];
  for (let start = view.indexOf(START); start >= 0;) {
    const end = tokenEnd(view, start);
    if (end !== null) spans.push({ start, end, rule: "jwt", type: "JWT" });
    // Past its first part at least: another start within would end at the same place.
    start = view.indexOf(START, end ?? matchEnd(PART, view, start));
  }
  return spans;
}

function tokenEnd(view: string, start: number): number | null {
  const pieces = piecesFrom(view, start);
  const text = pieces.map(({ from, to }) => view.slice(from, to)).join("");
  let left = TOKEN.exec(text)?.[0].length;
  if (left === undefined) return null;
  for (const { from, to } of pieces) {
    if (left <= to - from) return from + left;
    left -= to - from;
  }
  return null;
}

function piecesFrom(view: string, start: number): { from: number; to: number }[] {
  const pieces = [{ from: start, to: matchEnd(PIECE, view, start) }];
  for (;;) {
    const { from, to } = pieces.at(-1)!;
    WRAP.lastIndex = to;
    if (pieces.length === MOST_LINES || to - from < SHORTEST_LINE || !WRAP.test(view)) {
      return pieces;
    }
    const next = WRAP.lastIndex, end = matchEnd(PIECE, view, next);
    const text = view.slice(next, end);
    // Noise, not the word or name that the next line begins with.
    if (text.length < 4 || !/[a-z]/.test(text) || !/[A-Z]/.test(text) || text.startsWith(START)) {
      return pieces;
    }
    if (!/^(?:[\s"',}\]]|$)/.test(view.slice(end, end + 1)) && text.length < SHORTEST_LINE) {
      return pieces;
    }
    pieces.push({ from: next, to: end });
  }
}

function matchEnd(pattern: RegExp, view: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(view);
  return Math.max(at, pattern.lastIndex);
}
