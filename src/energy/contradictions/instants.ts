/**
 * Powers at instants of equal distance, so that series of different devices can be compared.
 *
 * @module
 */

import { rowAfter, type Samples } from "../../columns.ts";
import { deadbandOf } from "../../frames/deadband.ts";
import { gapCap } from "../../frames/samples.ts";
import { HOUR, MINUTE, type Period } from "../../time.ts";

/** Distance of the instants. [ms] */
export const STEP = 10 * MINUTE;
/** Hours that an instant stands for. [h] */
export const HOURS = STEP / HOUR;
/**
 * For so long a device that writes on change may be silent. It is long, because a false reading now and
 * then proves nothing here, and a house with a deadband of 50 W hardly changes at night. [ms]
 */
export const LONGEST_HOLD = 4 * HOUR;

/** Instants, and the day of each. */
export interface Instants {
  /** [ms] */
  readonly at: Float64Array;
  readonly day: Uint16Array;
}

/** The instants of some days, up to the present. */
export function instantsOf(days: readonly Period[], now: number): Instants {
  const start = days[0]!.start, end = Math.min(days.at(-1)!.end, now);
  const count = Math.max(0, Math.floor((end - start) / STEP));
  const at = new Float64Array(count), day = new Uint16Array(count);
  for (let i = 0, d = 0; i < count; i++) {
    at[i] = start + i * STEP;
    while (days[d]!.end <= at[i]!) d++;
    day[i] = d;
  }
  return { at, day };
}

/** The sum of some powers at instants; NaN where one of them is unknown. [W] */
export function powerAt(parts: readonly Samples[], at: Float64Array): Float64Array {
  const [first, ...others] = parts.map((one) =>
    deadbandOf(one) === null ? interpolatedAt(one, at) : heldAt(one, at)
  );
  const sum = first ?? new Float64Array(at.length).fill(NaN);
  for (const watts of others) {
    for (let i = 0; i < sum.length; i++) sum[i]! += watts[i]!;
  }
  return sum;
}

/** Power on the straight line between samples. [W] */
export function interpolatedAt(
  { time, value }: Samples,
  at: Float64Array,
  cap = gapCap({ time, value }),
): Float64Array {
  const out = new Float64Array(at.length).fill(NaN);
  // Leaps from one instant to the next, because there are many more samples.
  for (let i = 0, next = 0, leap = 0; i < at.length; i++) {
    const instant = at[i]!, from = next;
    if (next + leap < time.length && time[next + leap]! < instant) next += leap;
    while (next < time.length && time[next]! < instant) next++;
    leap = Math.max(0, next - from - 1);
    if (next === time.length) break;
    const after = time[next]! - instant;
    if (after === 0) out[i] = value[next]!;
    else if (next > 0) {
      const before = instant - time[next - 1]!, step = before + after;
      if (step <= cap) {
        out[i] = (value[next - 1]! * after + value[next]! * before) / step;
      }
    }
  }
  return out;
}

/** Power of a device that writes on change: its last sample holds. [W] */
function heldAt({ time, value }: Samples, at: Float64Array): Float64Array {
  return at.map((instant) => {
    const row = rowAfter(time, instant) - 1;
    return row >= 0 && instant - time[row]! <= LONGEST_HOLD ? value[row]! : NaN;
  });
}
