/**
 * Meters that report means of an interval instead of the power of a moment. Within the interval both
 * directions cancel, so the integral of either direction is too low.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { MINUTE } from "../time.ts";
import { integrate, type IntegrateOptions } from "./integrate.ts";
import { gapCap, usualStep } from "./samples.ts";

/** Smaller leaps of power may be noise. [W] */
const LEAST_LEAP = 300;
/** Before and after a leap that stands alone, power changes by less than this share of it. */
const FLAT = 0.1;
/** A sample between both levels of a leap is this share of it away from either. */
const BETWEEN = 0.15;
/** So many leaps show how a meter measures; more are not read. */
const ENOUGH_LEAPS = 20, MOST_LEAPS = 300;
/** Share of the leaps with a sample between both levels: 0.7 for means, near 0 for moments. */
const SHARE = 0.4;

/**
 * Whether a meter reports means of its intervals. An appliance that is switched on within an interval
 * shows in it as a value between the power before and the power after; in samples of moments, hardly
 * ever.
 *
 * @param samples Grid power, ascending in time. [W]
 */
export function reportsMeans(samples: Samples): boolean {
  const { time, value } = samples, longest = 1.5 * usualStep(samples);
  let leaps = 0, between = 0;
  for (let row = 2; row + 2 < time.length && leaps < MOST_LEAPS; row++) {
    const before = value[row - 1]!, after = value[row + 1]!, leap = Math.abs(after - before);
    if (!(leap >= LEAST_LEAP) || time[row + 2]! - time[row - 2]! > 4 * longest) continue;
    const rest = Math.max(
      Math.abs(before - value[row - 2]!),
      Math.abs(value[row + 2]! - after),
    );
    const share = (value[row]! - before) / (after - before);
    if (!(rest <= FLAT * leap && share >= -FLAT && share <= 1 + FLAT)) continue;
    leaps++;
    if (share > BETWEEN && share < 1 - BETWEEN) between++;
  }
  return leaps >= ENOUGH_LEAPS && between > SHARE * leaps;
}

/** What switches on and off near a sample, does so within this time. [ms] */
const LONGEST_NEAR = 5 * MINUTE;
/** Number of samples in that time, between which the levels are looked for. */
const LEAST_NEAR = 2, MOST_NEAR = 12;

/**
 * How much energy may have flowed in both directions within the intervals of a meter that reports
 * means, by the levels around: a mean between a level of import and a level of export is a mixture of
 * the two. Over a month of random houses it is two to eight times what really cancelled.
 *
 * @param samples Grid power, ascending in time. [W]
 * @param borders Slot `i` is [borders[i], borders[i + 1]). [ms]
 * @returns Energy of either direction per slot. [Wh]
 */
export function cancelledEnergy(
  samples: Samples,
  borders: ArrayLike<number>,
  { maxGap = gapCap(samples) }: Pick<IntegrateOptions, "maxGap"> = {},
): Float64Array {
  const { time, value } = samples, step = usualStep(samples);
  if (!(step > 0)) return new Float64Array(Math.max(0, borders.length - 1));
  const length = Math.max(LEAST_NEAR * step, Math.min(MOST_NEAR * step, LONGEST_NEAR));
  const { high, low } = levelsOf(samples, length), lost = new Float64Array(time.length);
  for (let row = 0; row < time.length; row++) {
    const block = Math.floor((time[row]! - time[0]!) / length) + 1;
    const most = Math.max(high[block - 1]!, high[block]!, high[block + 1]!);
    const least = Math.min(low[block - 1]!, low[block]!, low[block + 1]!);
    if (!(most > 0 && least < 0)) continue;
    const share = (value[row]! - least) / (most - least);
    // The mixture imports share × most and exports the rest; the mean shows the difference only.
    lost[row] = Math.min(share * most, (1 - share) * -least);
  }
  return integrate({ time, value: lost }, borders, { maxGap }).energy;
}

/** Highest and lowest value of each stretch of some length, with an empty one at either end. */
function levelsOf({ time, value }: Samples, length: number) {
  const count = time.length === 0 ? 0 : Math.floor((time.at(-1)! - time[0]!) / length) + 1;
  const high = new Float64Array(count + 2).fill(-Infinity);
  const low = new Float64Array(count + 2).fill(Infinity);
  for (let row = 0; row < time.length; row++) {
    const block = Math.floor((time[row]! - time[0]!) / length) + 1;
    if (value[row]! > high[block]!) high[block] = value[row]!;
    if (value[row]! < low[block]!) low[block] = value[row]!;
  }
  return { high, low };
}
