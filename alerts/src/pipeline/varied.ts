/** Waits vary by so much, so that not all alerts of a storm come back at the same moment. */
const JITTER = 0.2;

/**
 * A wait, a little shorter or longer.
 *
 * @param wait [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { varied } from "./varied.ts";
 *
 * assert.equal(varied(10_000, () => 0), 8_000);
 * assert.equal(varied(10_000, () => 0.5), 10_000);
 * ```
 */
export function varied(wait: number, random: () => number = Math.random): number {
  return Math.round(wait * (1 - JITTER + 2 * JITTER * random()));
}
