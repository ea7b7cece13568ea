/**
 * A large number, in thousands or millions.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { rounded } from "./rounded.ts";
 *
 * assert.deepEqual([812, 4096, 81_920, 1_900_000].map(rounded), ["812", "4.1 k", "82 k", "1.9 M"]);
 * ```
 */
export function rounded(value: number): string {
  const [size, unit] = value >= 1e6 ? [1e6, " M"] : value >= 1000 ? [1000, " k"] : [1, ""];
  const scaled = value / size;
  return `${unit !== "" && scaled < 10 ? scaled.toFixed(1) : Math.round(scaled)}${unit}`;
}
