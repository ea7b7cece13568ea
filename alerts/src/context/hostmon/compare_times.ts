/**
 * Orders instants as texts of the same form, the earliest first; a missing one is the earliest.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { compareTimes } from "./compare_times.ts";
 *
 * const times = ["2026-11-21T02:27:00Z", undefined, "2026-11-20T02:27:00Z"];
 * assert.deepEqual(times.map((time) => time ?? "").toSorted(compareTimes)[0], "");
 * assert(compareTimes(times[0], times[2]) > 0);
 * ```
 */
export function compareTimes(a = "", b = ""): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
