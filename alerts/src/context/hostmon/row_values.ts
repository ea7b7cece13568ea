/**
 * Values in the rows of a monitoring site.
 *
 * @module
 */

import { z } from "zod";
import { clip } from "../clip.ts";
import type { Redactor } from "../gatherer.ts";

/** A number, also one written as a text; absent otherwise. */
export const number = z.union([
  z.number(),
  z.string().regex(/^-?\d{1,15}(\.\d+)?$/).transform(Number),
]).optional().catch(undefined);

/** A text; absent if it is missing or empty. */
export const text = z.string().optional().catch(undefined)
  .transform((value) => value === "" ? undefined : value);

/** Yes or no; absent if it is neither. */
export const flag = z.union([
  z.boolean(),
  z.number().transform((value) => value !== 0),
  z.enum(["yes", "no"]).transform((value) => value === "yes"),
]).optional().catch(undefined);

/** Far beyond any date of a monitoring site, and within what JavaScript knows. [s] */
const LAST_INSTANT = 8e12;

/** An instant as ISO 8601, from Unix seconds or a text; absent if it never was. */
export const instant = z.union([
  z.number().positive().max(LAST_INSTANT).transform((seconds) =>
    new Date(seconds * 1000).toISOString()
  ),
  // Others write a date without its zone: it is kept as it is.
  z.string().min(1).max(40),
]).optional().catch(undefined);

const stateName = (names: readonly string[]) => number.transform((state) => names[state ?? -1]);

/** State of a host. */
export const hostState = stateName(["UP", "DOWN", "UNREACHABLE"]);

/** State of a service. */
export const serviceState = stateName(["OK", "WARNING", "CRITICAL", "UNKNOWN"]);

/**
 * Orders instants as texts of the same form, the earliest first; a missing one is the earliest.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { compareTimes } from "./row_values.ts";
 *
 * const times = ["2026-11-21T02:27:00Z", undefined, "2026-11-20T02:27:00Z"];
 * assert.deepEqual(times.map((time) => time ?? "").toSorted(compareTimes)[0], "");
 * assert(compareTimes(times[0], times[2]) > 0);
 * ```
 */
export function compareTimes(a = "", b = ""): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The start of a text that may be missing, redacted before it is cut.
 *
 * @param limit Longest result. [characters] @default {200}
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { shortText } from "./row_values.ts";
 *
 * const redactor = { redact: (text: string) => text };
 * assert.equal(shortText("a long text", redactor, 5), "a lo…");
 * assert.equal(shortText(undefined, redactor), undefined);
 * ```
 */
export function shortText(
  text: string | undefined,
  redactor: Redactor,
  limit = 200,
): string | undefined {
  return text === undefined ? undefined : clip(text, redactor, limit);
}
