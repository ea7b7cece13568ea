import { isAlphanumeric, isQuote, isWord } from "./characters.ts";
import { restOfCrowdedLine } from "./crowded_line.ts";
import { mergeSpans } from "./merge_spans.ts";
import { compile, type Pattern } from "./pattern.ts";
import { everywhere, type Span, type Stretch } from "./span.ts";
import { PATTERNS } from "./tables/patterns.ts";
import { HIDDEN } from "./view.ts";

const DASH = 0x2d, BACKSLASH = 0x5c;

/** A pattern, ready to be tried. */
interface Ready {
  readonly pattern: Pattern;
  readonly regex: RegExp;
  /** Whether its beginning must begin a word. */
  readonly word: boolean;
}

const READY: Ready[] = [], DASHED: number[] = [];
/** What some patterns begin with, and which. */
interface Beginning {
  readonly text: string;
  readonly indexes: number[];
}

/** By three characters of which only five bits count. */
const BY_CUE: (Beginning[] | undefined)[] = Array.from({ length: 1 << 15 });
for (const pattern of PATTERNS) {
  const regex = compile(pattern);
  const begins = new Set(pattern.begins.split(/\s+/));
  for (const word of [true, false]) {
    const own = [...begins].filter((begin) => begin.startsWith("*") !== word)
      .map((begin) => begin.replace("*", "").replaceAll("␣", " ").toLowerCase());
    if (own.length === 0) continue;
    const index = READY.push({ pattern, regex, word }) - 1;
    for (const begin of own) {
      if (begin === "-") DASHED.push(index);
      else beginningOf(begin).indexes.push(index);
    }
  }
}
const IS_CUE = Uint8Array.from(BY_CUE, (beginnings) => beginnings === undefined ? 0 : 1);

function beginningOf(text: string): Beginning {
  const all = BY_CUE[cueOf(`${text} `)] ??= [];
  const known = all.find((beginning) => beginning.text === text);
  if (known !== undefined) return known;
  all.push({ text, indexes: [] });
  return all.at(-1)!;
}

/** Finds what the tables of patterns describe, in one pass for all of them. */
export function findPatterns(view: string, where: readonly Stretch[] = everywhere(view)): Span[] {
  const found = READY.map((): Found => ({ spans: [], free: 0 }));
  for (const { from, to } of where) {
    let before = view.charCodeAt(from - 1);
    let cue = (view.charCodeAt(from) & 31) << 5 | view.charCodeAt(from + 1) & 31;
    for (let at = from; at < to; at++) {
      const unit = view.charCodeAt(at);
      cue = (cue << 5 | view.charCodeAt(at + 2) & 31) & 0x7fff;
      if (IS_CUE[cue] === 1) {
        const inWord = isAlphanumeric(before);
        for (const { text, indexes } of BY_CUE[cue]!) {
          if (!beginsWith(view, at, text)) continue;
          for (const index of indexes) {
            if (!(inWord && READY[index]!.word)) tryAt(view, at, index, found);
          }
        }
      }
      if (unit === DASH && !isWord(before)) {
        for (const index of DASHED) tryAt(view, at, index, found);
      }
      before = unit;
    }
  }
  return found.map(({ spans }) => spans).filter(({ length }) => length > 0)
    .reduce(mergeSpans, []);
}

/** Whether a text begins so, whatever its capitals; letters of other scripts are taken for alike. */
function beginsWith(view: string, at: number, begin: string): boolean {
  for (let index = begin.length - 1; index >= 0; index--) {
    const unit = view.charCodeAt(at + index), wanted = begin.charCodeAt(index);
    if (unit !== wanted && (unit | 0x20) !== wanted && wanted < 0x80) return false;
  }
  return true;
}

interface Found {
  readonly spans: Span[];
  free: number;
}

function cueOf(text: string): number {
  return (text.charCodeAt(0) & 31) << 10 | (text.charCodeAt(1) & 31) << 5 | text.charCodeAt(2) & 31;
}

function tryAt(view: string, at: number, index: number, all: readonly Found[]): void {
  const found = all[index]!;
  if (at < found.free) return;
  const { pattern: { accept, find, rule, type }, regex } = READY[index]!;
  regex.lastIndex = at;
  const match = regex.exec(view);
  if (match === null) return;
  if (find !== undefined) {
    const more = find(view, regex.lastIndex);
    if (more === null) return;
    for (const span of more.spans) found.spans.push(span);
    found.free = more.end;
    return;
  }
  for (let group = 1; group < match.length; group++) {
    const value = match[group];
    if (value === undefined || !(accept?.(value) ?? true)) continue;
    const [start, stop] = match.indices![group]!;
    if (start < found.free) continue;
    const end = wholeEnd(view, start, stop);
    found.spans.push({ start, end, rule, type });
    found.free = end;
    const rest = restOfCrowdedLine(view, found.spans);
    if (rest === null) continue;
    found.spans.push(rest);
    found.free = rest.end;
  }
}

/** Lengths at which a value may have met the bound of its form. */
const BOUNDS = new Set([128, 256, 512, 1024, 2048, 4096]);

/** Where a value really ends that is as long as its pattern allows. */
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
