/**
 * Gaps of the inverters: each one's by its own evidence, the house's without overlap, and what they
 * leave of the daylight.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import type { Daylight } from "../frames/daylight.ts";
import { classifyGaps, type Gap, type GapClass, type GapOptions } from "../frames/gaps.ts";
import { gapCap, valuesAt } from "../frames/samples.ts";
import type { Period, TimeRange } from "../time.ts";

/** For an inverter whose battery works at night: nothing is proven dark. */
export function alwaysLight(range: TimeRange): Daylight {
  return { light: [range], dark: [], evidence: "" };
}

/** What is known of the inverter on one day. */
export interface PvCoverage {
  /** Share of the daylight that is covered; `null` without daylight. [0–1] */
  readonly coverage: number | null;
  /** The inverter fell silent before it stopped generating. */
  readonly missesEnd: boolean;
}

/**
 * Coverage of the daylight by an inverter's samples. Nights are no gaps. Neither is the time after
 * sunrise and before sunset in which the inverter is off by itself.
 *
 * @param days Local days, ascending.
 * @param gaps Classified gaps in the generation power, ascending.
 * @param daylight Ascending stretches of daylight. [ms]
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

/** What is known of the inverters. */
export interface PvGapsOptions
  extends Required<Pick<GapOptions, "range" | "daylight" | "devices" | "grid">> {
  /**
   * Per inverter, whether it gives power at night, too.
   *
   * @default {[]}
   */
  readonly worksAtNight?: readonly boolean[];
  /** Power below which all inverters together may start or stop by themselves. [W] */
  readonly standbyPowerW: number;
}

/** Gaps of the inverters. */
export interface PvGaps {
  /** Gaps of the house, without overlap: an inverter was missing, or all were off for the night. */
  readonly house: readonly Gap[];
  /** Of each inverter, in the order of the powers. */
  readonly inverters: readonly (readonly Gap[])[];
}

/**
 * Gaps in the generation power of one or several inverters. Each inverter is judged by itself: one
 * that faces east starts earlier than its neighbour, and one may fail while the other works. Its own
 * counters are the evidence if there are as many powers as devices with counters, else all counters.
 *
 * @param powers Generation power, one signal per inverter. [W]
 */
export function pvGaps(powers: readonly Samples[], options: PvGapsOptions): PvGaps {
  const { standbyPowerW, grid, devices, worksAtNight = [], ...known } = options;
  const inverters = powers.map((power, i) =>
    classifyGaps(power, {
      ...known,
      ...(worksAtNight[i] && { daylight: alwaysLight(known.range) }),
      standbyPowerW: standbyPowerW / powers.length,
      devices: devices.length === powers.length ? [devices[i]!] : devices,
      grid: unexplained(grid, powers.filter((_, other) => other !== i)),
    })
  );
  return { house: together(inverters), inverters };
}

/** Grid power without what other inverters are known to have generated. [W] */
function unexplained(grid: Samples, others: readonly Samples[]): Samples {
  if (others.length === 0) return grid;
  const value = grid.value.slice();
  for (const other of others) {
    const generated = valuesAt(other, grid.time, gapCap(other));
    for (let i = 0; i < value.length; i++) value[i]! += generated[i]! || 0;
  }
  return { time: grid.time, value };
}

/** The class that a house has if its inverters have several. */
const STRONGEST: readonly GapClass[] = ["outage", "logger_down", "unknown"];

/** Gaps of all inverters as one list without overlap. */
function together(inverters: readonly (readonly Gap[])[]): readonly Gap[] {
  if (inverters.length === 1) return inverters[0]!;
  const borders = [...new Set(inverters.flat().flatMap(({ start, end }) => [start, end]))]
    .sort((a, b) => a - b);
  const next = inverters.map(() => 0);
  const gaps: Gap[] = [];
  let source: Gap | null = null;
  for (let b = 0; b + 1 < borders.length; b++) {
    const start = borders[b]!, end = borders[b + 1]!;
    const silent = inverters.map((own, i) => {
      while (next[i]! < own.length && own[next[i]!]!.end <= start) next[i]!++;
      const gap = own[next[i]!];
      return gap && gap.start <= start ? gap : null;
    });
    const chosen = dominantGap(silent, source);
    const last = gaps.at(-1);
    if (chosen && chosen === source && last?.end === start) {
      gaps[gaps.length - 1] = { ...last, end };
    } else if (chosen) {
      const which = silent.indexOf(chosen) + 1;
      const evidence = chosen.class === "night"
        ? chosen.evidence
        : `inverter ${which}: ${chosen.evidence}`;
      gaps.push({ start, end, class: chosen.class, evidence });
    }
    source = chosen;
  }
  return gaps;
}

/**
 * The gap that counts for the house, if possible the one that counted before. None while one inverter
 * has samples and the others are off for the night.
 */
function dominantGap(silent: readonly (Gap | null)[], before: Gap | null): Gap | null {
  const strongest = STRONGEST.find((one) => silent.some((gap) => gap?.class === one));
  if (strongest === undefined && silent.includes(null)) return null;
  const candidates = silent.filter((gap) => gap?.class === (strongest ?? "night"));
  return candidates.find((gap) => gap === before) ?? candidates[0]!;
}
