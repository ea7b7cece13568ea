/**
 * Sunrise and sunset over the days.
 *
 * @module
 */

import type { PowerTable } from "../energy/power.ts";
import { HOUR, offsetAt } from "../time.ts";

/** A sunrise or a sunset by the clock on the wall. */
export interface SunPoint {
  /** Number of the day, at its middle. */
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
      // Daylight that is cut by the first or the last midnight has no sunrise or sunset there.
      if (instant <= start || instant >= end) continue;
      const offset = offsetAt(instant, zone);
      if (offset !== last) stretch++;
      last = offset;
      const hour = (instant + offset - Date.parse(`${label}T00:00:00Z`)) / HOUR;
      line.push({ day: day + 0.5, hour, stretch });
    }
    return line;
  });
}
