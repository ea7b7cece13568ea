import { restOfCrowdedLine } from "./crowded_line.ts";
import { findAuthorization } from "./find_authorization.ts";
import { findCookies } from "./find_cookies.ts";
import { keyWord, mayBeKeyWord } from "./key_words.ts";
import { KnownNames } from "./known_names.ts";
import { readBlockScalar } from "./read_block_scalar.ts";
import { nameEnd, nameStart, startsLine } from "./read_name.ts";
import { afterSeparator, isSeparator } from "./read_separator.ts";
import { ValueReader } from "./read_value.ts";
import { readValues } from "./read_values.ts";
import type { RuleName } from "./rules.ts";
import { everywhere, type Span, type Stretch } from "./span.ts";
import { ValueJudge } from "./value_judge.ts";
import { LOG_PREFIX } from "./log_prefix.ts";
import { isSpace } from "./characters.ts";
import { HIDDEN } from "./view.ts";
import { isMixed, isNoisy, isPasswordMention } from "./judges.ts";
import { isNoise } from "./noise.ts";
import type { Value } from "./read_value.ts";
import type { KeyWord } from "./words_of_keys.ts";

/** What a parser says about a token of its language. */
const SYNTAX =
  /(?:unexpected|illegal|expected|syntax|next|unrecognized|parse[rd]?|lexer|lookahead|delim(?:iter)?) $/i;
/** The longest of them. [characters] */
const LONGEST_SYNTAX = 16;
/** `name: DB_PASSWORD` before `value: …`, as environments of containers are written. */
const NAMED = new RegExp(
  `(?:name|key|header)[\\\\"']{0,8}[:=][ \\v]{0,4}[\\\\"']{0,8}([\\w.-]{1,80})[\\\\"']{0,8}` +
    `[\\s,]{1,40}(?:${LOG_PREFIX}[ \\t]{0,32})?[\\\\"']{0,8}$`,
  "i",
);
/** How far before `value` that is looked for. [characters] */
const LONGEST_NAMED = 160;
/** A line with nothing but a value; a log may set something before it. */
const NEXT_LINE = new RegExp(
  `[ \\t]{0,8}(?:(?:\\r?\\n|\\f){1,3}(?:${LOG_PREFIX})?[ \\t]{0,40}){1,2}` +
    `(["']?)([^\\s"',:=\\\\{}[\\]\\uffff]{6,512})(\\1),?(?=[ \\t]{0,8}(?:[\\r\\n\\f"\\\\]|$))`,
  "dy",
);
/** A pair of a flat object. */
const PAIR =
  /[\s{,]{1,40}\\{0,7}"[\w.-]{1,64}\\{0,7}"\s{0,4}:\s{0,4}\\{0,7}"([^"\\\n\uffff]{8,256})\\{0,7}"/dy;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Pairs of one object. */
const MOST_VALUES = 32;

/**
 * Finds values that stand after the name of a secret: `password=…`, `"apiKey": "…"`,
 * `Authorization: Bearer …`, `<token>…</token>`, `password: …` of YAML, with block scalars and
 * lists.
 *
 * @param where Where the separators stand that are looked at.
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
    names: new KnownNames(view),
    listEnds: new Map(),
  };
  let free = 0;
  for (const { from, to } of where) {
    for (let at = Math.max(from, free); at < to; at++) {
      if (!isSeparator(view, at)) continue;
      const found = assignment(reading, at);
      if (found.length === 0) continue;
      for (const span of found) {
        spans.push(span);
        const rest = restOfCrowdedLine(view, spans);
        if (rest === null) continue;
        spans.push(rest);
        break;
      }
      free = spans.at(-1)!.end;
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
  readonly names: KnownNames;
  /** By rule, where the list ends that was read last. */
  readonly listEnds: Map<RuleName, number>;
}

const NONE: readonly Span[] = [];

function assignment(reading: Reading, at: number): readonly Span[] {
  const { view, values, judge, names } = reading;
  let end = nameEnd(view, operatorStart(view, at));
  // Most names are those of no secret: they need not be read.
  if (!mayBeKeyWord(view, end)) return NONE;
  let start = nameStart(view, end);
  if (start === end) return NONE;
  if (isType(view, start, end)) {
    // `token: string = "…"`, `var token string = "…"`
    const before = nameEnd(view, start - (view[start - 2] === ":" ? 2 : 1));
    if (nameStart(view, before) < before) [start, end] = [nameStart(view, before), before];
  }
  const { text: name, word: own } = names.at(start, end);
  const word = own ?? namedBefore(view, name, start);
  if (word === null) return NONE;
  const after = afterSeparator(view, at, { from: start, to: end });
  if (after === null) return NONE;
  const { rule, type } = word;
  if (rule === "cookie") return findCookies(view, after, name);
  if (rule === "authorization") return findAuthorization(view, after, { values, judge, word });
  const separator = view[at]!;
  if (rule === "token" && separator === ":" && isSyntax(view, start)) return NONE;
  const next = view.charCodeAt(after);
  const isYaml = (next === 0x20 || next === 0x09) && (separator === ":" || separator === "=") &&
    startsLine(view, start);
  const block = isYaml ? readBlockScalar(view, after, start) : null;
  if (block !== null) return [{ start: block.start, end: block.end, rule, type }];
  const place = { tight: separator !== ":" && !isSpace(next), name };
  const found = readValues(view, after, values, {
    wholeLine: isYaml,
    // In a list of values, another one for the same rule begins with what is in the first as well.
    firstOnly: after < (reading.listEnds.get(rule) ?? 0),
  });
  if (found.length > 1) reading.listEnds.set(rule, found.at(-1)!.end);
  if (found.length === 0) return elsewhere(view, after, word);
  const spans: Span[] = [];
  for (const value of found) {
    if (separator === "," && !isOfTuple(view, value)) continue;
    if (!judge.isSecret(value, word, place)) continue;
    spans.push({ start: value.start, end: value.end, rule, type });
  }
  return spans;
}

/** The value of a tuple stands in quotes; in a list of names it is one, and none of the secrets. */
function isOfTuple(view: string, { start, end, quoted }: Value): boolean {
  return quoted &&
    (view.charCodeAt(start - 1) === HIDDEN || !/^[a-z_]{1,24}$/i.test(view.slice(start, end)) ||
      view[end + 1] === ")");
}

/** A value on the next line, or those of an object: `"tokens": {"master": "…"}`. */
function elsewhere(view: string, at: number, { rule, type }: KeyWord): Span[] {
  NEXT_LINE.lastIndex = at;
  const line = NEXT_LINE.exec(view);
  if (line !== null) {
    const [start, end] = line.indices![2]!, value = line[2]!;
    const isQuoted = line[1] !== "";
    const isSecret = rule === "high_entropy"
      ? isNoise(value)
      : isNoisy(value) || isMixed(value) || isQuoted && isPasswordMention(value);
    return isSecret ? [{ start, end, rule, type }] : [];
  }
  const spans: Span[] = [];
  for (let from = at; spans.length < MOST_VALUES; from = PAIR.lastIndex) {
    PAIR.lastIndex = from;
    const pair = PAIR.exec(view);
    if (pair === null) break;
    const [start, end] = pair.indices![1]!;
    if (UUID.test(pair[1]!) || isNoise(pair[1]!)) spans.push({ start, end, rule, type });
  }
  return spans;
}

/** Where the operator begins that ends here: `+=`, `?=`, `:::=`, `->`. */
function operatorStart(view: string, at: number): number {
  if (view[at] === ">") return at - 1;
  let start = at;
  if (view[at] === "=") {
    while (at - start < 3 && OPERATOR.includes(view[start - 1] ?? " ")) start--;
  }
  return start;
}

/** What may stand before `=`. */
const OPERATOR = ":+?.";

/** Whether a name is a type, which some languages write between a name and its value. */
function isType(view: string, start: number, end: number): boolean {
  const length = end - start;
  return (length === 3 || length === 6) && view[start - 1] === " " &&
    /^(?:str|string)$/i.test(view.slice(start, end));
}

function namedBefore(view: string, name: string, start: number): KeyWord | null {
  const length = name.length;
  if (length !== 5 && length !== 7 || !/^(?:value|default)$/i.test(name)) return null;
  const named = NAMED.exec(view.slice(Math.max(0, start - LONGEST_NAMED), start));
  return named === null ? null : keyWord(named[1]!);
}

function isSyntax(view: string, start: number): boolean {
  return view[start - 1] === " " &&
    SYNTAX.test(view.slice(Math.max(0, start - LONGEST_SYNTAX), start));
}
