/// <reference lib="dom" />
/**
 * A document for Plot where no browser has one.
 *
 * @module
 */

const EMPTY = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/**
 * Makes an empty document of XML, so that the text of a picture is well-formed wherever it is put:
 * HTML would leave an ampersand in an attribute as it is. The DOM is loaded when it is first needed: importing Wattbook stays
 * cheap.
 */
export async function emptyDocument(): Promise<Document> {
  const { DOMParser } = await import("linkedom");
  return new DOMParser().parseFromString(EMPTY, "image/svg+xml") as unknown as Document;
}
