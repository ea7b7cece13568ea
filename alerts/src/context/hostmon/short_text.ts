import { clip } from "../clip.ts";
import type { Redactor } from "../gatherer.ts";

/**
 * The start of a text that may be missing, redacted before it is cut.
 *
 * @param limit Longest result. [characters] @default {200}
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { shortText } from "./short_text.ts";
 *
 * const redactor = { redact: (text: string) => text };
 * assert.equal(shortText("a long text", redactor, 5), "a lo…");
 * assert.equal(shortText(undefined, redactor), undefined);
 * ```
 */
export function shortText(
  text: string | undefined,
  redactor: Redactor,
  limit = 200,
): string | undefined {
  return text === undefined ? undefined : clip(text, redactor, limit);
}
