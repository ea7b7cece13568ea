import { placeholderPattern } from "./placeholder.ts";
import type { Span } from "./span.ts";

/** Stands where something is hidden already: no character, and so in no text. */
export const HIDDEN = 0xffff;
/** Stands for what only separates: terminal colours, the front part of an escape (VT). */
export const PADDING = 0x0b;
/** Stands for an escaped line break (FF). */
export const ESCAPED_BREAK = 0x0c;

const BACKSLASH = 0x5c;
/** More backslashes in a row are no escape any more, but an attempt to make us look twice. */
const MOST_BACKSLASHES = 15;

/** A colour of a terminal: the character itself, or as a JSON or shell string writes it. */
// deno-lint-ignore no-control-regex -- It is what terminals use.
const COLOUR = /(?:\x1b|\\u001b|\\x1b|\\033)\[[\d;]{0,16}[A-Za-z]/gi;

/**
 * What the finders look at: the text, character for character at the same places, but with
 * terminal colours, escapes (`\n`, `\u0026`) and whatever is hidden already made plain. So a rule
 * needs to know neither how often a text was put into JSON, nor what the rules before it found.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { View } from "./view.ts";
 *
 * const view = new View("a\\nb [EMAIL#1]");
 * assert.equal(view.text, `a\f\fb ${"\uffff".repeat(9)}`);
 * ```
 */
export class View {
  readonly #units: Uint16Array;
  #text: string | null;

  /** Makes the view of a text. */
  constructor(text: string) {
    this.#units = new Uint16Array(text.length);
    for (let at = 0; at < text.length; at++) this.#units[at] = text.charCodeAt(at);
    let changed = false;
    const fill = (pattern: RegExp, unit: number) => {
      for (const { 0: { length }, index } of text.matchAll(pattern)) {
        this.#units.fill(unit, index, index + length);
        changed = true;
      }
    };
    // Before the escapes: a colour may be written as one.
    if (text.includes("[")) fill(COLOUR, PADDING);
    if (text.includes("\\")) changed = unescape(this.#units) || changed;
    fill(placeholderPattern(), HIDDEN);
    this.#text = changed ? null : text;
  }

  /** The view as a text of the same length. */
  get text(): string {
    // A lone surrogate becomes another single unit; a byte order mark must stay.
    return this.#text ??= new TextDecoder("utf-16le", { ignoreBOM: true }).decode(this.#units);
  }

  /** Hides what was found. */
  hide(spans: readonly Span[]): void {
    for (const { start, end } of spans) this.#units.fill(HIDDEN, start, end);
    if (spans.length > 0) this.#text = null;
  }
}

/** What JSON encoders like to escape though they need not. */
const SIGNS = "\"'&=<>:/@`";

/** Makes escapes plain, in place. */
function unescape(units: Uint16Array): boolean {
  let changed = false;
  for (let at = 0; at < units.length; at++) {
    if (units[at] !== BACKSLASH) continue;
    const start = at;
    while (units[at + 1] === BACKSLASH) at++;
    const next = at + 1;
    if (next - start > MOST_BACKSLASHES) continue;
    const letter = units[next];
    if (letter === 0x6e || letter === 0x72 || letter === 0x74) { // n, r, t
      units.fill(letter === 0x74 ? PADDING : ESCAPED_BREAK, start, next + 1);
      changed = true;
    } else if (letter === 0x75) { // u
      const code = asciiEscape(units, next + 1);
      if (code === null) continue;
      units.fill(PADDING, start, next + 4);
      units[next + 4] = code;
      changed = true;
    }
  }
  return changed;
}

/** The sign that four hexadecimal digits stand for, if rules look for it. */
function asciiEscape(units: Uint16Array, at: number): number | null {
  if (at + 4 > units.length || units[at] !== 0x30 || units[at + 1] !== 0x30) return null;
  const code = Number.parseInt(String.fromCharCode(units[at + 2]!, units[at + 3]!), 16);
  return SIGNS.includes(String.fromCharCode(code)) ? code : null;
}
