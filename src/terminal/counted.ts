/**
 * A number of things in words.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { counted } from "./counted.ts";
 *
 * assert.equal(counted(1, "day"), "1 day");
 * assert.equal(counted(365, "day"), "365 days");
 * ```
 */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
