/// <reference lib="dom" />
/**
 * A document for Plot where no browser has one.
 *
 * @module
 */

/**
 * Makes an empty document. The DOM is loaded when it is first needed: importing Wattbook stays
 * cheap.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { emptyDocument } from "./document.ts";
 *
 * const document = await emptyDocument();
 * assert(document.createElement("svg").tagName.toLowerCase() === "svg");
 * ```
 */
export async function emptyDocument(): Promise<Document> {
  const { parseHTML } = await import("linkedom");
  return parseHTML("<!doctype html><html><body></body></html>").document as unknown as Document;
}
