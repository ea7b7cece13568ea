/**
 * Whether the course of the load, which only power samples know, agrees with the counters' days.
 *
 * @module
 */

import type { Period } from "../time.ts";
import type { Band } from "./accuracy/estimate.ts";
import type { PowerTable } from "./power.ts";

/** A load curve disagrees with a day if its energy is outside the day's band by more than both. */
const OFF = { share: 0.25, kwh: 1 } as const;

/** So many days, and more than this share, must disagree: a single one may have a fault. */
const LEAST_DAYS = 2, SHARE = 0.2;

/** What the notice says. */
export const TOO_RARE = "the samples are too rare to show the load over the day";

/**
 * Tells a person that samples are too rare for the course of the load.
 *
 * @param consumption The consumption of each day of the table; `null` where it is not known. [kWh]
 * @returns No notice, or one.
 */
export function loadNotice(
  { days, time, step, load_w }: Pick<PowerTable, "days" | "time" | "step" | "load_w">,
  consumption: readonly (Band | null)[],
): string[] {
  let known = 0, off = 0, slot = 0;
  for (const [d, day] of days.entries()) {
    const first = slot;
    while (slot < time.length && time[slot]! < day.end) slot++;
    const kwh = energyOf(load_w.subarray(first, slot), step, day), band = consumption[d];
    if (!band || kwh === null) continue;
    known++;
    const outside = Math.max(band.low - kwh, kwh - band.high);
    if (outside > Math.max(OFF.kwh, OFF.share * (band.low + band.high) / 2)) off++;
  }
  if (off < LEAST_DAYS || off <= SHARE * known) return [];
  return [
    `On ${off} of ${known} days the load by power differs from the consumption by more than a ` +
    `quarter: ${TOO_RARE}. Daily energies come from the counters`,
  ];
}

/** The energy of a day's slots; `null` unless all are known. [kWh] */
function energyOf(watts: Float64Array, step: number, { start, end }: Period): number | null {
  let sum = 0;
  // The last slot of a day may be shorter.
  for (let i = 0; i < watts.length; i++) {
    const length = Math.min(step, end - start - i * step);
    sum += watts[i]! * length / 3_600_000_000;
  }
  return watts.length === 0 || Number.isNaN(sum) ? null : sum;
}
