/**
 * What a picture of days shades and marks: nights, gaps, sunrise and sunset.
 *
 * @module
 */

import type { PowerTable } from "../energy/power.ts";
import { HOUR, offsetAt, type TimeRange } from "../time.ts";

/** A gap in the samples, with its device and cause. */
export interface Outage extends TimeRange {
  /** Device and class of the gap. */
  readonly label: string;
  /** Evidence of the class. */
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
 * Gaps in the samples of meter and inverter, without nights.
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

/** A sunrise or a sunset by the clock on the wall. */
export interface SunPoint {
  /** Number of the day, at its middle; a stretch reaches from the start of its first to the end of its last. */
  readonly day: number;
  /** [h] */
  readonly hour: number;
  /** Number of the stretch; a line breaks where the clock is changed. */
  readonly stretch: number;
}

/**
 * Sunrises and sunsets by the clock on the wall.
 *
 * @returns The line of the sunrises and that of the sunsets.
 */
export function sunLines(
  { days, daylight, zone }: Pick<PowerTable, "days" | "daylight" | "zone">,
): SunPoint[][] {
  return (["start", "end"] as const).map((border) => {
    const line: SunPoint[] = [];
    let day = 0, stretch = 0, last = NaN;
    for (const { [border]: instant } of daylight) {
      while (day + 1 < days.length && days[day]!.end <= instant) day++;
      const { label, start, end } = days[day]!;
      // The first and last midnight may cut the daylight; that is no sunrise or sunset.
      if (instant <= start || instant >= end) continue;
      const offset = offsetAt(instant, zone);
      const hour = (instant + offset - Date.parse(`${label}T00:00:00Z`)) / HOUR;
      if (offset !== last) {
        endStretch(line);
        line.push({ day, hour, stretch: ++stretch });
      }
      last = offset;
      line.push({ day: day + 0.5, hour, stretch });
    }
    endStretch(line);
    return line;
  });
}

/** The last point once more at the end of its day: the line of a single day is as long as the day. */
function endStretch(line: SunPoint[]): void {
  const end = line.at(-1);
  if (end) line.push({ ...end, day: end.day + 0.5 });
}
