import { restOfCrowdedLine } from "./crowded_line.ts";
import type { Mention } from "./mention.ts";
import { MENTIONS } from "./mentions.ts";
import { mergeSpans } from "./merge_spans.ts";
import { everywhere, type Span, type Stretch } from "./span.ts";
import { HIDDEN } from "./view.ts";

const DASH = 0x2d, BACKSLASH = 0x5c;

/** Mentions by the first three letters of their cues. */
const BY_CUE: readonly (readonly number[] | undefined)[] = (() => {
  const table: number[][] = Array.from({ length: 1 << 15 });
  MENTIONS.forEach(({ cues }, mention) => {
    for (const cue of cues) if (cue !== "-") (table[cueAt(cue, 0)] ??= []).push(mention);
  });
  return table;
})();
/** Whether there are any: a table that stays in the processor's nearest cache. */
const IS_CUE = Uint8Array.from(BY_CUE, (mentions) => mentions === undefined ? 0 : 1);
const DASHED = MENTIONS.flatMap(({ cues }, mention) => cues.includes("-") ? [mention] : []);

/**
 * Finds secrets that are mentioned without `=` or `:`: `Bearer …`, `password is …`,
 * `IDENTIFIED BY '…'`, `--token …`, `curl -u user:…`.
 *
 * @param where Where the mentions begin that are looked at.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { findMentions } from "./find_mentions.ts";
 *
 * const text = "mysqldump --password hunter2 shop";
 * assert.deepEqual(findMentions(text).map(({ start, end }) => text.slice(start, end)), ["hunter2"]);
 * assert.deepEqual(findMentions("the bearer token was rejected"), []);
 * ```
 */
export function findMentions(view: string, where: readonly Stretch[] = everywhere(view)): Span[] {
  const found = MENTIONS.map((mention): Found => ({ mention, spans: [], free: 0 }));
  for (const { from, to } of where) {
    let before = view.charCodeAt(from - 1);
    for (let at = from; at < to; at++) {
      const unit = view.charCodeAt(at);
      if (unit === DASH) {
        if (!isWord(before)) { for (const mention of DASHED) tryAt(view, at, found[mention]!); }
      } else if (isLetter(unit) && !isAlphanumeric(before)) {
        const cue = cueAt(view, at);
        if (IS_CUE[cue] === 1) {
          for (const mention of BY_CUE[cue]!) tryAt(view, at, found[mention]!);
        }
      }
      before = unit;
    }
  }
  return found.map(({ spans }) => spans).filter(({ length }) => length > 0)
    .reduce(mergeSpans, []);
}

/**
 * What was found of one mention, and where the last one ended. One that is rejected ends nowhere:
 * what comes after would depend on where the search began.
 */
interface Found {
  readonly mention: Mention;
  readonly spans: Span[];
  free: number;
}

function tryAt(view: string, at: number, found: Found): void {
  if (at < found.free) return;
  const { pattern, accept, rule, type } = found.mention;
  pattern.lastIndex = at;
  const match = pattern.exec(view);
  if (match === null) return;
  const value = match[match.length - 1] ?? match[1]!;
  const start = pattern.lastIndex - value.length;
  if (!(accept?.(value) ?? true)) return;
  const end = wholeEnd(view, start, pattern.lastIndex);
  found.spans.push({ start, end, rule, type });
  const rest = restOfCrowdedLine(view, found.spans);
  if (rest !== null) found.spans.push(rest);
  found.free = rest?.end ?? end;
}

/** Where a value ends that may be longer than its pattern's bound: it must not leave in part. */
function wholeEnd(view: string, start: number, end: number): number {
  if (!BOUNDS.has(end - start)) return end;
  const before = view.charCodeAt(start - 1);
  const isString = isQuote(before);
  let stop = end;
  for (; stop < view.length; stop++) {
    const unit = view.charCodeAt(stop);
    if (unit === HIDDEN || unit === BACKSLASH || unit < (isString ? 0x20 : 0x21)) break;
    if (isString ? unit === before : isQuote(unit)) break;
  }
  return stop;
}

/** What the patterns of mentions have as bounds of a value. [characters] */
const BOUNDS = new Set([128, 256, 512, 1024, 2048, 4096]);

function isQuote(unit: number): boolean {
  return unit === 0x22 || unit === 0x27 || unit === 0x60;
}

/** Three letters as a number; what is no letter becomes any, for the pattern tells. */
function cueAt(text: string, at: number): number {
  return (text.charCodeAt(at) & 31) << 10 | (text.charCodeAt(at + 1) & 31) << 5 |
    text.charCodeAt(at + 2) & 31;
}

function isLetter(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a || unit >= 0x41 && unit <= 0x5a;
}

function isAlphanumeric(unit: number): boolean {
  return isLetter(unit) || unit >= 0x30 && unit <= 0x39;
}

function isWord(unit: number): boolean {
  return isAlphanumeric(unit) || unit === 0x5f || unit === DASH;
}
