/**
 * A long range as stretches of days that are looked at one after the other.
 *
 * @module
 */

import type { Period } from "../time.ts";

/**
 * Days in stretches of about the same length, so that none is too short to show a habit.
 *
 * @param longest Most days in a stretch.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { localDays } from "../time.ts";
 * import { stretches } from "./stretches.ts";
 *
 * const days = localDays("2025-06-01", "2025-07-02", "UTC");
 * assert([...stretches(days, 31)].map(({ length }) => length).join() === "16,16");
 * ```
 */
export function* stretches(days: readonly Period[], longest: number): Generator<Period[]> {
  const parts = Math.ceil(days.length / longest);
  for (let part = 0; part < parts; part++) {
    const at = (border: number) => Math.round(border * days.length / parts);
    yield days.slice(at(part), at(part + 1));
  }
}
