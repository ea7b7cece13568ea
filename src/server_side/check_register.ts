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

/** The energy of one day. */
export interface CheckedEnergy {
  /** `null` if it is not known. [kWh] */
  readonly kwh: number | null;
  /** What a reader should know. */
  readonly flags: readonly Flag[];
}

/** Options of {@linkcode checkRegister}. */
export interface CheckRegisterOptions {
  /** More than this is no energy of a day. [kWh] */
  readonly most: number;
}

/** What lies between the samples next to two midnights, and what `increase()` makes of it. [kWh] */
const tolerance = (increase: number) => 0.05 + 0.01 * increase;

/**
 * Checks what `increase()` says of each day against the readings at the ends of the days. It sees
 * the samples of one day only, each pod's by themselves: what was counted between two days is
 * missing; an overlap of pods counts twice; and at a fall that is none, such as a row that comes
 * late, it adds the whole register. Where it says more than the readings, these count.
 *
 * @param days Ascending, without gap, with the days before and after those of interest.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { checkRegister } from "./check_register.ts";
 *
 * const day = (increase: number, reading: number) => ({ increase, reading, isCovered: true });
 * // On the second day the register seemed to fall to zero for a moment.
 * const days = [day(5, 15_000), day(15_009, 15_006), day(7, 15_013)];
 * const [, fallen] = checkRegister(days, { most: 1000 });
 * assert(fallen?.kwh === 6 && fallen.flags[0] === "register_mismatch");
 * ```
 */
export function checkRegister(
  days: readonly RegisterDay[],
  { most }: CheckRegisterOptions,
): CheckedEnergy[] {
  const read = days.map(({ reading }, d) => reading - (days[d - 1]?.reading ?? NaN));
  // What the readings know and the increase of the day does not.
  const surplus = days.map(({ increase }, d) => read[d]! - increase);
  const exceeds = (d: number) => surplus[d]! > tolerance(days[d]!.increase);
  return days.map(({ increase, isCovered }, d) => {
    if (Number.isNaN(increase)) return { kwh: null, flags: [] };
    const possible = (kwh: number) => kwh >= 0 && kwh <= most ? kwh : null;
    if (surplus[d]! < -tolerance(increase)) {
      return read[d]! < 0
        ? { kwh: possible(increase), flags: ["counter_reset", "unchecked"] }
        : { kwh: possible(read[d]!), flags: ["register_mismatch"] };
    }
    const kwh = possible(increase);
    if (exceeds(d) || d + 1 < days.length && exceeds(d + 1)) {
      return { kwh, flags: ["register_partial"] };
    }
    // A gap may lie at a midnight. VictoriaMetrics adds what was counted in it to the later day, as
    // the readings do.
    return { kwh, flags: isCovered && !Number.isNaN(surplus[d]!) ? [] : ["unchecked"] };
  });
}
