/**
 * Stretches without samples, and why there are none.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import type { TimeRange } from "../time.ts";
import { resolutionOf } from "./counters.ts";
import { type Daylight, divideByLight, type LightPart } from "./daylight.ts";
import type { GapCounter } from "./gap_evidence.ts";
import { gapReason } from "./gap_reason.ts";
import { gapCap, usualStep } from "./integrate.ts";
import { silences } from "./silences.ts";

/**
 * Why samples are missing.
 *
 * | class | what happened | proof |
 * |---|---|---|
 * | `night` | the device sleeps | the sun is down, or close to that nothing or little was generated |
 * | `logger_down` | the device worked, nobody wrote it down | a counter advanced, or the grid exported |
 * | `outage` | the device did not work | it was expected to, and its counter stood still |
 * | `unknown` | | neither |
 */
export type GapClass = "night" | "logger_down" | "outage" | "unknown";

/** A stretch without samples. */
export interface Gap extends TimeRange {
  /** Why. */
  readonly class: GapClass;
  /** What proves the class, for people. */
  readonly evidence: string;
}

/** What is known besides the samples themselves. */
export interface GapOptions {
  /**
   * Where samples are expected; gaps at its ends count too. [ms]
   *
   * @default {from the first to the last sample}
   */
  readonly range?: TimeRange;
  /**
   * Longest distance of samples that is no gap. [ms]
   *
   * @default {gapCap(samples)}
   */
  readonly maxGap?: number;
  /**
   * When it was light and dark; a device that needs no light has no nights.
   *
   * @default {light all the time}
   */
  readonly daylight?: Daylight;
  /**
   * Power up to which the device wakes up or goes to sleep by itself. [W]
   *
   * @default {-Infinity}
   */
  readonly sleepy?: number;
  /**
   * Counters of each device behind the signal, ascending. [kWh]
   *
   * @default {[]}
   */
  readonly devices?: readonly (readonly GapCounter[])[];
  /**
   * Whether a standstill of the counters proves that the device did not work. An import register
   * stands still while the house exports, so its standstill proves nothing.
   *
   * @default {true}
   */
  readonly alwaysCounts?: boolean;
  /** Grid power; export proves that something generated. [W] */
  readonly grid?: Samples;
}

/**
 * Finds the gaps in a power signal and tells why they are there. A silence from dusk till dawn is
 * one night; a silence that begins in daylight is divided at the border of the light. Where nobody
 * knows whether it was light, nothing is taken for a night.
 *
 * @param samples Ascending in time; absent values (NaN) are samples that never came. [W]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { classifyGaps } from "./gaps.ts";
 *
 * const signal = { time: Float64Array.of(0, 10, 90, 100), value: Float64Array.of(5, 5, 5, 5) };
 * const counter = { time: Float64Array.of(0, 10, 90), value: Float64Array.of(1, 2, 7) };
 * const [gap] = classifyGaps(signal, { maxGap: 10, devices: [[counter]] });
 * assert(gap?.start === 10 && gap.end === 90 && gap.class === "logger_down");
 * ```
 */
export function classifyGaps(samples: Samples, options: GapOptions = {}): Gap[] {
  const { maxGap = gapCap(samples), daylight, range } = options;
  const known = {
    ...options,
    step: usualStep(samples),
    devices: (options.devices ?? []).map((device) =>
      device.map((counter) => ({ ...counter, resolution: resolutionOf(counter) }))
    ),
  };
  return silences(samples, { maxGap, range }).flatMap((silence) => {
    const { start, end } = silence;
    const parts: LightPart[] = daylight
      ? divideByLight(silence, daylight)
      : [{ start, end, light: "light" }];
    return joinNights(parts.map((part, index) => {
      const around = { silence, previous: parts[index - 1], next: parts[index + 1] };
      return { start: part.start, end: part.end, ...gapReason(part, around, known) };
    }));
  });
}

/**
 * A range, and beyond its ends as far as samples of it are known: a gap across an end is seen
 * whole.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { heardRange } from "./gaps.ts";
 *
 * const time = Float64Array.of(-20, 90);
 * assert.deepEqual(heardRange([{ time, value: time }], { start: 0, end: 100 }), { start: -20, end: 100 });
 * ```
 */
export function heardRange(signals: readonly Samples[], { start, end }: TimeRange): TimeRange {
  return {
    start: Math.min(start, ...signals.map(({ time }) => time[0] ?? Infinity)),
    end: Math.max(end, ...signals.map(({ time }) => time.at(-1) ?? -Infinity)),
  };
}

/** Adjacent parts of one silence and one night are one gap, with the evidence of its longest part. */
function joinNights(gaps: readonly Gap[]): Gap[] {
  const joined: Gap[] = [];
  let longest = 0;
  for (const gap of gaps) {
    const last = joined.at(-1), length = gap.end - gap.start;
    if (last?.class === "night" && gap.class === "night" && last.end === gap.start) {
      const { evidence } = length > longest ? gap : last;
      longest = Math.max(longest, length);
      joined[joined.length - 1] = { ...last, end: gap.end, evidence };
    } else {
      joined.push(gap);
      longest = length;
    }
  }
  return joined;
}
