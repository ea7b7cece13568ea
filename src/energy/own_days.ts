/**
 * The day counter of each day by itself: without what still belongs to the day before, and what may have
 * flowed after its last reading.
 *
 * @module
 */

import { rowAt, type Samples } from "../columns.ts";
import {
  type Repair,
  repairCounter,
  type RepairedCounter,
  type RepairOptions,
  type RepairRule,
} from "../frames/counters.ts";
import { rowsOf, slotIndexes, valuesAt } from "../frames/samples.ts";
import { bordersOf, HOUR, type Period } from "../time.ts";

/** A repair of the day counter; a late reset has no counterpart in other counters. */
export type DayCounterRepair = Omit<Repair, "rule"> & { readonly rule: RepairRule | "late_reset" };

/** The inverter's counters. */
export interface YieldCounters {
  /** Day counter, without absent values. [kWh] */
  readonly today: Samples;
  /** Lifetime counter, repaired, without absent values. [kWh] */
  readonly total: Samples & Partial<Pick<RepairedCounter, "repairs">>;
}

/** Without power, the mean rise over so many steps tells what flows. */
const STEPS = 4;

/** An inverter that gives less may sleep and wake for a while; what it gave in so many steps tells it. [W] */
const DUSK = 50, LOOK_BACK = 1.5;

/**
 * The most that may have flowed after the last reading of a day, before the inverter fell asleep or
 * its counter was reset: it still gave what it gave at that reading, for less than one more step. Beside a
 * battery it works at midnight, and the next reading tells whether it began to give more. [kWh]
 *
 * @param counter Day counter of one day, repaired, with at least one sample. [kWh]
 * @param power Generation power. [W]
 */
export function tailAfter(
  { time, value }: Samples,
  power: Samples,
  { end, usual, maxGap }: {
    /** End of the day. [ms] */
    readonly end: number;
    /** Longest distance of power samples that is no gap. [ms] */
    readonly maxGap: number;
    /** Usual step of the counter's samples. [ms] */
    readonly usual: number;
  },
): number {
  if (!(usual > 0)) return 0;
  const last = time.length - 1, at = time[last]!;
  const hours = Math.min(end - at, usual) / HOUR;
  const next = rowAt(power.time, at);
  const known = valuesAt(rowsOf(power, Math.max(0, next - 1), next + 1), [at], maxGap)[0]!;
  if (!Number.isNaN(known)) {
    // Behind a cloud an inverter falls asleep, and may wake up once more before it is dark.
    const before = rowsOf(power, rowAt(power.time, at - LOOK_BACK * usual), next).value;
    const most = before.reduce((most, one) => Math.max(most, one || 0), 0);
    const following = rowAt(power.time, end), after = power.value[following]!;
    const isAwake = power.time[following]! - at <= Math.min(maxGap, 2 * usual);
    return Math.max(0, known, isAwake ? after : 0, Math.min(most, DUSK)) / 1000 * hours;
  }
  const before = Math.max(0, last - STEPS);
  return last === before
    ? 0
    : (value[last]! - value[before]!) / (at - time[before]!) * HOUR * hours;
}

/** The day counter of one day. */
export interface OwnDay {
  /** Repaired, counting from the day's start. */
  readonly counter: Samples;
  readonly repairs: readonly DayCounterRepair[];
}

export function ownDays(
  days: readonly Period[],
  { today, total }: YieldCounters,
  { resolution, steps, power, usual, maxGap, ...options }:
    & RepairOptions
    & { readonly power: Samples }
    & Readonly<Record<"resolution" | "steps" | "usual" | "maxGap", number>>,
): OwnDay[] {
  const borders = bordersOf(days);
  const index = slotIndexes(today, borders);
  return days.map((_, d) => {
    const samples = rowsOf(today, index[d]!, index[d + 1]!);
    const row = index[d]!, yesterday = row > 0 ? today.value[row - 1]! : NaN;
    const near = (more: number) => Math.abs(samples.value[0]! - yesterday - more);
    const evening = rowsOf(today, index[d - 1] ?? 0, row), end = borders[d]!;
    const tail = row > 0 && samples.time.length > 0 && evening.time.length > 0
      ? tailAfter(evening, power, { end, usual, maxGap })
      : 0;
    const isSame = near(tail / 2) <= tail / 2 + 2 * resolution + 1e-9;
    // After a silence the day before, it shows what both counters counted meanwhile.
    const showsYesterday = isSame ||
      (!(samples.value[0]! < yesterday) && isTooMuch(samples, power, maxGap)) ||
      near(riseBetween(total, today.time[row - 1]!, samples.time[0]!)) <= steps;
    const isRepaired = options.repair ?? true;
    if (isSame && isRepaired && isCarriedOn(samples, yesterday, { total, steps, power, maxGap })) {
      const { time, value } = samples;
      const counter = repairCounter({ time, value: value.map((one) => one - yesterday) }, options);
      const after = value[0]!, booked = after - yesterday;
      const late = {
        time: time[0]!,
        rule: "late_reset" as const,
        before: yesterday,
        after,
        booked,
      };
      return { counter, repairs: [late, ...counter.repairs] };
    }
    const reset = showsYesterday && isRepaired ? lateReset(samples.value, resolution) : 0;
    const fresh = repairCounter(rowsOf(samples, reset, samples.time.length), options);
    if (reset === 0 || reset === samples.time.length) {
      return { counter: fresh, repairs: fresh.repairs };
    }
    // What it counted on this day before it was reset.
    const carried = Math.max(0, samples.value[reset - 1]! - samples.value[0]!);
    const counter = { ...fresh, value: fresh.value.map((one) => one + carried) };
    const late: DayCounterRepair = {
      time: samples.time[reset]!,
      rule: "late_reset",
      before: samples.value[reset - 1]!,
      after: samples.value[reset]!,
      booked: samples.value[reset]!,
      lost: Math.max(0, samples.value[0]! - yesterday) + lostAtReset(samples, reset, power),
    };
    return { counter, repairs: [late, ...fresh.repairs] };
  });
}

/** The most that may have flowed between the last reading before a reset and the reset. [kWh] */
function lostAtReset({ time, value }: Samples, reset: number, power: Samples): number {
  const start = time[reset - 1]!, end = time[reset]!;
  const around = power.value.subarray(rowAt(power.time, start), rowAt(power.time, end + 1));
  const watts = around.reduce((most, one) => Math.max(most, one || 0), 0);
  return Math.max(0, watts / 1000 * (end - start) / HOUR - value[reset]!);
}

/** No counter that was reset shows so much when the inverter wakes up. [kWh] */
const AT_DAWN = 0.5;

/**
 * Whether a day counter that begins with what it showed the day before was not reset on this day at all:
 * the lifetime counter rose by as much less, or the inverter has only just woken up.
 *
 * @param today Day counter of one day. [kWh]
 * @param yesterday Its last reading before. [kWh]
 */
function isCarriedOn(
  { time, value }: Samples,
  yesterday: number,
  { total, steps, power, maxGap }: {
    readonly total: Samples;
    /** Resolution of both counters together. [kWh] */
    readonly steps: number;
    /** Generation power. [W] */
    readonly power: Samples;
    readonly maxGap: number;
  },
): boolean {
  const last = value.at(-1)!;
  if (!(value[0]! > steps) || last <= value[0]! || value.some((one, i) => one < value[i - 1]!)) {
    return false;
  }
  const counted = riseBetween(total, time[0]!, time.at(-1)!);
  const before = total.value[rowAt(total.time, time[0]!) - 1]!;
  const since = total.value[rowAt(total.time, time.at(-1)! + 1) - 1]! - before;
  if (!Number.isNaN(counted + since)) {
    return since <= last - yesterday + steps && last > since + steps;
  }
  return isTooMuch({ time, value }, power, maxGap);
}

/**
 * Whether a day counter begins with more than an inverter that has only just woken up can have counted:
 * it goes on with the day before.
 *
 * @param today Day counter of one day. [kWh]
 * @param power Generation power. [W]
 */
function isTooMuch({ time, value }: Samples, power: Samples, maxGap: number): boolean {
  if (!(value[0]! >= AT_DAWN)) return false;
  const first = rowAt(power.time, time[0]!);
  const watts = valuesAt(rowsOf(power, Math.max(0, first - 1), first + 2), [time[0]!], maxGap)[0]!;
  return watts < DUSK;
}

/** How far a counter rose between two instants at which it was read; NaN if it was not. [kWh] */
function riseBetween({ time, value }: Samples, start: number, end: number): number {
  return value[rowAt(time, end + 1) - 1]! - value[rowAt(time, start + 1) - 1]!;
}

/**
 * Index of the first sample after a late reset; 0 if the counter shows nothing of the day before, the
 * number of samples if it has not been reset yet.
 *
 * @param value Day counter of a day, which begins with what it showed the day before. [kWh]
 */
function lateReset(value: Float64Array, resolution: number): number {
  if (!(value[0]! > 0)) return 0;
  for (let i = 1; i < value.length; i++) {
    if (value[i]! < value[i - 1]! - resolution / 2) return i;
  }
  return value.at(-1) === value[0] ? value.length : 0;
}
