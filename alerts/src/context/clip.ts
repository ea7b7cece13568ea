/**
 * Long texts of others, made short.
 *
 * @module
 */

import { cutText } from "../text/cut_text.ts";
import type { Redactor } from "./gatherer.ts";

/**
 * The start of a text, redacted before it is cut: half a secret is recognised by no rule.
 *
 * @param limit Longest result. [characters]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { clip } from "./clip.ts";
 *
 * const redactor = { redact: (text: string) => text.replaceAll("hunter2", "[KEY#1]") };
 * assert.equal(clip("key hunter2 is wrong", redactor, 11), "key [KEY#1…");
 * ```
 */
export function clip(text: string, redactor: Redactor, limit: number): string {
  return cutText(redactor.redact(text), { characters: limit });
}
