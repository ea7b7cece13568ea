/**
 * Whether a device writes a sample only if its value changes, and by how much.
 *
 * @module
 */

import { rowAfter, type Samples } from "../columns.ts";

/** A series with fewer pairs of samples tells nothing about how it is written. */
const ENOUGH = 100;
/** Of changes that a deadband lets through, more than this share is less than twice the smallest. */
const NEAR = 0.02;
/** Where devices switch all the time, more than this share is less than five times the smallest. */
const ABOUT = 0.1;
/** So many of them are no chance. */
const LEAST_NEAR = 20;
/** For each of them, fewer values than this repeat the one before. */
const EQUAL = 0.05;
/**
 * The least change that a device writes, if it writes on change only: no value repeats the one before,
 * although many changes are about as small as the smallest. Of samples at fixed times in steps of 1 W, a
 * quarter as many repeat as change by one or two steps.
 *
 * @returns `null` if the series is sampled at fixed times. [unit of the samples]
 */
export function deadbandOf({ time, value }: Samples): number | null {
  if (time.length - 1 < ENOUGH) return null;
  const changes = someChanges(value), equal = repeatsIn(changes);
  // Nearly all devices sample at fixed times; most of them show it before anything is sorted.
  if (equal > EQUAL * NEAR * changes.length) return null;
  changes.sort();
  const smallest = changes[equal]!;
  const upTo = (times: number) => rowAfter(changes, times * smallest) - equal;
  const near = upTo(2), isNear = near > NEAR * changes.length && equal <= EQUAL * near;
  return near > LEAST_NEAR && (isNear || equal === 0 && upTo(5) > ABOUT * changes.length)
    ? smallest
    : null;
}

function repeatsIn(changes: Float64Array): number {
  let equal = 0;
  for (let i = 0; i < changes.length; i++) if (changes[i] === 0) equal++;
  return equal;
}

/** Whether a series could be one of leaps only: hardly any value repeats. */
export function neverRepeats({ time, value }: Samples): boolean {
  if (time.length < 3) return false;
  const changes = someChanges(value);
  return repeatsIn(changes) <= EQUAL * NEAR * changes.length;
}

/** Changes between neighbours, of an even selection. */
function someChanges(value: Float64Array): Float64Array {
  const pairs = value.length - 1, stride = Math.ceil(pairs / 4096);
  const changes = new Float64Array(Math.ceil(pairs / stride));
  for (let i = 0; i < changes.length; i++) {
    changes[i] = Math.abs(value[i * stride + 1]! - value[i * stride]!);
  }
  return changes;
}
