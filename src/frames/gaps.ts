/**
 * Stretches without samples, and why there are none.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { HOUR, type TimeRange } from "../time.ts";
import { resolutionOf } from "./counters.ts";
import { type Daylight, divideByLight, type LightPart } from "./daylight.ts";
import { type AskedCounter, firstAtOrAfter, type GapCounter, testimonyOf } from "./gap_evidence.ts";
import { gapCap } from "./integrate.ts";
import { type Silence, silences } from "./silences.ts";

/**
 * Why samples are missing.
 *
 * | class | what happened | proof |
 * |---|---|---|
 * | `night` | the device sleeps | the sun is down, or the device was about to sleep or just awake |
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

/** Export that no noise of a meter explains. [W] */
const CLEAR_EXPORT = 50;
/** Longer than this no device dozes while it is light. [ms] */
const DROWSY = 3 * HOUR;

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
  const devices = (options.devices ?? []).map((device) =>
    device.map((counter) => ({ ...counter, resolution: resolutionOf(counter) }))
  );
  const gaps: Gap[] = [];
  for (const silence of silences(samples, { maxGap, range })) {
    const { start, end } = silence;
    const parts: LightPart[] = daylight
      ? divideByLight(silence, daylight)
      : [{ start, end, light: "light" }];
    parts.forEach((part, index) => {
      const why = nightOf(part, silence, options, parts[index - 1], parts[index + 1]) ??
        explain(part, silence, options, devices);
      gaps.push({ start: part.start, end: part.end, ...why });
    });
  }
  return joinNights(gaps);
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
 * assert.deepEqual(heardRange({ time, value: time }, { start: 0, end: 100 }), { start: -20, end: 100 });
 * ```
 */
export function heardRange({ time }: Samples, { start, end }: TimeRange): TimeRange {
  return {
    start: Math.min(start, time[0] ?? Infinity),
    end: Math.max(end, time.at(-1) ?? -Infinity),
  };
}

/** Class and evidence of a gap. */
type Reason = Pick<Gap, "class" | "evidence">;

/** The night, if this is a part of one. */
function nightOf(
  part: LightPart,
  silence: Silence,
  { daylight, sleepy = -Infinity }: GapOptions,
  previous: LightPart | undefined,
  next: LightPart | undefined,
): Reason | null {
  if (part.light === "dark") return { class: "night", evidence: daylight!.evidence };
  // Only at the edge of a night: a low value around noon is a cloud.
  if (part.light === "unknown" || part.end - part.start > DROWSY) return null;
  if (previous?.light === "dark" && part.end === silence.end && silence.after <= sleepy) {
    return { class: "night", evidence: `woke up at ${shown(silence.after)} W` };
  }
  if (next?.light === "dark" && part.start === silence.start && silence.before <= sleepy) {
    return { class: "night", evidence: `fell asleep at ${shown(silence.before)} W` };
  }
  return null;
}

/** The class of a silent stretch that is not proven night. */
function explain(
  part: LightPart,
  silence: Silence,
  { grid, alwaysCounts = true }: GapOptions,
  devices: readonly (readonly AskedCounter[])[],
): Reason {
  const exported = grid ? greatestExport(grid, part) : 0;
  if (exported > CLEAR_EXPORT) {
    return { class: "logger_down", evidence: `exported up to ${shown(exported)} W` };
  }
  const { advanced, isLeast, resolution } = testimonyOf(devices, silence, part);
  if (advanced > 0) {
    const by = `${isLeast ? "at least " : ""}${shown(advanced)} kWh`;
    return { class: "logger_down", evidence: `counter advanced by ${by}` };
  }
  const unknown = (evidence: string): Reason => ({ class: "unknown", evidence });
  if (part.light === "unknown") return unknown("nothing tells whether it was night");
  if (Number.isNaN(advanced)) return unknown("no counter tells");
  if (!alwaysCounts) return unknown("counter stood still, which proves nothing");
  return expectedEnergy(part, silence) > resolution
    ? { class: "outage", evidence: "counter stood still" }
    : unknown(`counter stood still, but it counts in steps of ${shown(resolution)} kWh`);
}

/** What the device would have counted if it had gone on as it was before and after. [kWh] */
function expectedEnergy({ start, end }: TimeRange, { before, after }: Silence): number {
  const power = Number.isNaN(before) ? after : Number.isNaN(after) ? before : (before + after) / 2;
  return power / 1000 * (end - start) / HOUR;
}

/** The greatest export within a stretch; at its ends the device was heard. [W] */
function greatestExport({ time, value }: Samples, { start, end }: TimeRange): number {
  let most = 0;
  for (let i = firstAtOrAfter(time, start + 1); i < time.length && time[i]! < end; i++) {
    if (-value[i]! > most) most = -value[i]!;
  }
  return most;
}

/** Adjacent parts of one night are one gap, with the evidence of its longest part. */
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

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
