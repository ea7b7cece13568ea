import { isBase64 } from "./characters.ts";
import { LOG_PREFIX } from "./log_prefix.ts";
import { isStandIn } from "./stand_in.ts";
import { everywhere, type Finder, type Span } from "./span.ts";

/** Fewer characters have no room for a secret and what gives it away. */
const SHORTEST = 16;
/** So much of a run is decoded. [characters, a multiple of 4] */
const LONGEST = 32_768;
/** So many runs are looked into. */
const MOST_LOOKS = 1000;
/** A login, as `Basic` has it. */
const LOGIN = /^[\w.@+-]{1,64}:(?=\S{0,64}\d)\S{4,128}$/;
/** Where a manifest says that it is a secret, and where another document begins. */
const MANIFEST = /kind\\{0,7}["']?[ \t]{0,4}:[ \t]{0,4}\\{0,7}["']?Secret(?![\w-])/g;
const DOCUMENT = /[\n\f](?:---|- apiVersion)|\{\s{0,16}\\{0,7}"apiVersion/g;
/** Longest manifest, to either side. [characters] */
const LONGEST_MANIFEST = 16_384;
/** The data of a manifest: lines of a mapping, or an object of JSON. */
const DATA =
  /(?:^|[\n\f ])(?:data|stringData):[ \t]{0,8}(?=[\r\n\f])|\\{0,7}"(?:data|stringData)\\{0,7}"\s{0,8}:\s{0,8}\{/g;
const LINE = new RegExp(
  `[\\r\\n\\f]{1,4}(?:${LOG_PREFIX})?([ \\t]{1,64})[\\w.-]{1,253}:[ \\t]{1,8}["']?` +
    `([^\\s"'|>\\\\][^\\n\\f"'\\\\]{0,32768})`,
  "dy",
);
const PAIR =
  /[\s,]{0,64}\\{0,7}"[\w.-]{1,253}\\{0,7}"\s{0,8}:\s{0,8}\\{0,7}"([^"\\\uffff]{0,32768})\\{0,7}"/dy;

/**
 * Makes a finder of base64 that hides a text in which others find something, whatever name it has,
 * and of the values of Kubernetes' secrets, which are secrets whatever they are.
 *
 * @param inner What looks at the decoded text.
 */
export function encodedFinder(inner: (text: string) => boolean): Finder {
  return (view, where = everywhere(view)) => {
    const spans = manifests(view);
    let looks = 0, free = 0;
    for (const { from, to } of where) {
      for (let start = Math.max(free, runStart(view, from)); start < to; start++) {
        let end = start;
        while (isBase64Url(view.charCodeAt(end))) end++;
        free = end;
        const text = end - start < SHORTEST || !mayBeText(view, start)
          ? null
          : decoded(view, start, end);
        if (text !== null) {
          while (view[end] === "=") end++;
          // A text with more of them is made to exhaust us: they are hidden unread.
          if (++looks > MOST_LOOKS || LOGIN.test(text) || inner(text)) {
            spans.push({ start, end, rule: "encoded", type: "SECRET" });
          }
        }
        start = end;
      }
    }
    return spans.sort((a, b) => a.start - b.start);
  };
}

/** Where the run begins that goes on here. */
function runStart(view: string, at: number): number {
  let start = at;
  while (at - start < LONGEST && isBase64Url(view.charCodeAt(start - 1))) start--;
  return start;
}

/** What six bits each character stands for. */
const SIX_BITS = new Uint8Array(128);
[..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].forEach((letter, value) => {
  SIX_BITS[letter.charCodeAt(0)] = value;
});
SIX_BITS[0x2d] = 62;
SIX_BITS[0x5f] = 63;

/** A first look at three bytes, for most runs are no base64. */
function mayBeText(view: string, at: number): boolean {
  return isPlain(byteAt(view, at, 0)) && isPlain(byteAt(view, at, 1)) &&
    isPlain(byteAt(view, at, 2));
}

/** One of the three bytes that four characters stand for. */
function byteAt(view: string, at: number, byte: number): number {
  return (sixBits(view, at + byte) << 2 * (byte + 1) |
    sixBits(view, at + byte + 1) >> 4 - 2 * byte) & 255;
}

function sixBits(view: string, at: number): number {
  return SIX_BITS[view.charCodeAt(at)] ?? 0;
}

/** A character of ASCII that a text has; a login of SASL begins with NUL. */
function isPlain(byte: number): boolean {
  return byte >= 0x20 && byte < 0x7f || byte === 0x0a || byte === 0x0d || byte === 0x09 ||
    byte === 0;
}

/** The text of a run of base64, or `null` if it is not base64. */
function decoded(view: string, start: number, end: number): string | null {
  const length = Math.min(end - start, LONGEST), bytes = new Uint8Array(Math.floor(length * 3 / 4));
  for (let index = 0; index < bytes.length; index++) {
    const byte = byteAt(view, start + Math.floor(index / 3) * 4, index % 3);
    if (byte < 0x80 && !isPlain(byte)) return null;
    bytes[index] = byte;
  }
  const text = UTF8.decode(bytes);
  return text.includes("\ufffd") ? null : text;
}

const UTF8 = new TextDecoder();

function isBase64Url(unit: number): boolean {
  return isBase64(unit) || unit === 0x2d || unit === 0x5f;
}

function manifests(view: string): Span[] {
  const spans: Span[] = [];
  let free = 0;
  for (const { index } of view.matchAll(MANIFEST)) {
    if (index < free) continue;
    const from = documentStart(view, index, free), to = documentEnd(view, index);
    for (const match of view.slice(from, to).matchAll(DATA)) {
      const at = from + match.index + match[0].length;
      if (at < free) continue;
      const found = match[0].endsWith("{") ? pairs(view, at) : lines(view, at);
      // More than a call may have arguments.
      for (const span of found) spans.push(span);
      free = found.at(-1)?.end ?? at;
    }
    free = Math.max(free, to);
  }
  return spans;
}

function documentStart(view: string, at: number, free: number): number {
  const from = Math.max(free, at - LONGEST_MANIFEST);
  let start = from;
  for (const { index } of view.slice(from, at).matchAll(DOCUMENT)) start = from + index;
  return start;
}

function documentEnd(view: string, at: number): number {
  const text = view.slice(at, at + LONGEST_MANIFEST);
  const end = text.search(DOCUMENT);
  return at + (end < 0 ? text.length : end);
}

function lines(view: string, at: number): Span[] {
  const spans: Span[] = [];
  let indent = "";
  for (let from = at;; from = LINE.lastIndex) {
    LINE.lastIndex = from;
    const line = LINE.exec(view);
    if (line === null || spans.length > 0 && line[1]!.length < indent.length) return spans;
    indent = line[1]!;
    add(spans, line[2]!, line.indices![2]!);
  }
}

function pairs(view: string, at: number): Span[] {
  const spans: Span[] = [];
  for (let from = at;; from = PAIR.lastIndex) {
    PAIR.lastIndex = from;
    const pair = PAIR.exec(view);
    if (pair === null) return spans;
    add(spans, pair[1]!, pair.indices![1]!);
  }
}

function add(spans: Span[], value: string, [start, end]: [number, number]): void {
  if (value.trim() === "" || isStandIn(value.slice(0, 256).trim())) return;
  spans.push({ start, end, rule: "encoded", type: "SECRET" });
}
