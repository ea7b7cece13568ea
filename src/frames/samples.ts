/**
 * The samples of one signal: how far apart they usually are, which lie in a period, which are
 * present, and sums and directions of signals.
 *
 * @module
 */

import { rowAfter, rowAt, type Samples } from "../columns.ts";
import { HOUR, MINUTE } from "../time.ts";
import { deadbandOf } from "./deadband.ts";

/**
 * The longest distance of samples that still counts as covered: three times the usual one, but at
 * least one minute and at most five, and always enough for the usual one with its jitter. Distances
 * that are usually longer than an hour are silences, not scrapes.
 *
 * @returns Cap; 5 minutes if the usual distance is unknown. [ms]
 */
export function gapCap(samples: Samples): number {
  const usual = usualStep(samples);
  if (!(usual <= HOUR)) return 5 * MINUTE;
  return Math.max(Math.min(Math.max(3 * usual, MINUTE), 5 * MINUTE), 1.5 * usual);
}

/** Between readings at longer distances too much happens for one device to mix them with short ones. */
const LONGEST_MIXED = 20 * MINUTE;

/** A distance that returns so often is no outage. */
const OFTEN = 5;

/**
 * The usual distance of samples, over an even selection of the distances: their median, or a longer one
 * in which most of the time lies. A device that reports every 11 s for some hours and every 5 minutes
 * for the rest of the day usually reports every 5 minutes. Outages are rare and differ in length.
 *
 * @returns Distance, NaN if there are fewer than two samples. [ms]
 */
export function usualStep({ time }: Samples): number {
  if (time.length < 2) return NaN;
  const known = usualSteps.get(time);
  if (known !== undefined) return known;
  const step = measureUsualStep(time);
  usualSteps.set(time, step);
  return step;
}

/** Of series that are asked for again and again; times are never changed. */
const usualSteps = new WeakMap<Float64Array, number>();

function measureUsualStep(time: Float64Array): number {
  const some = someSteps(time).sort(), median = some[some.length >> 1]!;
  const heard = some.subarray(0, rowAfter(some, LONGEST_MIXED)), total = sumOf(heard);
  let longer = 0, passed = 0;
  while (longer < heard.length && passed < total / 2) passed += heard[longer++]!;
  const middle = heard[longer - 1] ?? median;
  if (middle <= median) return median;
  const alike = heard.subarray(rowAt(heard, 0.9 * middle), rowAfter(heard, 1.1 * middle));
  return alike.length >= OFTEN && sumOf(alike) >= total / 3 ? middle : median;
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum;
}

/**
 * A function of its own, because V8 compiles a long loop during its first run. If code after the loop
 * has not run yet, V8 would discard that machine code at the end of the loop, every time.
 */
function someSteps(time: Float64Array): Float64Array {
  const steps = time.length - 1, stride = Math.ceil(steps / 4096);
  const some = new Float64Array(Math.ceil(steps / stride));
  for (let i = 0; i < some.length; i++) some[i] = time[i * stride + 1]! - time[i * stride]!;
  return some;
}

/**
 * Index of the first sample at or after each border.
 *
 * @param borders Ascending. [ms]
 * @returns One index per border; slot `i` holds the samples from index `i` to before index `i + 1`.
 */
export function slotIndexes({ time }: Samples, borders: ArrayLike<number>): Uint32Array {
  return Uint32Array.from(borders, (border) => rowAt(time, border));
}

/** Rows `from` to before `to`, as views on the same memory. */
export function rowsOf({ time, value }: Samples, from: number, to: number): Samples {
  return { time: time.subarray(from, to), value: value.subarray(from, to) };
}

/** Leaves out absent values (NaN). */
export function present(samples: Samples): Samples {
  const { time, value } = samples;
  if (!hasAbsent(value)) return samples;
  const isPresent = (_: number, row: number) => !Number.isNaN(value[row]!);
  return { time: time.filter(isPresent), value: value.filter(isPresent) };
}

/**
 * Leaves out samples that repeat the time of another one. A signal has one value at a time, and a slope
 * between two samples of the same time is not a number. The last of them stays. A device that writes on
 * change never writes its value again, so there it is the last one that differs from the sample before.
 *
 * @param samples Ascending in time.
 * @returns The other samples, and the time of each that was left out. [ms]
 */
export function withoutRepeats(samples: Samples): { samples: Samples; repeated: Float64Array } {
  const { time, value } = samples, count = repeatsIn(time);
  if (count === 0) return { samples, repeated: new Float64Array() };
  const changes = distinct(samples, count, (row, before) => value[row] !== before);
  const isOnChange = deadbandOf(changes) !== null;
  return {
    samples: isOnChange ? changes : distinct(samples, count, () => true),
    repeated: time.filter((now, row) => now === time[row + 1]),
  };
}

/**
 * The last sample of each time that is wanted, or the last one.
 *
 * @param isWanted Whether the sample of a row is, after the value before its time.
 */
function distinct(
  { time, value }: Samples,
  repeats: number,
  isWanted: (row: number, before: number) => boolean,
): Samples {
  const times = new Float64Array(time.length - repeats), values = times.slice();
  let rows = 0, before = NaN;
  for (let first = 0; first < time.length;) {
    let next = first + 1;
    while (time[next] === time[first]) next++;
    let row = next - 1;
    while (row > first && !isWanted(row, before)) row--;
    if (!isWanted(row, before)) row = next - 1;
    times[rows] = time[row]!;
    values[rows++] = before = value[row]!;
    first = next;
  }
  return { time: times, value: values };
}

/** A function of its own for the same reason as `someSteps()`. */
function repeatsIn(time: Float64Array): number {
  let count = 0, before = NaN;
  for (let row = 0; row < time.length; row++) {
    const now = time[row]!;
    if (now === before) count++;
    before = now;
  }
  return count;
}

/** A loop without a callback, because it reads every sample. */
function hasAbsent(value: Float64Array): boolean {
  for (let row = 0; row < value.length; row++) if (Number.isNaN(value[row]!)) return true;
  return false;
}

/** Options of {@linkcode addSignals}. */
export interface AddOptions {
  /**
   * Longest distance of samples across which a signal is interpolated. [ms]
   *
   * @default {gapCap of each signal}
   */
  readonly maxGap?: number;
}

/**
 * Adds signals at every time at which one of them has a sample. The others are interpolated there; if
 * one of them is unknown, so is the sum.
 *
 * @param signals Ascending in time, without absent values.
 */
export function addSignals(signals: readonly Samples[], options: AddOptions = {}): Samples {
  if (signals.length === 1) return signals[0]!;
  const time = Float64Array.from(new Set(signals.flatMap((signal) => [...signal.time]))).sort();
  const value = new Float64Array(time.length);
  for (const signal of signals) {
    const part = valuesAt(signal, time, options.maxGap ?? gapCap(signal));
    for (let i = 0; i < value.length; i++) value[i]! += part[i]!;
  }
  return { time, value };
}

/**
 * A signal's values at given times, on the straight line between its samples.
 *
 * @param times Ascending. [ms]
 * @param maxGap Longest distance of samples that is bridged. [ms]
 * @returns Values; NaN outside of the samples and within longer gaps.
 */
export function valuesAt(
  signal: Samples,
  times: ArrayLike<number>,
  maxGap: number,
): Float64Array {
  const { time, value } = signal;
  const out = new Float64Array(times.length).fill(NaN);
  let next = 0;
  for (let i = 0; i < times.length; i++) {
    const at = times[i]!;
    while (next < time.length && time[next]! < at) next++;
    if (next === time.length) break;
    if (time[next] === at) out[i] = value[next]!;
    else if (next > 0 && time[next]! - time[next - 1]! <= maxGap) {
      const t0 = time[next - 1]!, v0 = value[next - 1]!;
      out[i] = v0 + (value[next]! - v0) * ((at - t0) / (time[next]! - t0));
    }
  }
  return out;
}

/**
 * Import of signed grid power: `max(power, 0)` per raw sample. Averages must not be split, because
 * import and export within an interval cancel out.
 *
 * @param power Positive import, negative export. [W]
 * @returns Import; absent values stay absent. [W]
 */
export function importOf(power: Float64Array): Float64Array {
  const imported = new Float64Array(power.length);
  // A loop without a callback, because it reads every sample.
  for (let row = 0; row < power.length; row++) {
    const watts = power[row]!;
    imported[row] = watts > 0 ? watts : watts <= 0 ? 0 : NaN;
  }
  return imported;
}

/**
 * Export of signed grid power: `max(−power, 0)` per raw sample.
 *
 * @param power Positive import, negative export. [W]
 * @returns Export; absent values stay absent. [W]
 */
export function exportOf(power: Float64Array): Float64Array {
  const exported = new Float64Array(power.length);
  for (let row = 0; row < power.length; row++) {
    const watts = power[row]!;
    exported[row] = watts < 0 ? -watts : watts >= 0 ? 0 : NaN;
  }
  return exported;
}
