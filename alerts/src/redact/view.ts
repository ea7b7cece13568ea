import { placeholderPattern } from "./placeholder.ts";
import type { Span } from "./span.ts";

/** Stands where something is hidden already: no character, and so in no text. */
export const HIDDEN = 0xffff;
/** Stands for what only separates: terminal colours, escaped tabs (VT). */
export const PADDING = 0x0b;
/** Stands for an escaped line break (FF). */
export const ESCAPED_BREAK = 0x0c;

const BACKSLASH = 0x5c, ESCAPE = 0x1b, NOTHING = -1;
/** More backslashes in a row are no escape any more, but an attempt to make us look twice. */
const MOST_BACKSLASHES = 15;

/** Invisible characters, and letters and signs of double width. */
const UNSEEN = "\xad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff";
const BLANKS = "\xa0\u2007\u202f\u3000";
/** Whether there is anything to make plain. */
const CODED = new RegExp(
  `[\\\\\\x1b${UNSEEN}${BLANKS}\\uff01-\\uff5e]|%[0-7][\\da-f]|&[a-z#]`,
  "i",
);
const IS_UNSEEN = new RegExp(`[${UNSEEN}]`), IS_BLANK = new RegExp(`[${BLANKS}]`);
/** What follows upon an ESC in a terminal's colour. */
const COLOUR = /\[[\d;]{0,16}[A-Za-z]/y;
/** Percent-encoding, also doubled. */
const PERCENT = /%(?:25){0,3}([0-7][\da-f])/iy;
/** A quote within a string, however it is encoded: one of another kind, for it does not end the string. */
const INNER_QUOTE = 0x60;
/** What of it is made plain: a blank or a line break would end a value that goes on. */
const PLAIN = /[\n\r\w"'&=<>:/@{}[\],.;|!#$*()-]/;
/** Entities of HTML and XML, also doubled. */
const ENTITY = /&(?:amp;){0,3}(?:(quot|apos|lt|gt|amp)|#(\d{1,5})|#x([\da-f]{1,4}));/iy;
const NAMED: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  lt: "<",
  gt: ">",
  amp: "&",
};

/**
 * What the finders look at: a text with its escapes (`\n`, `\u0026`, `%3D`, `&quot;`), colours of
 * terminals, invisible and full-width characters made plain, and with what is hidden marked as such.
 * So a rule needs to know neither how often a text was encoded, nor what the rules before it found.
 */
export class View {
  #units: Uint16Array | null = null;
  /** Where each unit, and what follows the last one, begins in the text; `null`: where it is here. */
  #starts: Int32Array | null = null;
  #text: string | null;

  /** Makes the view of a text. */
  constructor(text: string) {
    this.#text = text;
    if (CODED.test(text)) this.#decode(text);
    this.#hide(
      Array.from(this.text.matchAll(placeholderPattern()), ({ 0: { length }, index: start }) => ({
        start,
        end: start + length,
      })),
    );
  }

  /** The view as a text. */
  get text(): string {
    // A lone surrogate becomes another single unit; a byte order mark must stay.
    return this.#text ??= new TextDecoder("utf-16le", { ignoreBOM: true }).decode(this.#units!);
  }

  /** Hides what was found. */
  hide(spans: readonly Span[]): void {
    this.#hide(spans);
  }

  #hide(spans: readonly { readonly start: number; readonly end: number }[]): void {
    if (spans.length === 0) return;
    this.#units ??= unitsOf(this.#text!);
    for (const { start, end } of spans) this.#units.fill(HIDDEN, start, end);
    this.#text = null;
  }

  /** The same stretch of the text itself. */
  inText(span: Span): Span {
    const starts = this.#starts;
    if (starts === null) return span;
    return { ...span, start: starts[span.start]!, end: starts[span.end]! };
  }

  #decode(text: string): void {
    const units = new Uint16Array(text.length), starts = new Int32Array(text.length + 1);
    let length = 0;
    for (let at = 0; at < text.length;) {
      const given = text.charCodeAt(at);
      if (given < 0xa0 && IS_PLAIN[given] === 1) {
        starts[length] = at++;
        units[length++] = given;
        continue;
      }
      const { unit, end } = decodeAt(text, at);
      if (unit !== NOTHING) {
        starts[length] = at;
        units[length++] = unit;
      }
      at = end;
    }
    starts[length] = text.length;
    this.#units = units.subarray(0, length);
    this.#starts = starts;
    this.#text = null;
  }
}

function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return units;
}

/** Characters of ASCII that stand for themselves, wherever they are. */
const IS_PLAIN = Uint8Array.from(
  { length: 0xa0 },
  (_, unit) => unit === BACKSLASH || unit === ESCAPE || unit === 0x25 || unit === 0x26 ? 0 : 1,
);

/** One character of the view, and where the next one begins; reused, for there are millions. */
const DECODED = { unit: 0, end: 0 };

function decoded(unit: number, end: number): typeof DECODED {
  DECODED.unit = unit;
  DECODED.end = end;
  return DECODED;
}

function decodeAt(text: string, at: number): typeof DECODED {
  const unit = text.charCodeAt(at);
  if (unit === BACKSLASH) return backslashed(text, at);
  if (unit === 0x25) { // %
    PERCENT.lastIndex = at;
    const code = PERCENT.exec(text)?.[1];
    if (code === undefined) return decoded(unit, at + 1);
    const sign = Number.parseInt(code, 16);
    return PLAIN.test(String.fromCharCode(sign))
      ? decoded(plain(sign), PERCENT.lastIndex)
      : decoded(unit, at + 1);
  }
  if (unit === 0x26) { // &
    ENTITY.lastIndex = at;
    const entity = ENTITY.exec(text);
    if (entity === null) return decoded(unit, at + 1);
    const [, name, decimal, hex] = entity;
    const sign = name === undefined
      ? Number.parseInt(decimal ?? hex!, decimal === undefined ? 16 : 10)
      : NAMED[name.toLowerCase()]!.charCodeAt(0);
    return decoded(plain(sign), ENTITY.lastIndex);
  }
  return unit === ESCAPE ? coloured(text, at + 1) : decoded(fold(unit), at + 1);
}

/** An escape with any number of backslashes; quotes keep theirs, which tell how deep they stand. */
function backslashed(text: string, at: number): typeof DECODED {
  let next = at + 1;
  while (text.charCodeAt(next) === BACKSLASH) next++;
  if (next - at > MOST_BACKSLASHES) return decoded(BACKSLASH, next);
  switch (text.charCodeAt(next)) {
    case 0x6e: // n
    case 0x72: // r
      return decoded(ESCAPED_BREAK, next + 1);
    case 0x74: // t
      return decoded(PADDING, next + 1);
    case 0x2f: // /
      return decoded(0x2f, next + 1);
    case 0x75: // u
      return coded(text, { at, next: next + 1, digits: 4 });
    case 0x78: // x
      return coded(text, { at, next: next + 1, digits: 2 });
    case 0x30: // 033
      if (text.startsWith("033[", next)) return coloured(text, next + 3);
  }
  return decoded(BACKSLASH, at + 1);
}

/** A character written in hexadecimal digits. */
function coded(
  text: string,
  { at, next, digits }: { readonly at: number; readonly next: number; readonly digits: number },
): typeof DECODED {
  let code = 0;
  for (let index = next; index < next + digits; index++) {
    const digit = hexDigit(text.charCodeAt(index));
    if (digit < 0) return decoded(BACKSLASH, at + 1);
    code = code << 4 | digit;
  }
  const end = next + digits;
  if (code === ESCAPE) return coloured(text, end);
  if (code >= 0xd800 && code < 0xe000) return decoded(0xfffd, end);
  return decoded(plain(code), end);
}

function hexDigit(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const small = unit | 0x20;
  return small >= 0x61 && small <= 0x66 ? small - 0x57 : -1;
}

/** What a decoded character is to a reader: a control character only separates. */
function plain(code: number): number {
  if (code === 0x0a || code === 0x0d) return ESCAPED_BREAK;
  if (code === 0x22 || code === 0x27) return INNER_QUOTE;
  return code < 0x20 || code >= HIDDEN ? PADDING : fold(code);
}

function coloured(text: string, end: number): typeof DECODED {
  COLOUR.lastIndex = end;
  return decoded(PADDING, COLOUR.test(text) ? COLOUR.lastIndex : end);
}

function fold(unit: number): number {
  if (unit < 0xa0 || unit >= 0x3100 && unit < 0xfe00) return unit;
  if (unit >= 0xff01 && unit <= 0xff5e) return unit - 0xfee0;
  const character = String.fromCharCode(unit);
  return IS_UNSEEN.test(character) ? NOTHING : IS_BLANK.test(character) ? 0x20 : unit;
}
