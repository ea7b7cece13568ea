/**
 * Stretches without samples, and why there are none.
 *
 * @module
 */

import pl from "nodejs-polars";
import type { Samples } from "../columns.ts";
import type { TimeRange } from "../time.ts";
import { gapCap } from "./integrate.ts";
import type { Frame } from "./polars.ts";

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
   * Ascending stretches of daylight; a device that needs none has no nights. [ms]
   *
   * @default {all of the range}
   */
  readonly daylight?: readonly TimeRange[];
  /**
   * Value up to which the device wakes up or goes to sleep by itself. [unit of the samples]
   *
   * @default {-Infinity}
   */
  readonly sleepy?: number;
  /** A counter of what the device counted, ascending. [kWh] */
  readonly counter?: Samples;
  /**
   * Whether a standstill of the counter proves that the device did not work. An import register
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

/**
 * Finds the gaps in a signal and tells why they are there. A silence from dusk till dawn is one
 * night; a silence that begins in daylight is divided at the border of the light.
 *
 * @param samples Ascending in time, without absent values.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { classifyGaps } from "./gaps.ts";
 *
 * const signal = { time: Float64Array.of(0, 10, 90, 100), value: Float64Array.of(5, 5, 5, 5) };
 * const counter = { time: Float64Array.of(0, 10, 90), value: Float64Array.of(1, 2, 7) };
 * const [gap] = classifyGaps(signal, { maxGap: 10, counter });
 * assert(gap?.start === 10 && gap.end === 90 && gap.class === "logger_down");
 * ```
 */
export function classifyGaps(samples: Samples, options: GapOptions = {}): Gap[] {
  const { maxGap = gapCap(samples), daylight, sleepy = -Infinity } = options;
  const gaps: Gap[] = [];
  for (const silence of silencesOf(samples, maxGap, options.range)) {
    if (!daylight) {
      gaps.push(explain(silence, silence, options));
      continue;
    }
    for (const { isLight, ...part } of divide(silence, daylight)) {
      // Only at the edge of a night: a low value around noon is a cloud.
      const wokeUp = silence.after <= sleepy && part.end === silence.end &&
        part.start > silence.start;
      const fellAsleep = silence.before <= sleepy && part.start === silence.start &&
        part.end < silence.end;
      if (!isLight) gaps.push({ ...part, class: "night", evidence: "the sun is down" });
      else if (wokeUp) {
        gaps.push({ ...part, class: "night", evidence: `woke up at ${shown(silence.after)} W` });
      } else if (fellAsleep) {
        gaps.push({
          ...part,
          class: "night",
          evidence: `fell asleep at ${shown(silence.before)} W`,
        });
      } else gaps.push(explain(part, silence, options));
    }
  }
  return joinNights(gaps);
}

/**
 * Gaps as a frame.
 *
 * @returns Columns `start`, `end` (UTC), `class` and `evidence`; without gaps they are empty.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { gapFrame } from "./gaps.ts";
 *
 * assert(gapFrame([]).columns.join() === "start,end,class,evidence");
 * ```
 */
export function gapFrame(gaps: readonly Gap[]): Frame {
  const instants = (name: "start" | "end") =>
    pl.Series(name, Float64Array.from(gaps, (gap) => gap[name])).cast(pl.Datetime("ms", "UTC"));
  const texts = (name: "class" | "evidence") =>
    pl.Series(name, gaps.map((gap) => gap[name] as string), pl.String);
  return pl.DataFrame([instants("start"), instants("end"), texts("class"), texts("evidence")]);
}

/** A stretch without samples, with the values on either side; NaN at an open end. */
interface Silence extends TimeRange {
  readonly before: number;
  readonly after: number;
}

function* silencesOf(
  { time, value }: Samples,
  maxGap: number,
  range: TimeRange | undefined,
): Generator<Silence> {
  const start = range?.start ?? time[0] ?? 0, end = range?.end ?? time.at(-1) ?? 0;
  let last = start, before = NaN;
  for (let i = 0; i < time.length; i++) {
    const at = time[i]!;
    if (at > end) break;
    if (at - last > maxGap) yield { start: last, end: at, before, after: value[i]! };
    if (at >= last) {
      last = at;
      before = value[i]!;
    }
  }
  if (end - last > maxGap) yield { start: last, end, before, after: NaN };
}

/** The parts of a stretch in light and in the dark, in their order. */
function* divide(
  { start, end }: TimeRange,
  daylight: readonly TimeRange[],
): Generator<TimeRange & { isLight: boolean }> {
  let at = start;
  for (let i = firstEndingAfter(daylight, start); i < daylight.length; i++) {
    const light = daylight[i]!;
    if (light.start >= end) break;
    if (light.start > at) yield { start: at, end: light.start, isLight: false };
    const from = Math.max(at, light.start), to = Math.min(end, light.end);
    if (to > from) yield { start: from, end: to, isLight: true };
    at = to;
  }
  if (end > at) yield { start: at, end, isLight: false };
}

function firstEndingAfter(daylight: readonly TimeRange[], at: number): number {
  let low = 0, high = daylight.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (daylight[middle]!.end <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The class of a silent stretch in which the device was expected. */
function explain(part: TimeRange, silence: TimeRange, options: GapOptions): Gap {
  const { counter, grid, alwaysCounts = true } = options, { start, end } = part;
  const exported = grid ? greatestExport(grid, part) : 0;
  if (exported > CLEAR_EXPORT) {
    return { start, end, class: "logger_down", evidence: `exported up to ${shown(exported)} W` };
  }
  const advanced = counter ? advance(counter, silence) : NaN;
  if (Number.isNaN(advanced)) {
    return { start, end, class: "unknown", evidence: "no counter on both sides" };
  }
  // A millionth is the noise of binary fractions.
  if (advanced > 1e-6) {
    const evidence = `counter advanced by ${shown(advanced)} kWh`;
    return { start, end, class: "logger_down", evidence };
  }
  return {
    start,
    end,
    class: alwaysCounts ? "outage" : "unknown",
    evidence: "counter stood still",
  };
}

function greatestExport({ time, value }: Samples, { start, end }: TimeRange): number {
  let most = 0;
  for (let i = firstAtOrAfter(time, start); i < time.length && time[i]! <= end; i++) {
    most = Math.max(most, -value[i]!);
  }
  return most;
}

/** How far a counter got over a silence; NaN if it is not known on both sides. */
function advance({ time, value }: Samples, { start, end }: TimeRange): number {
  const after = firstAtOrAfter(time, end);
  // The last reading before the silence, which ends the stretch of samples at `start`.
  const before = firstAtOrAfter(time, start + 1) - 1;
  return before >= 0 && after < time.length ? value[after]! - value[before]! : NaN;
}

function firstAtOrAfter(time: Float64Array, at: number): number {
  let low = 0, high = time.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Adjacent parts of one night are one gap, with the evidence of its longest part. */
function joinNights(gaps: readonly Gap[]): Gap[] {
  const joined: Gap[] = [];
  for (const gap of gaps) {
    const last = joined.at(-1);
    if (last?.class === "night" && gap.class === "night" && last.end === gap.start) {
      const longer = gap.end - gap.start > last.end - last.start ? gap : last;
      joined[joined.length - 1] = { ...longer, start: last.start, end: gap.end };
    } else joined.push(gap);
  }
  return joined;
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
