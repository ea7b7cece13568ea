/**
 * Series of devices that write a sample only if the value changes: between two samples the value holds.
 *
 * @module
 */

import { rowAfter, rowAt, type Samples } from "../columns.ts";
import { HOUR, MINUTE } from "../time.ts";

/** A series with fewer pairs of samples tells nothing about how it is written. */
const ENOUGH = 100;
/** Of samples at fixed times, more than this share repeats the value before. [0–1] */
const EQUAL = 0.02;
/** Of changes that a deadband lets through, more than this share is less than twice the smallest. */
const NEAR_DEADBAND = 0.05;
/** A value that may be off by more while it holds is not taken for known. [W] */
const MOST_HIDDEN = 2;
/** The longest time for which a value holds. [ms] */
const LONGEST_HOLD = HOUR;
/** If nothing of the device is heard for longer, it is not known to work. [ms] */
const LONGEST_SILENCE = 5 * MINUTE;
/** Distance of the samples that stand for a value that holds. [ms] */
const FILL = MINUTE;

/**
 * The least change that a device writes, if it writes on change only: hardly any value repeats the one
 * before, although many changes are about as small as the smallest.
 *
 * @returns `null` if the series is sampled at fixed times. [unit of the samples]
 */
export function deadbandOf(samples: Samples): number | null {
  const { time, value } = samples, pairs = time.length - 1;
  if (pairs < ENOUGH) return null;
  const stride = Math.ceil(pairs / 4096), count = Math.ceil(pairs / stride);
  const changes = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const row = i * stride;
    changes[i] = Math.abs(value[row + 1]! - value[row]!);
  }
  changes.sort();
  const equal = rowAfter(changes, 0), smallest = changes[equal] ?? 0;
  if (equal > EQUAL * count || smallest === 0) return null;
  return rowAfter(changes, 2 * smallest) - equal > NEAR_DEADBAND * count ? smallest : null;
}

/**
 * Power with samples for the time in which its value holds, if its device writes on change only. The
 * value holds as long as other series of the same device show that the device is heard; if all of them
 * are silent, that may be an outage. A device that hides changes of more than 2 W is left as it is,
 * because its error would be in no band.
 *
 * @param samples Ascending in time. [W]
 * @param others Other series of the same device.
 * @returns The same samples if the device samples at fixed times.
 */
export function withHeldValues(samples: Samples, others: readonly Samples[]): Samples {
  const deadband = others.length === 0 ? null : deadbandOf(samples);
  if (deadband === null || deadband > MOST_HIDDEN) return samples;
  const { time, value } = samples;
  const shortest = shortestStep(time), at: number[] = [], held: number[] = [];
  for (let row = 0; row < time.length; row++) {
    at.push(time[row]!);
    held.push(value[row]!);
    const next = time[row + 1];
    if (next === undefined || next - time[row]! <= FILL) continue;
    if (!isAlive(others, time[row]!, next)) continue;
    // The change itself happened within the last step.
    const last = next - shortest;
    for (let now = time[row]! + FILL; now < last; now += FILL) {
      at.push(now);
      held.push(value[row]!);
    }
    at.push(last);
    held.push(value[row]!);
  }
  return { time: Float64Array.from(at), value: Float64Array.from(held) };
}

/** The distance at which the device looks at its value. [ms] */
function shortestStep(time: Float64Array): number {
  const steps = Float64Array.from({ length: time.length - 1 }, (_, i) => time[i + 1]! - time[i]!)
    .sort();
  return Math.min(steps[Math.floor(0.1 * steps.length)]!, FILL);
}

/** Whether other series were heard again and again from one instant to another. */
function isAlive(others: readonly Samples[], start: number, end: number): boolean {
  if (end - start > LONGEST_HOLD) return false;
  if (end - start <= LONGEST_SILENCE) return true;
  const heard = others.flatMap(({ time }) => [
    ...time.subarray(rowAt(time, start), rowAt(time, end)),
  ]).sort((a, b) => a - b);
  let last = start;
  for (const now of [...heard, end]) {
    if (now - last > LONGEST_SILENCE) return false;
    last = now;
  }
  return true;
}
