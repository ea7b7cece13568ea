/**
 * Slow, smooth chance: what drifts in a house and in the grid.
 *
 * @module
 */

import type { Random } from "./random.ts";

/** Options of {@linkcode wander}. */
export interface WanderOptions {
  /** Number of values, one a second. */
  readonly seconds: number;
  /** Time between two independent values; straight lines join them. [s] */
  readonly every: number;
}

/**
 * Values in [0, 1) that wander, one a second.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { random } from "./random.ts";
 * import { wander } from "./wander.ts";
 *
 * const drift = wander(random("drift"), { seconds: 100, every: 50 });
 * assert(Math.abs(drift[1]! - drift[0]!) < 1 / 50);
 * ```
 */
export function wander(chance: Random, { seconds, every }: WanderOptions): Float64Array {
  const values = new Float64Array(seconds);
  let from = chance.between(0, 1);
  for (let start = 0; start < seconds; start += every) {
    const to = chance.between(0, 1);
    const end = Math.min(start + every, seconds);
    for (let i = start; i < end; i++) values[i] = from + (to - from) * (i - start) / every;
    from = to;
  }
  return values;
}
