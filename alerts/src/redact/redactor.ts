import { knownFinder } from "./find_known.ts";
import { FINDERS } from "./finders.ts";
import { findSecrets } from "./find_secrets.ts";
import { Placeholders } from "./placeholder.ts";
import type { RuleName } from "./rules.ts";
import type { Finder, Span } from "./span.ts";
import { findUnknownWords } from "./unknown_words.ts";
import { wholeText } from "./whole_text.ts";

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
    this.#placeholders.reserveAll(text);
    const finders = name === "" ? this.#finders : [wholeText(name), ...this.#finders];
    return this.#replace(text, findSecrets(text, finders));
  }

  /**
   * Redacts a log, and then whatever in it is not known to be harmless. A finding of that second
   * kind tells its place in the redacted text.
   *
   * @param names What else may stay, in lower case: the names that an alert has.
   */
  restrict(text: string, names: ReadonlySet<string> = new Set()): Redaction {
    let { text: left, findings } = this.redact(text);
    // What is hidden may make of its neighbour the value of a name, as a second look would see.
    for (let found = 1; found > 0;) {
      const strict = this.#replace(left, findUnknownWords(left, names));
      const again = this.redact(strict.text);
      left = again.text;
      found = again.findings.length;
      findings = [...findings, ...strict.findings, ...again.findings];
    }
    return { text: left, findings };
  }

  /** How often each rule found something, so far. */
  counts(): ReadonlyMap<RuleName, number> {
    return new Map(this.#counts);
  }

  #replace(text: string, spans: readonly Span[]): Redaction {
    const findings: Finding[] = [];
    const parts: string[] = [];
    let done = 0;
    for (const { start, end, rule, type } of spans) {
      const placeholder = this.#placeholders.of(type, text.slice(start, end));
      findings.push({ rule, placeholder, at: start });
      parts.push(text.slice(done, start), placeholder);
      done = end;
    }
    this.#count(findings);
    return { text: parts.join("") + text.slice(done), findings };
  }

  #count(findings: readonly Finding[]): void {
    for (const { rule } of findings) this.#counts.set(rule, (this.#counts.get(rule) ?? 0) + 1);
  }
}
