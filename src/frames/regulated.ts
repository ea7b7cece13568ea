/**
 * Power that a battery regulates to zero.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { MINUTE } from "../time.ts";
import { usualStep } from "./samples.ts";

/** A battery regulates to within this; many draw a little, some nothing at all. [W] */
export const NEAR_ZERO = 30;

/**
 * A battery follows each change of the load some seconds late. The means of an interval do not show
 * these pulses; in simulated houses, they come to this much. [W]
 */
export const HIDDEN_PULSES = 15;

/** A battery holds the power near zero for more of the samples than a house without one. [0–1] */
const HELD = 0.4;

/** Whether the power itself shows that something holds it at zero, such as a battery that is not bound. */
export function isHeldNearZero({ value }: Samples): boolean {
  let near = 0;
  for (let row = 0; row < value.length; row++) if (Math.abs(value[row]!) <= NEAR_ZERO) near++;
  return near > HELD * value.length;
}

/** A pulse is higher, and means show no more of it than its energy over their interval. [W], [W × s] */
const PULSE = 100, PULSE_ENERGY = 15_000;
/** Samples near zero that tell, and the share of them at which nothing is drawn. [–], [0–1] */
const ENOUGH = 1500, NOT_DRAWN = 0.02;
/** Of moments, more than this share stands alone above those near zero. [0–1] */
const ALONE = 0.001;

/**
 * Whether the samples of a regulated power hardly ever meet a pulse, so that they are means of intervals.
 * A device that writes on change shows each of them.
 * Of 41 simulated houses with moments each minute or more rarely, none is taken for one with means; of 19
 * with means, 13 are found.
 */
export function hidesPulses(samples: Samples): boolean {
  const { value } = samples;
  const step = usualStep(samples), pulse = Math.max(PULSE, 1000 * PULSE_ENERGY / step);
  if ("holds" in samples || !(step >= 0.9 * MINUTE)) return false;
  const isNear = (row: number) => Math.abs(value[row]!) <= NEAR_ZERO;
  let near = 0, free = 0, alone = 0;
  for (let row = 1; row + 1 < value.length; row++) {
    if (!isNear(row - 1) || !isNear(row + 1)) continue;
    near++;
    if (value[row]! <= 0) free++;
    if (Math.abs(value[row]!) > pulse) alone++;
  }
  return near >= ENOUGH && free > NOT_DRAWN * near && alone < ALONE * near;
}
