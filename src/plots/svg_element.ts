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
