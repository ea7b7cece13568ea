/**
 * Stretches without samples, and why there are none.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import type { TimeRange } from "../time.ts";
import type { GapCounter } from "./counter_evidence.ts";
import { resolutionOf } from "./counters.ts";
import { divideByLight, type LightPart } from "./daylight.ts";
import { type GapContext, type GapReason, gapReason, type Silence } from "./gap_class.ts";
import { gapCap, usualStep } from "./samples.ts";

export type { GapClass } from "./gap_class.ts";

/** A stretch without samples. */
export interface Gap extends TimeRange, GapReason {}

/** Options of {@linkcode classifyGaps}. */
export interface GapOptions extends GapContext {
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
   * Counters of each device behind the signal, ascending. [kWh]
   *
   * @default {[]}
   */
  readonly devices?: readonly (readonly GapCounter[])[];
}

/**
 * Finds the gaps in a power signal and their causes. A silence from dusk till dawn is one night; a
 * silence that begins in daylight is divided where the light ends. Where it is unknown whether it was
 * light, a gap is not classed as night.
 *
 * @param samples Ascending in time; absent values (NaN) count as missing samples. [W]
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
 * A range, extended to the first and the last known sample, so that a gap across an end is complete.
 */
export function sampledRange(signals: readonly Samples[], { start, end }: TimeRange): TimeRange {
  return {
    start: Math.min(start, ...signals.map(({ time }) => time[0] ?? Infinity)),
    end: Math.max(end, ...signals.map(({ time }) => time.at(-1) ?? -Infinity)),
  };
}

/** Joins adjacent night parts of a silence into one gap, with the evidence of the longest part. */
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

/** Options of {@linkcode silences}. */
export interface SilencesOptions {
  /** Longest distance of samples that is no silence. [ms] */
  readonly maxGap: number;
  /**
   * Where samples are expected; missing samples at its ends are a silence, too. [ms]
   *
   * @default {from the first to the last sample}
   */
  readonly range?: TimeRange | undefined;
}

/**
 * Finds where a signal has no samples. Absent values (NaN) count as missing samples.
 *
 * @param samples Ascending in time.
 */
export function silences({ time, value }: Samples, options: SilencesOptions): Silence[] {
  const { maxGap, range = { start: time[0] ?? 0, end: time.at(-1) ?? 0 } } = options;
  const found: Silence[] = [];
  let last = range.start, before = NaN;
  for (let i = 0; i < time.length; i++) {
    const at = time[i]!, now = value[i]!;
    if (at > range.end) break;
    if (Number.isNaN(now)) continue;
    if (at - last > maxGap) found.push({ start: last, end: at, before, after: now });
    if (at >= last) {
      last = at;
      before = now;
    }
  }
  if (range.end - last > maxGap) found.push({ start: last, end: range.end, before, after: NaN });
  return found;
}
