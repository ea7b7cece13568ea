/**
 * Whether the inverter's day begins when the house's does.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { HOUR, MINUTE, type Period } from "../time.ts";

/** A clock that is off. */
export interface ClockOffset {
  /** How much later than local midnight the day counter is reset; negative if earlier. [ms] */
  readonly offset: number;
  /** Time of the first such reset. [ms] */
  readonly since: number;
  /** Reading before that reset. [kWh] */
  readonly before: number;
}

/** A reset counts as seen if the samples on its two sides are at most this far apart. [ms] */
const SEEN = 30 * MINUTE;
/** An inverter is slow now and then; only this often is it its clock. */
const OFTEN = 3;

/**
 * Finds an inverter whose day counter is reset at another hour than local midnight, day after day:
 * one that knows no daylight saving resets at 23:00 or 01:00, one on UTC at 01:00 or 02:00. Only an
 * inverter that is awake at that hour can show it.
 *
 * @param days Local days, ascending.
 * @param today Day counter, without absent values. [kWh]
 * @returns The offset that most resets agree on; `null` if they come at midnight or are not seen.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { localDays } from "../time.ts";
 * import { inverterClock } from "./inverter_clock.ts";
 *
 * const days = localDays("2025-06-01", "2025-06-02", "UTC");
 * assert(inverterClock(days, { time: new Float64Array(), value: new Float64Array() }) === null);
 * ```
 */
export function inverterClock(days: readonly Period[], today: Samples): ClockOffset | null {
  const { time, value } = today;
  const seen: ClockOffset[] = [];
  let day = 0;
  for (let i = 1; i < time.length; i++) {
    if (value[i]! > value[i - 1]! / 2 || value[i - 1]! <= 0) continue;
    if (time[i]! - time[i - 1]! > SEEN) continue;
    while (day < days.length && days[day]!.end <= time[i]!) day++;
    if (day === days.length) break;
    const late = time[i]! - days[day]!.start, early = time[i]! - days[day]!.end;
    seen.push({
      offset: -early < late ? early : late,
      since: time[i]!,
      before: value[i - 1]!,
    });
  }
  // A clock is off by hours or half hours; the scrape after the reset comes a little later.
  const hour = (one: ClockOffset) => Math.round(one.offset / (HOUR / 2));
  const alike = seen.map((one) => seen.filter((other) => hour(other) === hour(one)))
    .reduce((most, group) => group.length > most.length ? group : most, []);
  if (alike.length < OFTEN || alike.length <= seen.length / 2 || hour(alike[0]!) === 0) return null;
  return { ...alike[0]!, offset: hour(alike[0]!) * HOUR / 2 };
}
