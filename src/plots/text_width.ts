/**
 * How wide a text is, where no browser measures it.
 *
 * @module
 */

import { wrap } from "../text.ts";

/**
 * Estimates the width of a text in a sans-serif face. Widths of single letters are those of Inter,
 * rounded up a little: a text that is taken for too wide costs a line, one that is taken for too
 * narrow is cut.
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
