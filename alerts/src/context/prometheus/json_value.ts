/**
 * Values of samples in JSON.
 *
 * @module
 */

/** A value; `null` for none, a text for what is not finite. */
export type JsonValue = number | "+Inf" | "-Inf" | null;

/** Digits of a value: enough to tell, and few to read. */
const DIGITS = 6;

/**
 * A value as JSON, to six digits.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { jsonValue } from "./json_value.ts";
 *
 * assert.deepEqual([1 / 3, NaN, -Infinity].map(jsonValue), [0.333333, null, "-Inf"]);
 * ```
 */
export function jsonValue(value: number): JsonValue {
  if (Number.isNaN(value)) return null;
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  return Number(value.toPrecision(DIGITS));
}
