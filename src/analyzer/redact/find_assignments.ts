import { findCookies } from "./find_cookies.ts";
import { type KeyWord, keyWord } from "./key_words.ts";
import { type Name, readName, startsLine } from "./read_name.ts";
import { type ReadValueOptions, type Value, ValueReader } from "./read_value.ts";
import { isSecretValue } from "./secret_value.ts";
import type { Span } from "./span.ts";
import { HIDDEN } from "./view.ts";

/** Schemes of HTTP authentication whose value is one word. */
const SCHEME =
  /(?:Bearer|Basic|Token|ApiKey|Api-Key|Key|Negotiate|NTLM|Splunk|GenieKey|OAuth|Bot|PRIVATE-TOKEN|SSWS)[ \v]{1,4}/iy;
/** Schemes whose value is a list of fields. */
const FIELDS =
  /(?:Digest|AWS4-HMAC-SHA256|SharedKey|SharedKeyLite|SharedAccessSignature|Hawk|Signature)[ \v]{1,4}/iy;
/** What a parser says about a token of its language. */
const SYNTAX =
  /(?:unexpected|illegal|expected|syntax|next|unrecognized|parse[rd]?|lexer|lookahead|delim(?:iter)?) $/i;
/** What ends a header that stands in a string or on a line. */
const HEADER_END = /[\n\r\f"'`\]}\uffff]/;
/** Longest header value. [characters] */
const LONGEST_HEADER = 8192;
/** More of a value need not be seen to tell whether it is one. [characters] */
const LONGEST_LOOK = 1024;
/**
 * Names of secrets in one and the same run of characters (`key=key=key=…`) that may turn out to be
 * harmless. No person writes more; the rest is hidden unread, for each name looks at what follows.
 */
const MOST_REJECTED = 24;
/** Values of one list. */
const MOST_VALUES = 64;

/**
 * Finds values that stand after the name of a secret: `password=…`, `"apiKey": "…"`,
 * `Authorization: Bearer …`, `<token>…</token>`, `password: …` of YAML, with block scalars and
 * lists.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { findAssignments } from "./find_assignments.ts";
 *
 * const found = (text: string) =>
 *   findAssignments(text).map(({ start, end }) => text.slice(start, end));
 * assert.deepEqual(found('user=app password="a b", max_tokens=4096'), ["a b"]);
 * assert.deepEqual(found("Authorization: Bearer abc"), ["abc"]);
 * ```
 */
export function findAssignments(view: string): Span[] {
  const spans: Span[] = [];
  const reading: Reading = {
    view,
    values: new ValueReader(view),
    words: new Map(),
    rejected: 0,
    runEnd: 0,
  };
  let free = 0;
  for (let at = nextSeparator(view, 0); at < view.length; at = nextSeparator(view, at + 1)) {
    if (at < free) {
      at = free - 1;
      continue;
    }
    const found = assignment(reading, at);
    if (found.length === 0) continue;
    spans.push(...found);
    free = found.at(-1)!.end;
  }
  return spans;
}

/** What may stand between a name and its value: `=`, `:`, `=>`, `:=`, `%3D`, the end of a tag. */
function nextSeparator(view: string, from: number): number {
  for (let at = from; at < view.length; at++) {
    const unit = view.charCodeAt(at);
    if (unit === 0x3d || unit === 0x3a || unit === 0x3e) return at;
    if (unit === 0x25 && view[at + 1] === "3" && /d/i.test(view[at + 2] ?? "")) return at;
  }
  return view.length;
}

function assignment(reading: Reading, at: number): Span[] {
  const { view } = reading;
  const name = readName(view, at);
  if (name === null) return [];
  const word = wordOf(reading, name);
  if (word === null) return [];
  const separator = view[at]!;
  const after = afterSeparator(view, at, name);
  if (after === null) return [];
  if (word.rule === "cookie") return findCookies(view, after, name.text);
  if (word.rule === "authorization") return authorization(reading, after, word);
  if (word.rule === "token" && separator === ":") {
    if (SYNTAX.test(view.slice(Math.max(0, name.start - 16), name.start))) return [];
  }
  const isYaml = /[:=]/.test(separator) && /[ \t]/.test(view[after] ?? "") &&
    startsLine(view, name.start);
  const block = isYaml ? blockScalar(view, after, name.start) : null;
  if (block !== null) return [span(block, word)];
  const tight = separator !== ":" && !/\s/.test(view[after] ?? "");
  const encoded = separator === "%";
  return valuesAfter(reading, after, { wholeLine: isYaml, encoded })
    .map((value) => afterScheme(reading, value))
    .filter((value) => isSecret(reading, value, word, { tight, name: name.text }))
    .map((value) => span(value, word));
}

/** What one pass through a view keeps in mind. */
interface Reading {
  readonly view: string;
  readonly values: ValueReader;
  /** What the names so far mean: they recur. */
  readonly words: Map<string, KeyWord | null>;
  /** Values rejected that end at `runEnd`. */
  rejected: number;
  runEnd: number;
}

function wordOf({ view, words }: Reading, name: Name): KeyWord | null {
  let word = words.get(name.text);
  if (word === undefined) words.set(name.text, word = keyWord(name.text));
  return word ?? namedBefore(view, name);
}

/** Where the value begins, or `null` if this is a comparison or no separator at all. */
function afterSeparator(view: string, at: number, name: Name): number | null {
  const separator = view[at]!;
  const next = view[at + 1], before = view[at - 1];
  if (separator === "%") return at + 3;
  if (separator === "=") {
    if (next === "=" || before === "!" || before === "<" || before === ">") return null;
    if (next === "~") return null;
    return next === ">" ? at + 2 : at + 1;
  }
  if (separator === ":") {
    if (next === ":") return null;
    return next === "=" ? at + 2 : at + 1;
  }
  // `<password>…</password>`, `<ns:password>…`
  const tag = view.slice(Math.max(0, name.start - 24), name.start);
  return name.start + name.text.length === at && /<(?:[\w-]{1,20}:)?$/.test(tag) ? at + 1 : null;
}

/** `name: DB_PASSWORD` and then `value: …`, as environments of containers are written. */
function namedBefore(view: string, { text, start }: Name): KeyWord | null {
  if (!/^(?:value|default)$/i.test(text)) return null;
  const before = view.slice(Math.max(0, start - 160), start);
  const named =
    /(?:name|key|header)[\\"']{0,8}[:=][ \v]{0,4}[\\"']{0,8}([\w.-]{1,80})[\\"']{0,8}[\s,]{1,40}[\\"']{0,8}$/i
      .exec(before);
  return named === null ? null : keyWord(named[1]!);
}

function authorization(reading: Reading, at: number, word: KeyWord): Span[] {
  const { view } = reading;
  const [value] = valuesAfter(reading, at, {});
  if (value === undefined) return [];
  if (matchEnd(FIELDS, view, value.start) !== null) {
    const start = matchEnd(FIELDS, view, value.start)!;
    return [span({ start, end: headerEnd(view, start) }, word)];
  }
  const rest = afterScheme(reading, value);
  // A scheme alone, as in "Authorization: Bearer", is no secret.
  if (
    !rest.quoted &&
    /^(?:bearer|basic|digest|token|negotiate)$/i.test(view.slice(rest.start, rest.end))
  ) {
    return [];
  }
  return isSecret(reading, rest, word, { tight: false, name: "" }) ? [span(rest, word)] : [];
}

/** The value itself after `Bearer` or the like. */
function afterScheme({ view, values }: Reading, value: Value): Value {
  const start = matchEnd(SCHEME, view, value.start);
  if (start === null) return value;
  if (value.quoted) return start < value.end ? { ...value, start } : value;
  const rest = values.read(start);
  return rest === null ? value : { ...rest, quoted: false };
}

/** The value, or all of a list `["a", "b"]`. */
function valuesAfter(
  { view, values }: Reading,
  at: number,
  options: ReadValueOptions,
): Value[] {
  let from = at;
  while (view[from] === " " && from - at < 16) from++;
  if (view[from] === "{" || view[from] === "(") return [];
  if (view[from] !== "[") {
    const value = values.read(at, options);
    return value === null ? [] : [value];
  }
  const found: Value[] = [];
  for (from++; found.length < MOST_VALUES;) {
    while (/[\s\v\f]/.test(view[from] ?? "") && from - at < LONGEST_HEADER) from++;
    const value = values.read(from);
    if (value === null) break;
    found.push(value);
    from = value.end;
    while (/["'\\]/.test(view[from] ?? "")) from++;
    if (view[from] !== ",") break;
    from++;
  }
  return found;
}

/** `|` or `>` and the deeper lines below. */
function blockScalar(view: string, at: number, nameStart: number): Value | null {
  const head = /^[ \t]*[|>][+-]?\d?[ \t]*\r?\n/.exec(view.slice(at, at + 32))?.[0];
  if (head === undefined) return null;
  const lineStart = view.lastIndexOf("\n", nameStart) + 1;
  const indent = /^[ \t]*/.exec(view.slice(lineStart, nameStart))![0].length;
  const start = at + head.length;
  let end = start;
  for (let line = start; line < view.length;) {
    const next = view.indexOf("\n", line) < 0 ? view.length : view.indexOf("\n", line);
    const depth = /^[ \t]*/.exec(view.slice(line, Math.min(next, line + 256)))![0].length;
    if (line + depth < next && depth <= indent) break;
    if (line + depth < next) end = next;
    line = next + 1;
  }
  const skipped = view.slice(start, end).search(/\S/);
  return skipped < 0 ? null : { start: start + skipped, end, quoted: true };
}

function isSecret(
  reading: Reading,
  { start, end, quoted }: Value,
  word: KeyWord,
  { tight, name }: { tight: boolean; name: string },
): boolean {
  const { view } = reading;
  // What is hidden already needs no second hiding; a rest that sticks to it does.
  if (view.charCodeAt(start) === HIDDEN) return true;
  const value = view.slice(start, Math.min(end, start + LONGEST_LOOK));
  if (isSecretValue(word, value, { quoted, tight, name })) return true;
  if (reading.runEnd !== end) reading.rejected = 0;
  reading.runEnd = end;
  return ++reading.rejected > MOST_REJECTED;
}

function headerEnd(view: string, start: number): number {
  const text = view.slice(start, start + LONGEST_HEADER);
  const end = text.search(HEADER_END);
  return start + (end < 0 ? text : text.slice(0, end)).trimEnd().length;
}

function matchEnd(pattern: RegExp, view: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(view) ? pattern.lastIndex : null;
}

function span({ start, end }: { start: number; end: number }, { rule, type }: KeyWord): Span {
  return { start, end, rule, type };
}
