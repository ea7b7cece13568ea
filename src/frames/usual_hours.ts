/**
 * Daylight by experience.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import type { Period, TimeRange } from "../time.ts";

/** Options of {@linkcode usualHours}. */
export interface UsualHoursOptions {
  /**
   * How many days before and after a day are its neighbours.
   *
   * @default {7}
   */
  readonly neighbours?: number;
}

/**
 * Daylight by experience, for a house without coordinates: on each day, from the earliest first to
 * the latest last time at which the inverter generated on that day or on its neighbours.
 *
 * @param days Local days, ascending.
 * @param generation Generation power; more than 0 proves daylight. [W]
 * @returns At most one stretch [start, end) per day; none where no neighbour generated. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { localDays } from "../time.ts";
 * import { usualHours } from "./usual_hours.ts";
 *
 * const days = localDays("2025-06-01", "2025-06-02", "UTC");
 * const noon = days[0]!.start + 12 * 3_600_000;
 * const generation = { time: Float64Array.of(noon, noon + 1000), value: Float64Array.of(5, 5) };
 * const hours = usualHours(days, generation);
 * assert(hours.length === 2 && hours[1]!.start === noon + 86_400_000);
 * ```
 */
export function usualHours(
  days: readonly Period[],
  generation: Samples,
  options: UsualHoursOptions = {},
): TimeRange[] {
  const { neighbours = 7 } = options;
  // Days are compared by solar time: 24 h steps in UTC, so that a clock change does not move them.
  const anchor = (index: number) => Date.parse(`${days[index]!.label}T00:00:00Z`);
  const first = new Float64Array(days.length).fill(Infinity);
  const last = new Float64Array(days.length).fill(-Infinity);
  let day = 0;
  for (let i = 0; i < generation.time.length; i++) {
    if (!(generation.value[i]! > 0)) continue;
    const at = generation.time[i]!;
    while (day < days.length && days[day]!.end <= at) day++;
    if (day === days.length) break;
    if (at < days[day]!.start) continue;
    first[day] = Math.min(first[day]!, at - anchor(day));
    last[day] = Math.max(last[day]!, at - anchor(day));
  }
  const hours: TimeRange[] = [];
  for (let d = 0; d < days.length; d++) {
    const from = Math.max(0, d - neighbours), to = d + neighbours + 1;
    const start = anchor(d) + Math.min(...first.subarray(from, to));
    const end = anchor(d) + Math.max(...last.subarray(from, to));
    if (end > start) {
      hours.push({ start: Math.max(start, days[d]!.start), end: Math.min(end, days[d]!.end) });
    }
  }
  return hours;
}
