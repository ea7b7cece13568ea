/**
 * Power that a battery regulates to zero.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { MINUTE } from "../time.ts";
import { gapCap, usualStep, valuesAt } from "./samples.ts";

/** A battery regulates to within this; many draw a little, some nothing at all. [W] */
export const NEAR_ZERO = 30;

/**
 * A battery follows each change of the load some seconds late. The means of an interval do not show
 * these pulses; in simulated houses, they come to this much. [W]
 */
export const HIDDEN_PULSES = 15;

/**
 * A battery holds the power near zero for more of the samples than a house without one, or for more of those
 * with this much generation, which no house uses up by chance. [0–1], [W]
 */
const HELD = 0.4, HELD_IN_SUN = 0.2, SUN = 300;
/** Samples that are looked at, and those with generation that tell. */
const MOST = 4096, ENOUGH_SUN = 50;

/** Whether the power itself shows that something holds it at zero, such as a battery that is not bound. */
export function isHeldNearZero({ time, value }: Samples, generation: Samples): boolean {
  const stride = Math.max(1, Math.ceil(value.length / MOST)),
    looked = Math.ceil(value.length / stride);
  const times = Float64Array.from({ length: looked }, (_, i) => time[i * stride]!);
  const sun = valuesAt(generation, times, gapCap(generation));
  let near = 0, sunny = 0, nearInSun = 0;
  for (let i = 0; i < looked; i++) {
    const isNear = Math.abs(value[i * stride]!) <= NEAR_ZERO, isSunny = sun[i]! > SUN;
    if (isNear) near++;
    if (isSunny) sunny++;
    if (isNear && isSunny) nearInSun++;
  }
  return near > HELD * looked || (sunny >= ENOUGH_SUN && nearInSun > HELD_IN_SUN * sunny);
}

/** Export for a moment, after a load was switched off. [W] */
const PULSE = -100;
/** Samples near zero that tell, and the share of them at which nothing is drawn. [–], [0–1] */
const ENOUGH = 200, NOT_DRAWN = 0.02;
/** Of moments, more than this share is such a pulse between two samples near zero. [0–1] */
const PULSES = 0.001;

/**
 * Whether the samples of a regulated power hardly ever meet a pulse of export, so that they are means of
 * intervals. A device that writes on change shows each of them.
 * Of 41 simulated houses with moments each minute or more rarely, one is taken for a house with means; of
 * 19 with means, 17 are found.
 */
export function hidesPulses(samples: Samples): boolean {
  const { value } = samples;
  if ("holds" in samples || !(usualStep(samples) >= 0.9 * MINUTE)) return false;
  const isNear = (row: number) => Math.abs(value[row]!) <= NEAR_ZERO;
  let near = 0, free = 0, pulses = 0;
  for (let row = 1; row + 1 < value.length; row++) {
    if (!isNear(row - 1) || !isNear(row + 1)) continue;
    near++;
    if (value[row]! <= 0) free++;
    if (value[row]! < PULSE) pulses++;
  }
  return near >= ENOUGH && free > NOT_DRAWN * near && pulses < PULSES * near;
}
