/**
 * JSON that a stranger wrote.
 *
 * @module
 */

/**
 * The JSON of a text, or `undefined` if it is none.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { parsedJson } from "./parsed_json.ts";
 *
 * assert.deepEqual(parsedJson("[1]"), [1]);
 * assert.equal(parsedJson("Sure!"), undefined);
 * ```
 */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
