/**
 * Data in a few words.
 *
 * @module
 */

const MOST_ENTRIES = 4, MOST_LINES = 2, DEEPEST = 4;

/**
 * Any JSON as a short text for people: the first few entries of lists and objects, the last lines of
 * texts.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { briefly } from "./briefly.ts";
 *
 * assert.equal(
 *   briefly([{ reason: "BackOff", count: 7 }, { reason: "Failed", count: 2 }]),
 *   "reason BackOff, count 7; reason Failed, count 2",
 * );
 * assert.equal(briefly([1, 2, 3, 4, 5, 6]), "1; 2; 3; 4; 2 more");
 * ```
 */
export function briefly(data: unknown): string {
  return told(data, 0);
}

function told(data: unknown, depth: number): string {
  if (typeof data === "string") return data.trimEnd().split("\n").slice(-MOST_LINES).join(" | ");
  if (typeof data !== "object" || data === null) return String(data);
  if (depth >= DEEPEST) return "…";
  if (Array.isArray(data)) {
    if (data.length === 0) return "none";
    const entries = data.slice(0, MOST_ENTRIES).map((one) => told(one, depth + 1));
    const more = data.length - entries.length;
    return [...entries, ...(more > 0 ? [`${more} more`] : [])].join("; ");
  }
  const entries = Object.entries(data);
  const shown = entries.filter(([, value]) => value !== null && value !== "")
    .slice(0, 2 * MOST_ENTRIES)
    .map(([name, value]) => `${name} ${told(value, depth + 1)}`);
  return shown.length === 0 ? "none" : shown.join(", ");
}
