/**
 * The last days of some candidates on a common grid of time, so that they can be compared.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import { eachSeries, type LabelledSamples, rowAt, type Samples } from "../columns.ts";
import { mergeByMax } from "../frames/restarts.ts";
import { present, usualStep } from "../frames/samples.ts";
import { HOUR, MINUTE, type TimeRange } from "../time.ts";
import type { Candidate } from "./candidates.ts";

/** 24 hours, whatever the calendar of a place says. [ms] */
export const DAY: number = 24 * HOUR;

/** Length of a slot. [ms] */
export const SLOT: number = 5 * MINUTE;

/** Slots per hour. */
export const SLOTS_PER_HOUR: number = HOUR / SLOT;

/** A power on the grid of slots. NaN where it is not known. [its unit] */
export interface PowerTrace {
  readonly candidate: Candidate;
  /** Mean of what is positive. */
  readonly positive: Float64Array;
  /** Mean of what is negative, without its sign. */
  readonly negative: Float64Array;
  /** Mean. */
  readonly mean: Float64Array;
  /** Greatest distance from zero that is not exceptional. */
  readonly size: number;
}

/** A counter on the grid of slots. NaN where it is not known. [its unit] */
export interface CounterTrace {
  readonly candidate: Candidate;
  /** Rise in each slot. */
  readonly rise: Float64Array;
  /** Smallest step that it makes. */
  readonly step: number;
  /** How often it fell to almost nothing. */
  readonly resets: number;
}

/** A value such as a state of charge, at the end of each slot. NaN where it is not known. */
export interface LevelTrace {
  readonly candidate: Candidate;
  readonly value: Float64Array;
}

/** Which samples of a candidate are pulled, and what for. */
export interface Wanted {
  readonly candidate: Candidate;
  readonly kind: "power" | "counter" | "level";
}

/** All traces. */
export interface Traces {
  /** Start of the first slot. [ms] */
  readonly start: number;
  /** Number of slots. */
  readonly slots: number;
  readonly powers: readonly PowerTrace[];
  readonly counters: readonly CounterTrace[];
  readonly levels: readonly LevelTrace[];
}

/** Most samples that are pulled of a candidate. */
const MOST_SAMPLES = 120_000;

/** A value that is written on change holds for this long, a regular one for a few steps. [ms] */
const LONGEST_HOLD = 10 * HOUR;

/** A small one holds for this long: it may be the last one before the device was switched off. [ms] */
const LONGEST_SMALL_HOLD = 1.5 * HOUR;

/** What is small, as a share of the greatest value. */
const SMALL = 0.1;

/**
 * Pulls candidates and puts them on slots. Devices that write every second are pulled for fewer days.
 *
 * @throws {WattbookError} Whatever the client throws.
 */
export async function traceAll(
  client: Pick<Client, "samples">,
  wanted: readonly Wanted[],
  { start, end }: TimeRange,
  options: { readonly signal?: AbortSignal; onProgress?(done: number, total: number): void } = {},
): Promise<Traces> {
  const { signal, onProgress } = options;
  const first = Math.ceil(start / SLOT) * SLOT, slots = Math.floor((end - first) / SLOT);
  const powers: PowerTrace[] = [], counters: CounterTrace[] = [], levels: LevelTrace[] = [];
  let done = 0;
  const kinds = Map.groupBy(wanted, ({ candidate }) => candidate);
  for (const [candidate, all] of kinds) {
    const samples = await pull(candidate);
    onProgress?.(++done, kinds.size);
    if (samples.time.length < 2) continue;
    for (const { kind } of all) {
      if (kind === "power") powers.push(powerTrace(candidate, samples, first, slots));
      else if (kind === "counter") counters.push(...counterTrace(candidate, samples, first, slots));
      else levels.push({ candidate, value: heldAt(samples, first, slots) });
    }
  }
  return { start: first, slots, powers, counters, levels };

  async function pull({ selector }: Candidate): Promise<Samples> {
    const samplesIn = async (from: number) => {
      const { columns } = await client.samples(selector, { start: from, end }, { signal });
      return [...eachSeries(columns)];
    };
    const recent = await samplesIn(end - DAY);
    const perDay = recent.reduce((sum, { time }) => sum + time.length, 0);
    const days = Math.min((end - start) / DAY, Math.max(1, MOST_SAMPLES / Math.max(1, perDay)));
    return oneSeries(days < 1.5 ? recent : await samplesIn(end - days * DAY));
  }
}

/** The parts of a restarted series as one. */
function oneSeries(parts: readonly LabelledSamples[]): Samples {
  return parts.length === 0
    ? { time: new Float64Array(0), value: new Float64Array(0) }
    : present(mergeByMax(parts, 5 * MINUTE));
}

/** Most values that repeat the one before, in a series that is written on change. [0–1] */
const REPEATED = 0.01;

/** For how long a value counts. */
function holdOf(samples: Samples): number {
  const { time, value } = samples;
  const gaps = time.subarray(1).map((at, row) => at - time[row]!).sort();
  const median = gaps[gaps.length >> 1]!, long = gaps[Math.floor(0.95 * gaps.length)]!;
  let repeated = 0;
  for (let row = 1; row < value.length; row++) if (value[row] === value[row - 1]) repeated++;
  // Such a series has long pauses beside short ones, and hardly ever the same value twice.
  const isOnChange = long > 3 * median || repeated < REPEATED * value.length;
  return isOnChange ? LONGEST_HOLD : Math.max(3 * usualStep(samples), SLOT);
}

function powerTrace(
  candidate: Candidate,
  samples: Samples,
  first: number,
  slots: number,
): PowerTrace {
  const { time, value } = samples, hold = holdOf(samples), size = sizeOf(value);
  const positive = new Float64Array(slots), negative = new Float64Array(slots);
  const covered = new Float64Array(slots);
  for (let row = 0; row < time.length; row++) {
    const now = value[row]!, isSmall = now !== 0 && Math.abs(now) < SMALL * size;
    const end = time[row]! + (isSmall ? Math.min(hold, LONGEST_SMALL_HOLD) : hold);
    const next = Math.min(time[row + 1] ?? end, end);
    let from = Math.max(time[row]!, first);
    while (from < next) {
      const slot = Math.floor((from - first) / SLOT);
      if (slot >= slots) break;
      const to = Math.min(next, first + (slot + 1) * SLOT), part = (to - from) / SLOT;
      covered[slot]! += part;
      if (now >= 0) positive[slot]! += now * part;
      else negative[slot]! -= now * part;
      from = to;
    }
  }
  const mean = new Float64Array(slots);
  for (let slot = 0; slot < slots; slot++) {
    const share = covered[slot]!;
    positive[slot]! = share < 0.8 ? NaN : positive[slot]! / share;
    negative[slot]! = share < 0.8 ? NaN : negative[slot]! / share;
    mean[slot] = positive[slot]! - negative[slot]!;
  }
  return { candidate, positive, negative, mean, size };
}

/** The distance from zero that one value in 200 exceeds. */
function sizeOf(value: Float64Array): number {
  const sorted = value.map(Math.abs).sort();
  return sorted[Math.floor(0.995 * (sorted.length - 1))]!;
}

/** Between readings that lie further apart a counter is not taken to rise evenly. [ms] */
const LONGEST_RISE = 3 * HOUR;

/** More than this of the reading is a reset, not a correction. */
const RESET = 0.5;

/** Most falls of a counter, as a share of its rises: clocks, restarts and glitches are rare. */
const MOST_FALLS = 0.03;

/** Most resets a day. */
const MOST_RESETS = 3;

/** A counter; nothing if the values fall too often for one. */
function counterTrace(
  candidate: Candidate,
  { time, value }: Samples,
  first: number,
  slots: number,
): CounterTrace[] {
  const sums = new Float64Array(time.length), steps: number[] = [];
  const days = (time.at(-1)! - time[0]!) / DAY;
  const breaks: number[] = [];
  let resets = 0;
  for (let row = 1; row < time.length; row++) {
    const before = value[row - 1]!, change = value[row]! - before;
    const isReset = change < 0 && -change > RESET * Math.abs(before);
    if (isReset) resets++;
    if (change < 0) breaks.push(time[row]!);
    const rise = isReset ? Math.max(0, value[row]!) : Math.max(0, change);
    if (rise > 0 && !isReset) steps.push(rise);
    sums[row] = sums[row - 1]! + rise;
  }
  const at = (instant: number): number => {
    const row = rowAt(time, instant);
    if (row >= time.length || row === 0) return time[row] === instant ? sums[row]! : NaN;
    if (time[row] === instant) return sums[row]!;
    const [from, to] = [time[row - 1]!, time[row]!];
    // An inverter that sleeps counts when it wakes up, not all night.
    if (to - from > LONGEST_RISE) return sums[row - 1]!;
    return sums[row - 1]! + (sums[row]! - sums[row - 1]!) * (instant - from) / (to - from);
  };
  const rise = new Float64Array(slots);
  let before = at(first);
  for (let slot = 0; slot < slots; slot++) {
    const now = at(first + (slot + 1) * SLOT);
    rise[slot] = now - before;
    before = now;
  }
  for (const instant of breaks) {
    const slot = Math.floor((instant - first) / SLOT);
    if (slot >= 0 && slot < slots) rise[slot] = NaN;
  }
  if (breaks.length > resets + 4 + MOST_FALLS * steps.length || resets > MOST_RESETS * days) {
    return [];
  }
  steps.sort((a, b) => a - b);
  return [{ candidate, rise, step: steps[Math.floor(steps.length * 0.05)] ?? 0, resets }];
}

function heldAt(samples: Samples, first: number, slots: number): Float64Array {
  const { time, value } = samples, hold = Math.max(holdOf(samples), HOUR);
  const levels = new Float64Array(slots).fill(NaN);
  for (let slot = 0; slot < slots; slot++) {
    const instant = first + (slot + 1) * SLOT, row = rowAt(time, instant + 1) - 1;
    if (row >= 0 && instant - time[row]! <= hold) levels[slot] = value[row]!;
  }
  return levels;
}
