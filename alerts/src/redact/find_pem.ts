import { isBreak } from "./characters.ts";
import { findPemLines } from "./find_pem_lines.ts";
import { mergeSpans } from "./merge_spans.ts";
import type { Span } from "./span.ts";

/** First or last line of a block; SSH2 writes four dashes. */
const BORDER = /-{4,5} ?(BEGIN|END) ([A-Z0-9 ]{0,48}?) ?-{4,5}/g;
/** Rest of a first line, where a log was cut within it. */
const CUT_BORDER = /^[A-Z0-9 ]{0,48}KEY(?: BLOCK)? ?-{4,5}/;
/** Longest block from BEGIN to END, whatever its content. [characters] */
const LONGEST = 16_384;
/** A word of a log, up to what ends a string. */
const WORD = /[^\s"'<>,\\|]+/y;
/** A word that may be a line of a block, and the shorter one at its end. */
const BODY = /^[A-Za-z0-9+/]{16,}={0,2}$/, LAST = /^[A-Za-z0-9+/]{1,}={0,2}$/;
/** Names of the lines between the border and the key. */
const HEADER = /^(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|Subject):?$/;
/** Words that a log may set before each line: time, host, container. */
const MOST_PREFIX_WORDS = 5;

interface Border {
  readonly kind: "BEGIN" | "END";
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds PEM blocks: whole ones, ones whose end is cut off, ones whose beginning is, and lines from
 * the midst of one. They may stand on lines, with whatever a log sets before each, or in a string
 * with escaped line breaks.
 */
export function findPem(view: string): Span[] {
  const borders = bordersOf(view);
  const spans: Span[] = [];
  let free = 0;
  const add = (start: number, end: number, label: string) => {
    const isPrivate = label.includes("PRIVATE") || label === "";
    spans.push(
      isPrivate
        ? { start, end, rule: "pem_private_key", type: "PRIVATE_KEY" }
        : { start, end, rule: "pem_block", type: "PEM" },
    );
    free = end;
  };
  borders.forEach((border, index) => {
    if (border.start < free) return;
    if (border.kind === "END") {
      const start = bodyStart(view, border.start, free);
      if (start < border.start) add(start, border.end, border.label);
      return;
    }
    const next = borders[index + 1];
    if (next?.kind === "END" && next.start - border.end <= LONGEST) {
      // Two borders in a sentence have no block between them.
      if (/[A-Za-z0-9+/]{16}/.test(view.slice(border.end, next.start))) {
        add(border.start, next.end, border.label);
      }
      return;
    }
    const end = bodyEnd(view, border.end, next?.start ?? view.length);
    if (end > border.end) add(border.start, end, border.label);
  });
  return mergeSpans(spans, findPemLines(view));
}

function bordersOf(view: string): Border[] {
  const borders: Border[] = [];
  const cut = CUT_BORDER.exec(view);
  if (cut !== null) {
    borders.push({ kind: "BEGIN", label: "PRIVATE", start: 0, end: cut[0].length });
  }
  for (const { 0: { length }, 1: kind, 2: label = "", index } of view.matchAll(BORDER)) {
    if (index < (borders.at(-1)?.end ?? 0)) continue;
    borders.push({ kind: kind as Border["kind"], label, start: index, end: index + length });
  }
  return borders;
}

/** Where the lines of a block end that has no END. */
function bodyEnd(view: string, from: number, limit: number): number {
  let end = from, strangers = 0, last = false;
  for (let at = from; at < limit;) {
    const gap = skipGap(view, at, limit);
    if (gap.breaks > 0) {
      // A line without a single word of the block is not of the block.
      if (strangers > 0 || last) break;
    }
    WORD.lastIndex = gap.end;
    if (gap.end >= limit || !WORD.test(view)) break;
    const wordEnd = Math.min(WORD.lastIndex, limit);
    if (wordEnd - gap.end > LONGEST) return wordEnd;
    const word = view.slice(gap.end, wordEnd);
    at = wordEnd;
    if (BODY.test(word)) {
      end = at;
      strangers = 0;
    } else if (HEADER.test(word)) {
      at = lineEnd(view, at, limit);
      end = at;
    } else if (end > from && strangers === 0 && LAST.test(word) && endsLine(view, at, limit)) {
      // The last line is shorter than the others, and nothing else stands on it.
      end = at;
      last = true;
    } else if (++strangers > MOST_PREFIX_WORDS) break;
  }
  return end;
}

/** Where the lines of a block start that has no BEGIN. */
function bodyStart(view: string, to: number, limit: number): number {
  let start = to, sawBody = false;
  for (let at = to, isLast = true; at > limit; isLast = false) {
    let end = at;
    while (end > limit && isGap(view.charCodeAt(end - 1))) end--;
    let begin = end;
    while (begin > limit && !isGap(view.charCodeAt(begin - 1)) && end - begin < LONGEST) begin--;
    if (begin === end) break;
    const word = view.slice(begin, end);
    const cutOff = begin === 0;
    if (!(BODY.test(word) || (isLast || cutOff) && LAST.test(word))) break;
    start = begin;
    sawBody ||= cutOff || BODY.test(word);
    // The log's prefix stays; the line before it is next.
    let lineStart = begin;
    while (
      lineStart > limit && !isBreak(view.charCodeAt(lineStart - 1)) && begin - lineStart < 128
    ) {
      lineStart--;
    }
    at = lineStart;
  }
  return sawBody ? start : to;
}

function skipGap(view: string, at: number, limit: number): { end: number; breaks: number } {
  let breaks = 0, end = at;
  for (; end < limit && isGap(view.charCodeAt(end)); end++) {
    if (isBreak(view.charCodeAt(end))) breaks++;
  }
  return { end, breaks };
}

function lineEnd(view: string, at: number, limit: number): number {
  let end = at;
  while (end < limit && !isBreak(view.charCodeAt(end))) end++;
  return end;
}

function endsLine(view: string, at: number, limit: number): boolean {
  return at >= limit || isBreak(view.charCodeAt(at)) || /["'<,]/.test(view[at]!);
}

function isGap(unit: number): boolean {
  return unit === 0x20 || unit >= 0x09 && unit <= 0x0d || unit === 0x5c || unit === 0x7c;
}
