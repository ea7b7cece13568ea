import type { Flag } from "../catalogue.ts";

/** One day of a register, as the server knows it. NaN where it does not. */
export interface RegisterDay {
  /** What `increase()` says. [kWh] */
  readonly increase: number;
  /** The register at the end of the day. [kWh] */
  readonly reading: number;
  /** Whether there is grid power all day. */
  readonly isCovered: boolean;
}

/** What lies between the samples next to two midnights, and what `increase()` makes of it. */
const tolerance = (increase: number) => 0.05 + 0.01 * increase;

/**
 * Checks what `increase()` says of each day against the readings at the ends of the days. It sees
 * the samples of one day only, each pod's by themselves: what was counted between two days is
 * missing, a fall or an overlap of pods is too much.
 *
 * @param days Ascending, without gap, with the days before and after those of interest.
 * @returns Flags per day.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { checkRegister } from "./check_register.ts";
 *
 * const day = (increase: number, reading: number) => ({ increase, reading, isCovered: true });
 * // Three kilowatt-hours were counted while nobody listened around the first midnight.
 * assert.deepEqual(checkRegister([day(5, 100), day(6, 109), day(7, 116)]), [
 *   ["register_partial"], ["register_partial"], [],
 * ]);
 * ```
 */
export function checkRegister(days: readonly RegisterDay[]): Flag[][] {
  // What the readings know and the increase of the day does not.
  const surplus = days.map(({ increase, reading }, d) =>
    reading - (days[d - 1]?.reading ?? NaN) - increase
  );
  return days.map(({ increase, isCovered }, d) => {
    const own = surplus[d]!, next = surplus[d + 1] ?? NaN;
    if (Number.isNaN(increase)) return [];
    if (own < -tolerance(increase)) return ["register_mismatch"];
    const isPartial = own > tolerance(increase) || next > tolerance(days[d + 1]?.increase ?? NaN);
    if (isPartial) return ["register_partial"];
    // A gap may lie at a midnight. VictoriaMetrics adds what was counted in it to the later day, as
    // the readings do.
    return isCovered && !Number.isNaN(own) ? [] : ["unchecked"];
  });
}
