/**
 * How much of the daylight the inverter was heard.
 *
 * @module
 */

import type { Gap } from "../frames/gaps.ts";
import type { Period, TimeRange } from "../time.ts";

/** What is known of the inverter on one day. */
export interface PvCoverage {
  /** Share of the daylight that is covered; `null` without daylight. [0–1] */
  readonly coverage: number | null;
  /** The inverter fell silent before it stopped generating. */
  readonly missesEnd: boolean;
}

/**
 * Coverage of the daylight by an inverter's samples. Nights are no gaps, and neither is the time
 * after sunrise and before sunset in which the inverter sleeps by itself.
 *
 * @param days Local days, ascending.
 * @param gaps Classified gaps in the generation power, ascending.
 * @param daylight Ascending stretches of daylight. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { localDays } from "../time.ts";
 * import { pvCoverage } from "./pv_coverage.ts";
 *
 * const days = localDays("2025-06-01", "2025-06-01", "UTC");
 * const start = days[0]!.start, daylight = [{ start, end: start + 100 }];
 * const gap = { start: start + 50, end: start + 75, class: "unknown" as const, evidence: "" };
 * assert(pvCoverage(days, [gap], daylight)[0]?.coverage === 0.75);
 * ```
 */
export function pvCoverage(
  days: readonly Period[],
  gaps: readonly Gap[],
  daylight: readonly TimeRange[],
): PvCoverage[] {
  const awake = gaps.filter((gap) => gap.class !== "night");
  let stretch = 0, gap = 0;
  return days.map((day) => {
    let light = 0, missing = 0, missesEnd = false;
    while (stretch < daylight.length && daylight[stretch]!.end <= day.start) stretch++;
    while (gap < awake.length && awake[gap]!.end <= day.start) gap++;
    for (let s = stretch; s < daylight.length && daylight[s]!.start < day.end; s++) {
      const end = Math.min(daylight[s]!.end, day.end);
      light += end - Math.max(daylight[s]!.start, day.start);
      for (let g = gap; g < awake.length && awake[g]!.start < end; g++) {
        missing += commonTime(awake[g]!, commonRange(daylight[s]!, day));
        if (awake[g]!.end >= end) missesEnd = true;
      }
    }
    return { coverage: light > 0 ? 1 - missing / light : null, missesEnd };
  });
}

/** Length of what two ranges have in common. [ms] */
function commonTime(a: TimeRange, b: TimeRange): number {
  const { start, end } = commonRange(a, b);
  return Math.max(0, end - start);
}

function commonRange(a: TimeRange, b: TimeRange): TimeRange {
  return { start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) };
}
