/**
 * How much of the daylight the inverter was heard.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { gapCap } from "../frames/integrate.ts";
import type { Period, TimeRange } from "../time.ts";

/** What is known of the inverter on one day. */
export interface PvCoverage {
  /** Share of the daylight that is covered; `null` without daylight. [0–1] */
  readonly coverage: number | null;
  /** The inverter fell silent before it stopped generating. */
  readonly missesEnd: boolean;
}

/** Options of {@linkcode pvCoverage}. */
export interface PvCoverageOptions {
  /**
   * Power up to which an inverter wakes up or goes to sleep by itself. [W]
   *
   * @default {100}
   */
  readonly sleepy?: number;
}

/**
 * Coverage of the daylight by an inverter's samples. In the morning an inverter wakes up some time
 * after sunrise and in the evening it sleeps before sunset; that is no gap if its power was low
 * there. A silence that begins or ends at high power is a gap, also at the edge of the day.
 *
 * @param days Local days, ascending.
 * @param generation Generation power, without absent values. [W]
 * @param daylight Ascending stretches of daylight. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { localDays } from "../time.ts";
 * import { pvCoverage } from "./pv_coverage.ts";
 *
 * const days = localDays("2025-06-01", "2025-06-01", "UTC");
 * const daylight = [{ start: days[0]!.start + 1_000_000, end: days[0]!.start + 2_000_000 }];
 * const none = { time: new Float64Array(), value: new Float64Array() };
 * assert(pvCoverage(days, none, daylight)[0]?.coverage === 0);
 * ```
 */
export function pvCoverage(
  days: readonly Period[],
  generation: Samples,
  daylight: readonly TimeRange[],
  options: PvCoverageOptions = {},
): PvCoverage[] {
  const { sleepy = 100 } = options;
  const silences = silencesOf(generation, gapCap(generation), sleepy);
  let stretch = 0, silence = 0;
  return days.map((day) => {
    let light = 0, missing = 0, missesEnd = false;
    while (stretch < daylight.length && daylight[stretch]!.end <= day.start) stretch++;
    for (let s = stretch; s < daylight.length && daylight[s]!.start < day.end; s++) {
      const bright = clip(daylight[s]!, day);
      light += bright.end - bright.start;
      while (silence < silences.length && silences[silence]!.end <= bright.start) silence++;
      for (let q = silence; q < silences.length && silences[q]!.start < bright.end; q++) {
        const gap = silences[q]!, dark = clip(gap, bright);
        // What touches the dark and began or ended asleep belongs to the night.
        if (gap.end > bright.end && gap.wasAsleep && gap.start > bright.start) continue;
        if (gap.start < bright.start && gap.wokeUp && gap.end < bright.end) continue;
        missing += dark.end - dark.start;
        if (gap.end > bright.end) missesEnd = true;
      }
    }
    return { coverage: light > 0 ? 1 - missing / light : null, missesEnd };
  });
}

/** A stretch without samples. */
interface Silence extends TimeRange {
  /** The last power before it was low. */
  readonly wasAsleep: boolean;
  /** The first power after it was low. */
  readonly wokeUp: boolean;
}

/** Distances of samples over the cap, with the open ends before the first and after the last. */
function silencesOf({ time, value }: Samples, cap: number, low: number): Silence[] {
  if (time.length === 0) {
    return [{ start: -Infinity, end: Infinity, wasAsleep: false, wokeUp: false }];
  }
  const last = time.length - 1;
  const silences: Silence[] = [
    { start: -Infinity, end: time[0]!, wasAsleep: false, wokeUp: value[0]! <= low },
  ];
  for (let i = 1; i <= last; i++) {
    if (time[i]! - time[i - 1]! <= cap) continue;
    silences.push({
      start: time[i - 1]!,
      end: time[i]!,
      wasAsleep: value[i - 1]! <= low,
      wokeUp: value[i]! <= low,
    });
  }
  silences.push({
    start: time[last]!,
    end: Infinity,
    wasAsleep: value[last]! <= low,
    wokeUp: false,
  });
  return silences;
}

function clip(range: TimeRange, to: TimeRange): TimeRange {
  return { start: Math.max(range.start, to.start), end: Math.min(range.end, to.end) };
}
