/**
 * Stretches of a day that a picture shades.
 *
 * @module
 */

import type { PowerTable } from "../energy/power.ts";
import type { TimeRange } from "../time.ts";

/** A gap in the samples, named by what is missing and why. */
export interface Outage extends TimeRange {
  /** Whose samples are missing, and the class of the gap. */
  readonly label: string;
  /** What proves the class. */
  readonly evidence: string;
}

/**
 * When the sun is below the horizon.
 *
 * @returns Stretches within the day; none if the table knows of no daylight at all. [ms]
 */
export function nightsOf(
  { daylight }: Pick<PowerTable, "daylight">,
  { start, end }: TimeRange,
): TimeRange[] {
  if (daylight.length === 0) return [];
  const nights: TimeRange[] = [];
  let at = start;
  for (const light of daylight.filter((one) => one.start < end && one.end > start)) {
    if (light.start > at) nights.push({ start: at, end: light.start });
    at = Math.min(light.end, end);
  }
  if (at < end) nights.push({ start: at, end });
  return nights;
}

/**
 * Gaps in the samples of meter and inverter, but nights.
 *
 * @returns Stretches within the day. [ms]
 */
export function outagesOf(
  { gaps }: Pick<PowerTable, "gaps">,
  { start, end }: TimeRange,
): Outage[] {
  const of = (list: PowerTable["gaps"]["grid"], whose: string) =>
    list.filter((gap) => gap.class !== "night" && gap.start < end && gap.end > start).map((gap) => (
      {
        start: Math.max(gap.start, start),
        end: Math.min(gap.end, end),
        label: `${whose} without samples (${gap.class.replace("_", " ")})`,
        evidence: gap.evidence,
      }
    ));
  return [...of(gaps.grid, "grid"), ...of(gaps.generation, "inverter")];
}
