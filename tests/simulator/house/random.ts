/**
 * Seeded chance: the same seed gives the same numbers on every machine.
 *
 * @module
 */

/** A stream of chance. */
export interface Random {
  /** Uniform in [low, high). */
  between(low: number, high: number): number;
  /** True with a probability. */
  chance(probability: number): boolean;
  /** Exponentially distributed, with the given mean. */
  exponential(mean: number): number;
}

/**
 * Makes a stream of chance from a seed: FNV-1a spreads the text over 32 bits, mulberry32 counts on
 * from there. Streams of different seeds are independent for all that a simulation needs, so each
 * day and each part of the house has its own (`"demo/weather/2025-06-01"`), and a change in one
 * part does not move the others.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { random } from "./random.ts";
 *
 * const roll = random("demo/kettle").between(0, 1);
 * assert(roll === random("demo/kettle").between(0, 1) && roll >= 0 && roll < 1);
 * ```
 */
export function random(seed: string): Random {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  next();
  return {
    between: (low, high) => low + (high - low) * next(),
    chance: (probability) => next() < probability,
    exponential: (mean) => -mean * Math.log(1 - next()),
  };
}
