import type { Span } from "./span.ts";
import { HIDDEN } from "./view.ts";

/**
 * What of the spans that a finder found is not hidden yet, without the blanks at its ends.
 *
 * @param spans In the order of their starts.
 * @param text The text itself, for its escapes.
 * @param view What the finder saw.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { exposedSpans } from "./exposed_spans.ts";
 *
 * const found = [{ start: 0, end: 10, rule: "email", type: "EMAIL" }] as const;
 * const [first, second] = exposedSpans(found, "ab cdefghi", "ab \uffff\uffffefghi");
 * assert.deepEqual([first?.start, first?.end, second?.start, second?.end], [0, 2, 5, 10]);
 * ```
 */
export function exposedSpans(spans: readonly Span[], text: string, view: string): Span[] {
  const exposed: Span[] = [];
  let free = 0;
  for (const span of spans) {
    const { start: from, end: to, rule, type } = span;
    for (let at = Math.max(from, free); at < to;) {
      let end = at, blank = true;
      for (; end < to; end++) {
        const unit = view.charCodeAt(end);
        if (unit === HIDDEN) break;
        if (unit > 0x20) blank = false;
      }
      if (!blank) {
        const start = beforeEscape(text, skipBlanks(view, at, 1));
        const stop = beforeEscape(text, skipBlanks(view, end - 1, -1) + 1);
        if (start === from && stop === to) exposed.push(span);
        else if (start < stop) exposed.push({ start, end: stop, rule, type });
      }
      at = end + 1;
    }
    free = Math.max(free, to);
  }
  return exposed;
}

function skipBlanks(view: string, from: number, step: 1 | -1): number {
  let at = from;
  while (isBlank(view.charCodeAt(at))) at += step;
  return at;
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit >= 0x09 && unit <= 0x0a || unit === 0x0d;
}

/** A place that is not within an escape: half of one would break the JSON string around. */
function beforeEscape(text: string, start: number): number {
  if (text.charCodeAt(start - 4) !== 0x75) return start; // u
  const escape = /\\{1,15}u00[0-9a-f]$/i.exec(text.slice(Math.max(0, start - 20), start));
  return escape === null ? start : start - escape[0].length;
}
