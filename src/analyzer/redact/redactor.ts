import { findAssignments } from "./find_assignments.ts";
import { findEmails } from "./find_emails.ts";
import { findJwts } from "./find_jwts.ts";
import { findKeys } from "./find_keys.ts";
import { knownFinder } from "./find_known.ts";
import { findMentions } from "./find_mentions.ts";
import { findPem } from "./find_pem.ts";
import { findUrlLogins } from "./find_url_logins.ts";
import { keyWord } from "./key_words.ts";
import { placeholderPattern, Placeholders } from "./placeholder.ts";
import type { RuleName } from "./rules.ts";
import { isSecretValue } from "./secret_value.ts";
import type { Finder, Span } from "./span.ts";
import { HIDDEN, View } from "./view.ts";

/** What was replaced, without the secret and without its length. */
export interface Finding {
  /** Which rule found it. */
  readonly rule: RuleName;
  /** What stands in its place. */
  readonly placeholder: string;
  /** Where it began in the text that was given. [UTF-16 units] */
  readonly at: number;
}

/** A text without its secrets. */
export interface Redaction {
  /** The text with placeholders. */
  readonly text: string;
  /** What was replaced, in the order of the text. */
  readonly findings: readonly Finding[];
}

/** Options of {@linkcode Redactor}. */
export interface RedactorOptions {
  /**
   * Secrets that are known beforehand, such as the service's own; those of fewer than six
   * characters are left out.
   *
   * @default {[]}
   */
  readonly known?: readonly string[];
}

/**
 * In this order: what has a form of its own goes before what only its surroundings give away. Each
 * sees what those before it found as hidden.
 */
const FINDERS: readonly Finder[] = [
  findPem,
  findKeys,
  findJwts,
  findUrlLogins,
  findAssignments,
  findMentions,
  findEmails,
];

/**
 * Replaces secrets by typed placeholders such as `[EMAIL#1]`. One redactor serves one case: the same
 * value gets the same placeholder in all texts that it sees, so that one can still tell who is who.
 * What is redacted already stays as it is.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Redactor } from "./redactor.ts";
 *
 * const redactor = new Redactor();
 * assert.equal(redactor.redact("password=hunter2 for ada@example.org").text, "password=[PASSWORD#1] for [EMAIL#1]");
 * assert.equal(redactor.redact("bob@example.org, ada@example.org").text, "[EMAIL#2], [EMAIL#1]");
 * assert.deepEqual(Object.fromEntries(redactor.counts()), { password: 1, email: 3 });
 * ```
 */
export class Redactor {
  readonly #placeholders = new Placeholders();
  readonly #counts = new Map<RuleName, number>();
  readonly #finders: readonly Finder[];

  /** Creates a redactor that has seen nothing. */
  constructor({ known = [] }: RedactorOptions = {}) {
    this.#finders = known.length === 0 ? FINDERS : [knownFinder(known), ...FINDERS];
  }

  /**
   * Redacts a text.
   *
   * @param name What the text is the value of, where a structure tells: `password` makes all of it a
   * secret.
   */
  redact(text: string, name = ""): Redaction {
    for (const [placeholder] of text.matchAll(placeholderPattern())) {
      this.#placeholders.reserve(placeholder);
    }
    const findings: Finding[] = [];
    const parts: string[] = [];
    let done = 0;
    for (const { start, end, rule, type } of findSecrets(text, name, this.#finders)) {
      const placeholder = this.#placeholders.of(type, text.slice(start, end));
      findings.push({ rule, placeholder, at: start });
      this.#counts.set(rule, (this.#counts.get(rule) ?? 0) + 1);
      parts.push(text.slice(done, start), placeholder);
      done = end;
    }
    return { text: parts.join("") + text.slice(done), findings };
  }

  /** How often each rule found something, so far. */
  counts(): ReadonlyMap<RuleName, number> {
    return new Map(this.#counts);
  }
}

function findSecrets(text: string, name: string, finders: readonly Finder[]): Span[] {
  const view = new View(text);
  const found: Span[] = [];
  const keep = (spans: readonly Span[]) => {
    const before = found.length;
    const seen = view.text;
    for (const span of spans) addExposed(found, span, { text, seen });
    view.hide(found.slice(before));
  };
  const all = name === "" ? finders : [wholeText(name), ...finders];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = found.length;
    for (const find of all) keep(find(view.text));
    if (found.length === before) break;
  }
  return found.sort((a, b) => a.start - b.start);
}

/**
 * What a later finder hides may show an earlier one something that it did not see, as it would when
 * redacting a second time. So it is done at once. Hardly ever does the third round find anything.
 */
const MOST_ROUNDS = 4;
/** More of a value need not be seen to tell whether it is one. [characters] */
const LONGEST_LOOK = 1024;

/** Takes a text as the value of a name, as a structure tells. */
function wholeText(name: string): Finder {
  const word = keyWord(name);
  return (view) =>
    word !== null && isSecretValue(word, view.slice(0, LONGEST_LOOK), { quoted: true, name })
      ? [{ start: 0, end: view.length, rule: word.rule, type: word.type }]
      : [];
}

/** Adds what of a span is not hidden yet, without the blanks at its ends. */
function addExposed(
  found: Span[],
  span: Span,
  { text, seen }: { readonly text: string; readonly seen: string },
): void {
  for (let at = span.start; at < span.end;) {
    let end = at, blank = true;
    for (; end < span.end && seen.charCodeAt(end) !== HIDDEN; end++) {
      blank &&= seen.charCodeAt(end) <= 0x20;
    }
    if (!blank) {
      const start = beforeEscape(text, skipBlanks(seen, at, 1));
      const stop = beforeEscape(text, skipBlanks(seen, end - 1, -1) + 1);
      if (start < stop) found.push({ start, end: stop, rule: span.rule, type: span.type });
    }
    at = end + 1;
  }
}

function skipBlanks(view: string, from: number, step: 1 | -1): number {
  let at = from;
  while (BLANKS.includes(view[at]!)) at += step;
  return at;
}

const BLANKS = " \t\r\n";

/** A place that is not within an escape: half of one would break the JSON string around. */
function beforeEscape(text: string, start: number): number {
  if (text[start - 4] !== "u") return start;
  const escape = /\\{1,15}u00[0-9a-f]$/i.exec(text.slice(Math.max(0, start - 20), start));
  return escape === null ? start : start - escape[0].length;
}
