/**
 * Data in a few words.
 *
 * @module
 */

import { cutText } from "../text/cut_text.ts";

const MOST_ENTRIES = 3, MOST_FIELDS = 8, MOST_LINES = 2, DEEPEST = 5;
/** Of data that hold nothing to tell. */
export const NOTHING = "none";
const LINE = { characters: 130 };

/**
 * What a gatherer found as a short text for people: of a log its last lines, of a series its labels
 * and its value, of an object with lists its first list with something in it, of a list its first
 * entries.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { briefly } from "./briefly.ts";
 *
 * const events = [{ reason: "BackOff", count: 7 }, { reason: "Failed", count: 2 }];
 * assert.equal(briefly({ total: 2, events }), "reason BackOff, count 7; reason Failed, count 2");
 * const series = [{ labels: { pod: "api" }, value: 0.97 }];
 * assert.equal(briefly({ total: 1, series }), "api 0.97");
 * assert.equal(briefly({ pod: "api", log: "starting\nout of memory\nbye" }), "out of memory | bye");
 * ```
 */
export function briefly(data: unknown): string {
  return told(data, 0) || NOTHING;
}

/** The text, empty if there is nothing to tell. */
function told(data: unknown, depth: number): string {
  if (typeof data === "string") return lastLines(data);
  if (typeof data !== "object" || data === null) return data == null ? "" : String(data);
  if (depth > DEEPEST) return "…";
  return Array.isArray(data) ? listed(data, depth) : described(Object.entries(data), depth);
}

function lastLines(text: string): string {
  return text.trim().split("\n").slice(-MOST_LINES).map((line) => cutText(line, LINE)).join(" | ");
}

function listed(entries: readonly unknown[], depth: number): string {
  const shown = entries.slice(0, MOST_ENTRIES).map((one) => told(one, depth + 1))
    .filter((text) => text !== "");
  const more = entries.length - MOST_ENTRIES;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join("; ");
}

function described(fields: readonly (readonly [string, unknown])[], depth: number): string {
  const { log, labels, value, values } = Object.fromEntries(fields);
  if (typeof log === "string") return lastLines(log);
  if (typeof labels === "object" && labels !== null) {
    const ends = Array.isArray(values)
      ? [values[0], values.at(-1)].map(String).join(" to ")
      : value;
    return [...Object.values(labels), ends].join(" ");
  }
  const lists = depth === 0 ? fields.map(([, one]) => one).filter(Array.isArray) : [];
  // Lists of texts are remarks about the others.
  const [first] = lists.toSorted((a, b) => Number(isOfTexts(a)) - Number(isOfTexts(b)))
    .map((list) => told(list, depth)).filter((text) => text !== "");
  if (lists.length > 0) return first ?? "";
  return fields.map(([name, one]) => [name, one === false ? "" : told(one, depth + 1)])
    .filter(([, text]) => text !== "").slice(0, MOST_FIELDS)
    .map(([name, text]) => `${name} ${text}`).join(", ");
}

function isOfTexts(list: readonly unknown[]): boolean {
  return typeof list[0] === "string";
}
