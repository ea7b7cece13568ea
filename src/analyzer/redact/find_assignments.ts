import { findAuthorization } from "./find_authorization.ts";
import { findCookies } from "./find_cookies.ts";
import { keyWord } from "./key_words.ts";
import { readBlockScalar } from "./read_block_scalar.ts";
import { type Name, readName, startsLine } from "./read_name.ts";
import { afterSeparator, isSeparator } from "./read_separator.ts";
import { ValueReader } from "./read_value.ts";
import { readValues } from "./read_values.ts";
import { everywhere, type Span, type Stretch } from "./span.ts";
import { ValueJudge } from "./value_judge.ts";
import { PADDING } from "./view.ts";
import type { KeyWord } from "./words_of_keys.ts";

/** What a parser says about a token of its language. */
const SYNTAX =
  /(?:unexpected|illegal|expected|syntax|next|unrecognized|parse[rd]?|lexer|lookahead|delim(?:iter)?) $/i;
/** The longest of them. [characters] */
const LONGEST_SYNTAX = 16;
/** `name: DB_PASSWORD` before `value: …`, as environments of containers are written. */
const NAMED =
  /(?:name|key|header)[\\"']{0,8}[:=][ \v]{0,4}[\\"']{0,8}([\w.-]{1,80})[\\"']{0,8}[\s,]{1,40}[\\"']{0,8}$/i;
/** How far before `value` that is looked for. [characters] */
const LONGEST_NAMED = 160;
/** Names that are kept with what they mean: a log has a few, and an attack as many as it likes. */
const MOST_NAMES = 1024;

/**
 * Finds values that stand after the name of a secret: `password=…`, `"apiKey": "…"`,
 * `Authorization: Bearer …`, `<token>…</token>`, `password: …` of YAML, with block scalars and
 * lists.
 *
 * @param where Where the separators stand that are looked at.
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
export function findAssignments(
  view: string,
  where: readonly Stretch[] = everywhere(view),
): Span[] {
  const spans: Span[] = [];
  const reading: Reading = {
    view,
    values: new ValueReader(view),
    judge: new ValueJudge(view),
    words: new Map(),
  };
  let free = 0;
  for (const { from, to } of where) {
    for (let at = Math.max(from, free); at < to; at++) {
      if (!isSeparator(view, at)) continue;
      const found = assignment(reading, at);
      if (found.length === 0) continue;
      for (const span of found) spans.push(span);
      free = found.at(-1)!.end;
      at = Math.max(at, free - 1);
    }
  }
  return spans;
}

/** What one pass through a view keeps in mind. */
interface Reading {
  readonly view: string;
  readonly values: ValueReader;
  readonly judge: ValueJudge;
  /** What the names so far mean: they recur. */
  readonly words: Map<string, KeyWord | null>;
}

const NONE: readonly Span[] = [];

function assignment(reading: Reading, at: number): readonly Span[] {
  const { view, values, judge } = reading;
  const name = readName(view, at);
  if (name === null) return NONE;
  const word = wordOf(reading, name);
  if (word === null) return NONE;
  const after = afterSeparator(view, at, name);
  if (after === null) return NONE;
  const { rule, type } = word;
  if (rule === "cookie") return findCookies(view, after, name.text);
  if (rule === "authorization") return findAuthorization(view, after, { values, judge, word });
  const separator = view[at]!;
  if (rule === "token" && separator === ":" && isSyntax(view, name.start)) return NONE;
  const next = view.charCodeAt(after);
  const isYaml = (next === 0x20 || next === 0x09) && (separator === ":" || separator === "=") &&
    startsLine(view, name.start);
  const block = isYaml ? readBlockScalar(view, after, name.start) : null;
  if (block !== null) return [{ start: block.start, end: block.end, rule, type }];
  const place = { tight: separator !== ":" && !isSpace(next), name: name.text };
  const spans: Span[] = [];
  for (
    const value of readValues(view, after, values, {
      wholeLine: isYaml,
      encoded: separator === "%",
    })
  ) {
    if (!judge.isSecret(value, word, place)) continue;
    spans.push({ start: value.start, end: value.end, rule, type });
  }
  return spans;
}

function wordOf({ view, words }: Reading, name: Name): KeyWord | null {
  let word = words.get(name.text);
  if (word === undefined) {
    word = keyWord(name.text);
    if (words.size < MOST_NAMES) words.set(name.text, word);
  }
  return word ?? namedBefore(view, name);
}

function namedBefore(view: string, { text, start }: Name): KeyWord | null {
  const length = text.length;
  if (length !== 5 && length !== 7 || !/^(?:value|default)$/i.test(text)) return null;
  const named = NAMED.exec(view.slice(Math.max(0, start - LONGEST_NAMED), start));
  return named === null ? null : keyWord(named[1]!);
}

function isSyntax(view: string, start: number): boolean {
  return view[start - 1] === " " &&
    SYNTAX.test(view.slice(Math.max(0, start - LONGEST_SYNTAX), start));
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit >= 0x09 && unit <= 0x0d || unit === PADDING;
}
