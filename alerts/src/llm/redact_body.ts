/**
 * A provider's answer for the case file.
 *
 * @module
 */

import type { Secret } from "../../../src/secret.ts";
import type { Redactor } from "../context/gatherer.ts";

/** Shorter ones are no keys. [characters] */
export const SHORTEST_KEY = 8;

/**
 * The body of an answer, byte by byte as it came, unless there are secrets in it: then its texts
 * are redacted, and it stays JSON if it was. The key is taken out whatever it looks like,
 * unless it has fewer than eight characters.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../src/secret.ts";
 * import { redactBody } from "./redact_body.ts";
 *
 * const redactor = { redact: (text: string) => text.replaceAll("ada@x.org", "[EMAIL#1]") };
 * const redact = (body: string) => redactBody(body, redactor, new Secret("sk-0123456789"));
 * assert.equal(redact('{ "text": "hello" }'), '{ "text": "hello" }');
 * assert.equal(redact('{ "text": "ask ada@x.org" }'), '{"text":"ask [EMAIL#1]"}');
 * ```
 */
export function redactBody(body: string, redactor: Redactor, key: Secret): string {
  // "none" for a model without a key is a word of every language, and no secret.
  const secret = key.reveal();
  const text = secret.length < SHORTEST_KEY ? body : body.replaceAll(secret, "[API_KEY]");
  let changed = false;
  const redact = (_name: string, value: unknown): unknown => {
    if (typeof value !== "string") return value;
    const redacted = redactor.redact(value);
    changed ||= redacted !== value;
    return redacted;
  };
  try {
    const redacted = JSON.parse(text, redact);
    return changed ? JSON.stringify(redacted) : text;
  } catch {
    return redactor.redact(text);
  }
}
