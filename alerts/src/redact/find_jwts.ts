import type { Span } from "./span.ts";

/** Base64 of `{"`: how a JSON object begins. */
const START = "eyJ";
const PART = /[\w-]*/y;
/** A header and a payload are at least this long. [characters] */
const SHORTEST = 8;

/**
 * Finds JSON Web Tokens, signed or encrypted, cut off or whole: two or more parts of base64 with
 * dots between them, the first of which is a JSON object.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { findJwts } from "./find_jwts.ts";
 *
 * const [found] = findJwts("got eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2ln");
 * assert.deepEqual([found?.start, found?.end], [4, 44]);
 * ```
 */
export function findJwts(view: string): Span[] {
  const spans: Span[] = [];
  for (let start = view.indexOf(START); start >= 0;) {
    let end = partEnd(view, start);
    const firstEnd = end;
    for (let part = 1; part < 5 && view[end] === "."; part++) {
      const next = partEnd(view, end + 1);
      if (part === 1 && next - end <= SHORTEST) break;
      end = next;
    }
    if (end > firstEnd && firstEnd - start >= SHORTEST) {
      spans.push({ start, end, rule: "jwt", type: "JWT" });
    }
    // Past this part: another start within it would end at the same place.
    start = view.indexOf(START, end);
  }
  return spans;
}

function partEnd(view: string, at: number): number {
  PART.lastIndex = at;
  PART.test(view);
  return Math.max(at, PART.lastIndex);
}
