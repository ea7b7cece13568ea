/**
 * What the counters of a silent device prove.
 *
 * @module
 */

import { rowAt, type Samples } from "../columns.ts";
import type { TimeRange } from "../time.ts";
import type { Repair } from "./counters.ts";

/** A counter of a device with gaps. [kWh] */
export interface GapCounter extends Samples {
  /** Its repairs: a standstill across a repair that books nothing proves nothing. */
  readonly repairs?: readonly Repair[];
  /**
   * For a day counter: the ascending instants at which it starts again at zero, such as local
   * midnights. [ms]
   *
   * @default {[]}
   */
  readonly resets?: ArrayLike<number>;
}

/** A counter with its smallest step; it cannot show less. [kWh] */
export interface ResolvedCounter extends GapCounter {
  /** Smallest step. [kWh] */
  readonly resolution: number;
}

/** What the counters of all devices prove together. */
export interface CounterEvidence {
  /** What they counted at least; 0 if all stood still; NaN if unknown. [kWh] */
  readonly advanced: number;
  /** Whether they may have counted more. */
  readonly isLeast: boolean;
  /**
   * Their smallest steps: what they may have counted without showing it, or shown late. [kWh]
   */
  readonly resolution: number;
}

/**
 * What the counters of all devices prove about a part of a silence. Devices whose counters reported
 * meanwhile are not the silent ones; they count only if there are no others.
 *
 * A counter that advanced proves that its device worked. A standstill is proof only if the counter was
 * not reset meanwhile, because a day counter loses at midnight what it counted.
 *
 * @param silence From the last sample before it to the first one after it. [ms]
 * @param part The part of the silence that is in question. [ms]
 */
export function counterEvidence(
  devices: readonly (readonly ResolvedCounter[])[],
  silence: TimeRange,
  part: TimeRange,
): CounterEvidence {
  const silent = devices.filter((device) => !device.some((one) => hasSamplesWithin(one, silence)));
  const each = (silent.length > 0 ? silent : devices)
    .map((device) =>
      device.map((counter) => evidenceOf(counter, part)).reduce(better, NO_EVIDENCE)
    );
  const sum = (parts: readonly CounterEvidence[]) =>
    parts.reduce((kwh, one) => kwh + one.advanced, 0);
  const ahead = each.filter((one) => one.advanced > 0);
  if (ahead.length > 0) {
    const isLeast = ahead.length < each.filter((one) => one.advanced !== 0).length ||
      ahead.some((one) => one.isLeast);
    const resolution = ahead.reduce((kwh, one) => kwh + one.resolution, 0);
    return { advanced: sum(ahead), isLeast, resolution };
  }
  if (each.length === 0 || each.some((one) => Number.isNaN(one.advanced))) return NO_EVIDENCE;
  return {
    advanced: 0,
    isLeast: false,
    resolution: Math.max(...each.map((one) => one.resolution)),
  };
}

const NO_EVIDENCE: CounterEvidence = { advanced: NaN, isLeast: false, resolution: 0 };

/** The stronger evidence of two counters: an advance before a standstill before nothing. */
function better(a: CounterEvidence, b: CounterEvidence): CounterEvidence {
  if (a.advanced > 0 || b.advanced > 0) return b.advanced > (a.advanced || 0) ? b : a;
  if (Number.isNaN(a.advanced)) return b;
  if (Number.isNaN(b.advanced)) return a;
  return a.resolution < b.resolution ? a : b;
}

/** A millionth is the noise of binary fractions. [kWh] */
const NOISE = 1e-6;

function evidenceOf(counter: ResolvedCounter, { start, end }: TimeRange): CounterEvidence {
  const { time, value, resets = [], resolution } = counter;
  const before = rowAt(time, start + 1) - 1, after = rowAt(time, end);
  if (before < 0 || after >= time.length) return NO_EVIDENCE;
  const from = value[before]!, to = value[after]!;
  const reset = lastReset(resets, time[after]!);
  if (reset !== null && time[before]! < reset) {
    // It was reset meanwhile, or will be late and still shows the day before.
    if (to <= NOISE || Math.abs(to - from) <= NOISE || end <= reset) return NO_EVIDENCE;
    return { advanced: to > from ? to - from : to, isLeast: true, resolution };
  }
  const advanced = to - from;
  if (advanced > NOISE) return { advanced, isLeast: false, resolution };
  if (advanced < -NOISE) {
    // It restarted during the day. A smaller fall is a fault and no evidence.
    const isRestart = reset !== null && to > NOISE && to < from / 2;
    return isRestart ? { advanced: to, isLeast: true, resolution } : NO_EVIDENCE;
  }
  const showsYesterday = reset !== null && from > 0 &&
    Math.abs(from - (value[rowAt(time, reset) - 1] ?? NaN)) <= NOISE;
  return showsYesterday || wasRepaired(counter, time[before]!, time[after]!)
    ? NO_EVIDENCE
    : { advanced: 0, isLeast: false, resolution };
}

/** The last instant up to `at` at which a day counter starts again; `null` for other counters. */
function lastReset(resets: ArrayLike<number>, at: number): number | null {
  const next = rowAt(resets, at + 1);
  return next > 0 ? resets[next - 1]! : null;
}

function wasRepaired({ repairs = [] }: GapCounter, after: number, until: number): boolean {
  return repairs.some(({ time, booked }) => booked === 0 && time > after && time <= until);
}

/** Whether it has samples in the middle half; they need not be as frequent as the missing ones. */
function hasSamplesWithin({ time }: Samples, { start, end }: TimeRange): boolean {
  const quarter = (end - start) / 4, next = rowAt(time, start + quarter);
  return next < time.length && time[next]! <= end - quarter;
}
