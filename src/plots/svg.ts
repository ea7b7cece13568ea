/**
 * A picture as SVG: its document, its elements, and how wide a text in it is.
 *
 * @module
 */

import { wrap } from "../text.ts";

const EMPTY = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/**
 * Makes an empty XML document, in which attributes and texts are escaped; HTML would leave ampersands
 * in attributes. The DOM is loaded late, because importing Wattbook should be fast.
 */
export async function emptyDocument(): Promise<Document> {
  const { DOMParser } = await import("linkedom");
  return new DOMParser().parseFromString(EMPTY, "image/svg+xml") as unknown as Document;
}

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

/**
 * A picture: one SVG element. In the Deno kernel it displays itself as PNG, because
 * untrusted notebooks, code hosts and nbconvert do not show SVG reliably.
 */
export type Figure = SVGSVGElement;

/** A length to a hundredth of a pixel. */
export function hundredths(px: number): number {
  return Math.round(px * 100) / 100;
}

/**
 * Estimates the width of a text in a sans-serif face. Widths of single letters are those of Inter,
 * rounded up a little: too large an estimate costs a line, too small a one cuts the text.
 *
 * @param size Height of the letters. [px]
 * @returns Width. [px]
 */
export function textWidth(text: string, size: number): number {
  let ems = 0;
  for (const letter of text) ems += widthOf(letter);
  return ems * size;
}

function widthOf(letter: string): number {
  if (/[ijl.,:;|!'’·]/.test(letter)) return 0.3;
  if (/[\sfrt()[\]/-]/.test(letter)) return 0.4;
  if (/[mwMW%—]/.test(letter)) return 0.9;
  if (/[A-Z0-9–−×÷→↑↓+]/.test(letter)) return 0.65;
  return 0.57;
}

/**
 * Breaks a text into lines between words.
 *
 * @param width Room for a line. [px]
 * @param size Height of the letters. [px]
 * @returns Lines; a single word that is too wide stays whole.
 */
export function textLines(text: string, width: number, size: number): string[] {
  return wrap(text, width, (line) => textWidth(line, size));
}
