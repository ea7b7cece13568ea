/**
 * A body as text.
 *
 * @module
 */

/**
 * Reads a body to its end. The transport bounds its size.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readText } from "./read_text.ts";
 *
 * const text = await readText(new Blob(["[1]"]).stream());
 * assert(text === "[1]");
 * ```
 */
export async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
