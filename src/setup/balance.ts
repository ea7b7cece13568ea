/**
 * Chooses inverters by the balance of the house: what the sun brings, the grid's power falls by, and
 * the consumption does not notice.
 *
 * @module
 */

import { SLOTS_PER_HOUR } from "./traces.ts";

/** Lengths of the means whose changes are compared. [slots] */
const LENGTHS = [1, 3, SLOTS_PER_HOUR / 2, SLOTS_PER_HOUR];

/** A part of the generation that may belong to the house or not. */
export interface Part {
  /** Power, zero where it is silent. [W] */
  readonly watts: Float64Array;
  /** How much calmer the consumption must be with it than without it, below 0 if it is sure of itself. */
  readonly threshold: number;
}

/** A part is added only if it makes a difference. */
const LEAST_GAIN = 0.04;

/**
 * The parts with which the consumption is calmest: clouds do not switch on kettles, so the consumption
 * changes least if it is computed from all inverters and from nothing else.
 *
 * @param rest Net import, and what a battery gives beside the parts. [W]
 * @param start Parts to begin with.
 */
export function calmest<P extends Part>(
  rest: Float64Array,
  parts: readonly P[],
  start: readonly P[],
): P[] {
  const isDay = daylight(parts), none = unrestOf(rest, isDay);
  const scoreOf = (chosen: readonly P[]) => {
    const sum = Float64Array.from(rest);
    for (const { watts } of chosen) {
      for (let slot = 0; slot < sum.length; slot++) sum[slot]! += watts[slot]!;
    }
    // Devices that write rarely show clouds in long means only.
    return Math.min(...unrestOf(sum, isDay).map((one, index) => one - none[index]!));
  };
  let chosen: readonly P[] = start, score = scoreOf(start);
  for (let round = 0; round < 2 * parts.length; round++) {
    const moves = parts.map((part) => {
      const isIn = chosen.includes(part);
      const next = isIn ? chosen.filter((one) => one !== part) : [...chosen, part];
      const after = scoreOf(next);
      // A part must earn its place; one that is sure of itself must lose it.
      const least = isIn ? -part.threshold : Math.max(LEAST_GAIN, part.threshold);
      return { next, after, gain: score - after - least };
    }).sort((a, b) => b.gain - a.gain);
    const [best] = moves;
    if (!best || best.gain <= 0) break;
    chosen = best.next;
    score = best.after;
  }
  return [...chosen];
}

/** Slots in which some part is active. */
function daylight(parts: readonly Part[]): Uint8Array {
  const isDay = new Uint8Array(parts[0]?.watts.length ?? 0);
  for (const { watts } of parts) {
    const most = watts.reduce((a, b) => b > a ? b : a, 0);
    watts.forEach((one, slot) => {
      if (one > 0.01 * most) isDay[slot] = 1;
    });
  }
  return isDay;
}

/**
 * How much a consumption changes from one mean to the next, by day: the logarithm of the mean change,
 * for each length. Changes are not squared, so that a wallbox does not outweigh all clouds.
 */
function unrestOf(consumption: Float64Array, isDay: Uint8Array): number[] {
  return LENGTHS.map((length) => {
    let sum = 0, changes = 0, before = NaN;
    for (let from = 0; from + length <= consumption.length; from += length) {
      let now = 0;
      for (let slot = from; slot < from + length; slot++) now += consumption[slot]! / length;
      const change = Math.abs(now - before);
      before = now;
      if (Number.isNaN(change) || isDay[from] !== 1) continue;
      sum += change;
      changes++;
    }
    return Math.log((sum + 1) / Math.max(1, changes));
  });
}
