/// <reference lib="dom" />
/**
 * Elements of a picture.
 *
 * @module
 */

const SVG = "http://www.w3.org/2000/svg";

/** Attributes of an element; those that are `undefined` are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/**
 * Makes an element of a picture.
 *
 * @param content Text or elements inside.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { emptyDocument } from "./document.ts";
 * import { svgElement } from "./svg_element.ts";
 *
 * const text = svgElement(await emptyDocument(), "text", { x: 5 }, ["8 kWh"]);
 * assert(text.outerHTML === '<text x="5">8 kWh</text>');
 * ```
 */
export function svgElement<Name extends keyof SVGElementTagNameMap>(
  document: Document,
  name: Name,
  attributes: Attributes = {},
  content: readonly (string | Node)[] = [],
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(SVG, name) as SVGElementTagNameMap[Name];
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(key, String(value));
  }
  for (const part of content) {
    element.appendChild(typeof part === "string" ? document.createTextNode(part) : part);
  }
  return element;
}
