import { isBase64 } from "./characters.ts";
import type { Span } from "./span.ts";
import { ESCAPED_BREAK } from "./view.ts";

/** A line as OpenSSL writes it. [characters] */
const FULL = 64;
/** The shorter line at the end of a block. */
const LAST_LINE = /(?:[A-Za-z0-9+/]{16,64}={0,2}|[A-Za-z0-9+/]{1,15}={1,2})(?![\w+/])/y;
/** Line breaks between two lines: an escaped one takes two places or more. */
const BREAKS = /[\n\f]{1,8}/y;

/**
 * Finds lines from the midst of a PEM block: two full lines or more that follow one another, without
 * any border.
 */
export function findPemLines(view: string): Span[] {
  const spans: Span[] = [];
  if (!view.includes("\n") && !view.includes("\f")) return spans;
  let start = 0, end = -1, lines = 0;
  const close = () => {
    const text = view.slice(start, start + 2 * FULL);
    // Lists of checksums are 64 characters wide too.
    if (lines < 2 || !/[A-Z]/.test(text) || !/[a-z]/.test(text) || !/\d/.test(text)) return;
    LAST_LINE.lastIndex = end;
    const last = LAST_LINE.test(view) ? LAST_LINE.lastIndex : end;
    spans.push({ start, end: last, rule: "pem_lines", type: "PRIVATE_KEY" });
  };
  for (let at = FULL; at < view.length; at++) {
    const unit = view.charCodeAt(at);
    if (unit !== 0x0a && unit !== ESCAPED_BREAK) continue;
    const lineEnd = view.charCodeAt(at - 1) === 0x0d ? at - 1 : at;
    const lineStart = lineEnd - FULL;
    if (!isFullLine(view, lineStart)) continue;
    if (lineStart !== end) {
      close();
      start = lineStart;
      lines = 0;
    }
    BREAKS.lastIndex = at;
    BREAKS.test(view);
    end = BREAKS.lastIndex;
    lines++;
    at = end - 1;
  }
  close();
  return spans;
}

function isFullLine(view: string, start: number): boolean {
  if (start < 0 || isBase64(view.charCodeAt(start - 1)) || view[start - 1] === "_") return false;
  for (let at = start + FULL - 1; at >= start; at--) {
    if (!isBase64(view.charCodeAt(at))) return false;
  }
  return true;
}
