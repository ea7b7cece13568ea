import type { JsonValue } from "../../src/redact/redact_value.ts";

const JSON_MARK = "$json";
const LINES_MARK = "$lines";

/**
 * Makes a text easier to read: JSON in strings becomes JSON, and a text of several lines becomes a
 * list. If {@linkcode fromLegible} would not restore the same bytes, the text stays as it is.
 */
export function legible(text: string): unknown {
  try {
    if (structureOf(text) === undefined) return text;
    const unfolded = JSON.parse(text, unfold);
    return fromLegible(unfolded) === text ? unfolded : text;
  } catch (error) {
    // JSON may be nested deeper than the stack allows.
    if (error instanceof RangeError) return text;
    throw error;
  }
}

/** Restores the text that {@linkcode legible} changed. */
export function fromLegible(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, fold);
}

function unfold(_key: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  const structure = structureOf(value);
  if (structure !== undefined && JSON.stringify(structure) === value) {
    return { [JSON_MARK]: JSON.parse(value, unfold) };
  }
  return value.includes("\n") ? { [LINES_MARK]: value.split("\n") } : value;
}

function fold(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const [[mark, inside] = [], another] = Object.entries(value);
  if (another) return value;
  if (mark === JSON_MARK) return JSON.stringify(inside, fold);
  return mark === LINES_MARK && Array.isArray(inside) ? inside.join("\n") : value;
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
