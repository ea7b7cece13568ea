/**
 * The inverter's two counters against each other, a day at a time.
 *
 * @module
 */

import type { Flag } from "../catalogue.ts";

/** One day of the inverter's counters, as the server knows it. NaN where it does not. [kWh] */
export interface CounterDay {
  /** The greatest reading of the day counter. */
  readonly counter: number;
  /** The lifetime counter at the end of the day. */
  readonly lifetime: number;
  /** The lifetime counter at midnight: lifetime − day counter. */
  readonly opening: number;
}

/** The yield of one day. */
export interface CheckedYield {
  /** `null` if no counter knows it. [kWh] */
  readonly kwh: number | null;
  /** Which counter knows it. */
  readonly method: "day_counter" | "lifetime_counter" | "unknown";
  /** What a reader should know. */
  readonly flags: readonly Flag[];
}

/** Options of {@linkcode checkYields}. */
export interface CheckYieldsOptions {
  /** More than this is no yield of a day. [kWh] */
  readonly most: number;
  /**
   * How many inverters the counters are the sum of; each shows its own last digit.
   *
   * @default {1}
   */
  readonly inverters?: number;
}

/**
 * Yield per day: the greatest reading of the day counter, unless the lifetime counter says
 * otherwise. It knows when the day counter showed the day before all morning (a late reset), when
 * it started anew in the middle of the day, and what was generated in an evening on which nobody
 * listened any more. A day without a sample has no yield, unless the lifetime counter stood still.
 *
 * @param days Ascending, without gap, with the days before and after those of interest.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { checkYields } from "./check_yields.ts";
 *
 * // On the second day the counter still showed the 36 kWh of the first one until it was reset.
 * const days = [
 *   { counter: 36.2, lifetime: 1036.2, opening: 1000 },
 *   { counter: 36.2, lifetime: 1048.5, opening: 1036.2 },
 *   { counter: 5, lifetime: 1053.5, opening: 1048.5 },
 * ];
 * const [, second] = checkYields(days, { most: 100 });
 * assert(Math.abs(second!.kwh! - 12.3) < 1e-9 && second!.flags.includes("late_reset"));
 * ```
 */
export function checkYields(
  days: readonly CounterDay[],
  { most, inverters = 1 }: CheckYieldsOptions,
): CheckedYield[] {
  const steps = stepOf(days.map(({ counter }) => counter)) +
    stepOf(days.map(({ lifetime }) => lifetime));
  const tolerance = inverters * steps + NOISE;
  if (days.every(({ counter }) => Number.isNaN(counter))) return byLifetime(days, most);
  const isHeard = days.map(({ counter }) => !Number.isNaN(counter));
  return days.map((day, d) => {
    const until = days[isHeard.slice(0, d + 1).lastIndexOf(true)];
    const after = isHeard.indexOf(true, d + 1);
    // What the lifetime counter gained before the next midnight at which it is known.
    const gained = (days[after]?.opening ?? NaN) - (until?.lifetime ?? NaN);
    const stoodStill = Math.abs(gained) <= tolerance;
    if (!isHeard[d]) {
      return stoodStill ? { kwh: 0, method: "lifetime_counter", flags: [] } : UNKNOWN;
    }
    const own = ownYield(day, days[d - 1], { tolerance, most });
    if (stoodStill) return own;
    if (after === d + 1 && gained > tolerance && own.kwh! + gained <= most) {
      // It flowed until midnight only if the day counter was reset then, which nobody looked at.
      const flags: Flag[] = [...own.flags, "yield_recovered", "unchecked"];
      return { kwh: own.kwh! + gained, method: "lifetime_counter", flags };
    }
    return { ...own, flags: [...own.flags, "unchecked"] };
  });
}

/** Of binary fractions. [kWh] */
const NOISE = 1e-6;
const UNKNOWN: CheckedYield = { kwh: null, method: "unknown", flags: [] };

/** What was generated until the inverter was last heard on the day. */
function ownYield(
  { counter, lifetime, opening }: CounterDay,
  yesterday: CounterDay | undefined,
  { tolerance, most }: { tolerance: number; most: number },
): CheckedYield {
  // Where the day counter showed the day before nearly all day, the opening is that day's.
  const isStale = yesterday !== undefined && opening < yesterday.lifetime - tolerance;
  const counted = lifetime - (isStale ? yesterday.lifetime : opening);
  const difference = counted - counter;
  const byCounter = { kwh: counter, method: "day_counter" as const };
  if (Number.isNaN(difference) || Math.abs(difference) <= tolerance) {
    return { ...byCounter, flags: [] };
  }
  if (counted < -tolerance || counted > most) return { ...byCounter, flags: ["yield_mismatch"] };
  return {
    kwh: Math.max(0, counted),
    method: "lifetime_counter",
    flags: [difference < 0 ? "late_reset" : "counter_reset"],
  };
}

/** Without a day counter: from one evening to the next. What an evening misses, nobody knows. */
function byLifetime(days: readonly CounterDay[], most: number): CheckedYield[] {
  return days.map(({ lifetime }, d) => {
    const kwh = lifetime - (days[d - 1]?.lifetime ?? NaN);
    if (Number.isNaN(kwh)) return UNKNOWN;
    const isPossible = kwh >= 0 && kwh <= most;
    return isPossible
      ? { kwh, method: "lifetime_counter", flags: ["unchecked"] }
      : { kwh: null, method: "unknown", flags: ["yield_mismatch"] };
  });
}

/** The last digit that a counter shows, by all its readings; at least one watt-hour. [kWh] */
function stepOf(readings: readonly number[]): number {
  const known = readings.filter((one) => !Number.isNaN(one));
  const isWhole = (one: number) => Math.abs(one - Math.round(one)) < 1e-5;
  return [1, 0.1, 0.01].find((step) => known.every((one) => isWhole(one / step))) ?? 0.001;
}
