import { isSpace } from "./characters.ts";
import type { Span } from "./span.ts";
import { HIDDEN, PADDING } from "./view.ts";

/**
 * What of the spans that a finder found is not hidden yet, without the blanks at its ends.
 *
 * @param spans In the order of their starts.
 * @param view What the finder saw.
 */
export function exposedSpans(spans: readonly Span[], view: string): Span[] {
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
        const start = skipBlanks(view, at, 1), stop = skipBlanks(view, end - 1, -1) + 1;
        if (start === from && stop === to) exposed.push(span);
        else exposed.push({ start, end: stop, rule, type });
      }
      at = end + 1;
    }
    free = Math.max(free, to);
  }
  return exposed;
}

function skipBlanks(view: string, from: number, step: 1 | -1): number {
  let at = from;
  while (isSpace(view.charCodeAt(at)) && view.charCodeAt(at) !== PADDING) at += step;
  return at;
}
