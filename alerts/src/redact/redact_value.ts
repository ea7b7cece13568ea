import { keyWord } from "./key_words.ts";
import { placeholderPattern } from "./placeholder.ts";
import type { Finding, Redactor } from "./redactor.ts";

/** Any JSON value. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** A finding in a structure. */
export interface ValueFinding extends Finding {
  /** Where the text stands, as a JSON pointer of the redacted structure. */
  readonly pointer: string;
}

/** A structure without its secrets. */
export interface ValueRedaction<T extends JsonValue> {
  /** The structure: the same objects, lists, numbers and order; texts are redacted. */
  readonly value: T;
  /** What was replaced, in the order of the structure. */
  readonly findings: readonly ValueFinding[];
}

/**
 * Redacts every text in a JSON structure, and the keys of objects. A key such as `password` makes
 * its whole value a secret, and so do `{"name": "DB_PASSWORD", "value": …}` and `"--password", …`
 * in a list of arguments. A number that is a secret becomes a placeholder, and so a text.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { redactValue } from "./redact_value.ts";
 * import { Redactor } from "./redactor.ts";
 *
 * const event = { message: "mail to ada@example.org", env: [{ name: "DB_PASSWORD", value: "x y" }] };
 * const { value } = redactValue(event, new Redactor());
 * assert.deepEqual(value, {
 *   message: "mail to [EMAIL#1]",
 *   env: [{ name: "DB_PASSWORD", value: "[PASSWORD#1]" }],
 * });
 * ```
 */
export function redactValue<T extends JsonValue>(value: T, redactor: Redactor): ValueRedaction<T> {
  const findings: ValueFinding[] = [];

  const text = (given: string, name: string, pointer: string): string => {
    const redaction = redactor.redact(given, name);
    for (const finding of redaction.findings) findings.push({ ...finding, pointer });
    return redaction.text;
  };

  const list = (items: readonly JsonValue[], name: string, pointer: string): JsonValue[] =>
    items.map((item, index) => {
      const before = items[index - 1], flag = typeof before === "string" ? flagName(before) : "";
      // A flag that names no secret takes nothing from the name of the list: {"password": ["-", "hunter2"]}.
      return walk(item, keyWord(flag) === null ? name : flag, `${pointer}/${index}`);
    });

  const object = (entries: { readonly [key: string]: JsonValue }, pointer: string): JsonValue => {
    const named = entries.name ?? entries.key ?? entries.header;
    const taken = new Set<string>();
    return Object.fromEntries(
      Object.entries(entries).map(([key, item]) => {
        // A finding in a key stands in the object: its pointer must not hold the secret.
        const redacted = unique(text(key, "", pointer), taken);
        const name = key === "value" && typeof named === "string" && NAME.test(named)
          ? named
          : redacted.replaceAll(placeholderPattern(), "");
        return [redacted, walk(item, name, `${pointer}/${escape(redacted)}`)];
      }),
    );
  };

  const walk = (item: JsonValue, name: string, pointer: string): JsonValue => {
    if (typeof item === "string") return text(item, name, pointer);
    if (typeof item === "number") return secretNumber(item, name, pointer);
    if (item === null || typeof item === "boolean") return item;
    return isList(item) ? list(item, name, pointer) : object(item, pointer);
  };

  const secretNumber = (item: number, name: string, pointer: string): number | string => {
    if (keyWord(name) === null) return item;
    const written = String(item), redacted = text(written, name, pointer);
    return redacted === written ? item : redacted;
  };

  return { value: walk(value, "", "") as T, findings };
}

/** A name of a variable, header or flag. */
const NAME = /^[\w.-]{1,80}$/;

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** `--password` of `["--password", "hunter2"]`. */
function flagName(text: string): string {
  return text.startsWith("-") && NAME.test(text) ? text : "";
}

/** Two keys must not become one: an entry would be lost. */
function unique(key: string, taken: Set<string>): string {
  let name = key;
  for (let count = 2; taken.has(name); count++) name = `${key} (${count})`;
  taken.add(name);
  return name;
}

function escape(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
