/**
 * A sample's value as servers write it.
 *
 * @module
 */

const DECIMAL = /^[-+]?\d+(\.\d+)?([eE][-+]?\d+)?$/;
const INFINITY = /^([-+]?)Inf(inity)?$/i;

/**
 * The number that a server means; `undefined` for anything that is no number.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseValue } from "./parse_value.ts";
 *
 * assert(parseValue("1.5e-7") === 1.5e-7 && parseValue("-Inf") === -Infinity);
 * assert(parseValue("") === undefined);
 * ```
 */
export function parseValue(text: string): number | undefined {
  if (DECIMAL.test(text)) return Number(text);
  if (text === "NaN") return NaN;
  const infinite = INFINITY.exec(text);
  return infinite ? (infinite[1] === "-" ? -Infinity : Infinity) : undefined;
}
