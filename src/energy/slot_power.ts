/**
 * Mean power per slot that follows from other series: from counters, from several inverters, and the
 * load that no meter measures.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { resolutionOf } from "../frames/counters.ts";
import { gapCap } from "../frames/samples.ts";
import { HOUR, MINUTE, type Period, type TimeRange } from "../time.ts";

/** The error of a mean that a counter's step may leave. [W] */
const RESOLVED = 50;

/** Options of {@linkcode countedPower}. */
export interface CountedPowerOptions {
  /**
   * Share of a slot that readings must cover. [0–1]
   *
   * @default {0.8}
   */
  readonly minCoverage?: number;
  /**
   * Per counter, when nothing flowed.
   *
   * @default {[]}
   */
  readonly zeros?: readonly (readonly TimeRange[])[];
}

/**
 * Mean power per slot by counters, added; NaN where one does not know it, or where its step is too much
 * for the slot. A counter that wakes up or falls asleep within a slot is known there, too.
 *
 * @param counters Ascending in time; a fall is a reset. [kWh]
 * @param borders Slot `i` is [borders[i], borders[i + 1]). [ms]
 */
export function countedPower(
  counters: readonly Samples[],
  borders: Float64Array,
  { minCoverage = 0.8, zeros = [] }: CountedPowerOptions = {},
): Float64Array {
  return addSlots(counters.map((counter, index) => {
    const slots = Math.max(0, borders.length - 1), step = resolutionOf(counter);
    const { energy, covered } = risesPerSlot(counter, borders);
    for (const zero of zeros[index] ?? []) {
      eachSlot(borders, zero, (slot, length) => {
        covered[slot]! += length;
      });
    }
    return Float64Array.from({ length: slots }, (_, slot) => {
      const length = borders[slot + 1]! - borders[slot]!, hours = length / HOUR;
      // Where nothing flowed all the time, a coarse step hides nothing.
      const isResolved = energy[slot] === 0 || 1000 * step / hours <= RESOLVED;
      return isResolved && covered[slot]! >= minCoverage * length
        ? 1000 * energy[slot]! * HOUR / covered[slot]!
        : NaN;
    });
  }));
}

/** What a counter counted per slot, evenly between two samples, and the time that it knows of. */
export function risesPerSlot(counter: Samples, borders: Float64Array) {
  const { time, value } = counter, maxGap = gapCap(counter);
  const energy = new Float64Array(Math.max(0, borders.length - 1)), covered = energy.slice();
  let first = 0;
  for (let row = 0; row + 1 < time.length; row++) {
    const start = time[row]!, end = time[row + 1]!;
    if (end - start > maxGap) continue;
    const perTime = Math.max(0, value[row + 1]! - value[row]!) / (end - start);
    while (first + 1 < borders.length && borders[first + 1]! <= start) first++;
    eachSlot(borders, { start, end }, (slot, length) => {
      energy[slot]! += perTime * length;
      covered[slot]! += length;
    }, first);
  }
  return { energy, covered };
}

/** Calls with each slot that a range touches, and for how long. */
function eachSlot(
  borders: Float64Array,
  { start, end }: TimeRange,
  use: (slot: number, length: number) => void,
  first = Math.max(0, borders.findIndex((border) => border > start) - 1),
): void {
  for (let slot = first; slot + 1 < borders.length && borders[slot]! < end; slot++) {
    const length = Math.min(end, borders[slot + 1]!) - Math.max(start, borders[slot]!);
    if (length > 0) use(slot, length);
  }
}

/** Sums of several powers per slot; NaN where one is unknown. */
export function addSlots(parts: readonly Float64Array[]): Float64Array {
  const [first, ...others] = parts;
  return first
    ? first.map((watts, slot) => others.reduce((sum, part) => sum + part[slot]!, watts))
    : new Float64Array();
}

/** Meter and inverter are read at different moments: so far energy lands in another slot. [ms] */
const REACH = 30 * MINUTE;

/** A load that is lower by less is noise around zero. [W] */
const NOISE = 50;

/**
 * A load without negative values, which no house has. Meter and inverter are read at different moments:
 * what a slot has too little, its neighbours have too much, so it is taken from them and the sum stays.
 * Where they do not have as much, the load is unknown.
 *
 * @param load One value per slot. [W]
 * @param step Length of a slot. [ms]
 */
export function withoutNegative(load: Float64Array, step: number): Float64Array {
  const out = load.slice(), reach = Math.max(1, Math.round(REACH / step));
  for (let slot = 0; slot < out.length; slot++) {
    let lacking = -load[slot]!;
    if (!(lacking > 0)) continue;
    out[slot] = 0;
    for (let distance = 1; distance <= reach && lacking > 0; distance++) {
      for (const near of [slot - distance, slot + distance]) {
        const taken = Math.min(lacking, Math.max(0, out[near] ?? 0) || 0);
        if (taken > 0) out[near]! -= taken;
        lacking -= taken;
      }
    }
    if (lacking > NOISE) out[slot] = NaN;
  }
  return out;
}

/** Borders of slots that tile each day from its midnight; the last slot of a day may be shorter. */
export function slotBorders(days: readonly Period[], step: number): Float64Array {
  const borders: number[] = [];
  for (const { start, end } of days) {
    for (let at = start; at < end; at += step) borders.push(at);
  }
  borders.push(days.at(-1)!.end);
  return Float64Array.from(borders);
}
