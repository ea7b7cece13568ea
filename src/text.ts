/**
 * How numbers, counts and times are written as text, and how text is broken into lines.
 *
 * @module
 */

import { HOUR, MINUTE, SECOND } from "./time.ts";

/** Writes a number with fixed decimals, never as `-0.000`. */
export function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 && text.startsWith("-") ? text.slice(1) : text;
}

/** A number of things: `1 day`, `2 days`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

const UNITS: readonly [name: string, length: number, least: number][] = [
  ["s", SECOND, 2],
  ["min", MINUTE, 2],
  ["h", HOUR, 2],
  ["days", 24 * HOUR, 3],
];

/**
 * A length of time in one unit: `34 s`, `90 min`, `50 h`, `3 days`.
 *
 * @param span Length. [ms]
 */
export function formatSpan(span: number): string {
  // A larger unit is used only from two or three of it on, so rounding loses little.
  const [name, length] = UNITS.findLast(([, length, least]) => span >= least * length) ??
    UNITS[0]!;
  return `${Math.round(span / length)} ${name}`;
}

/**
 * Breaks a text between words, and at its line breaks.
 *
 * @param width Largest width of a line; a longer word gets a line of its own.
 * @param measure Width of a text. Default: the number of its characters.
 * @returns Lines, without line breaks.
 */
export function wrap(
  text: string,
  width: number,
  measure: (text: string) => number = ({ length }) => length,
): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(" ")) {
      if (line.trim() && measure(`${line} ${word}`) > width) {
        lines.push(line);
        line = word;
      } else line = line ? `${line} ${word}` : word;
    }
    lines.push(line);
  }
  return lines;
}

/**
 * A text from outside as it may be shown on a terminal: control characters, which could move the
 * cursor, and characters that change the direction of reading become visible, and what is too long is
 * cut.
 *
 * @param most Most characters.
 */
export function shown(text: string, most: number): string {
  const visible = text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu,
    (one) => `\\u{${one.codePointAt(0)!.toString(16)}}`,
  );
  const letters = [...visible];
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : visible;
}

/** Rows of cells as CSV after RFC 4180: comma, CRLF, quotes where needed. */
export function csvText(rows: Iterable<readonly string[]>): string {
  let text = "";
  for (const cells of rows) text += `${cells.map(quoted).join(",")}\r\n`;
  return text;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
