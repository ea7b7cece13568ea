import type { JsonValue } from "../../src/redact/redact_value.ts";

/** Marks a text that was JSON. */
const JSON_MARK = "$json";
/** Marks a text of several lines. */
const LINES_MARK = "$lines";

/**
 * Makes a text easier to read: JSON in strings becomes JSON, and a text of several lines becomes a
 * list. If {@linkcode fromLegible} would not restore the same bytes, the text stays as it is.
 */
export function legible(text: string): unknown {
  try {
    const parsed = structureOf(text);
    if (parsed === undefined) return text;
    const unfolded = unfold(parsed);
    return fromLegible(unfolded) === text ? unfolded : text;
  } catch (error) {
    // JSON may be nested deeper than the stack allows.
    if (error instanceof RangeError) return text;
    throw error;
  }
}

/** Restores the text that {@linkcode legible} changed. */
export function fromLegible(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(fold(value));
}

function unfold(value: unknown): unknown {
  if (typeof value === "string") {
    const parsed = structureOf(value);
    if (parsed !== undefined && JSON.stringify(parsed) === value) {
      return { [JSON_MARK]: unfold(parsed) };
    }
    return value.includes("\n") ? { [LINES_MARK]: value.split("\n") } : value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(unfold);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unfold(one)]));
}

function fold(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(fold);
  const entries = Object.entries(value);
  const [[mark, inside] = []] = entries;
  if (entries.length === 1) {
    if (mark === JSON_MARK) return JSON.stringify(fold(inside));
    if (mark === LINES_MARK && Array.isArray(inside)) return inside.join("\n");
  }
  return Object.fromEntries(entries.map(([key, one]) => [key, fold(one)]));
}

/** The object or list in a text, if it holds one. */
export function structureOf(text: string): (JsonValue & object) | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
