/**
 * What a house can draw, feed in and generate at the most.
 *
 * @module
 */

import type { Household } from "../household.ts";

/** Upper bounds of a house. More than that never becomes energy. */
export interface Limits {
  /** Through the grid connection. [kW] */
  readonly grid: number;
  /** Out of the inverter. [kW] */
  readonly generation: number;
  /** Power up to which the inverter wakes up or goes to sleep by itself. [W] */
  readonly sleepy: number;
}

/** Where neither fuse nor rating are known. [kW] */
const ANY_HOUSE = 60;
/** Voltage of one phase. [V] */
const PHASE = 230;
/** Panels may give more than their rating on a cold, bright day. */
const BRIGHT = 1.2;

/**
 * Limits of a house: the grid's by the main fuse, the generation's by the rating of the panels,
 * both 60 kW where they are not known.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseHousehold } from "../household.ts";
 * import { limitsOf } from "./limits.ts";
 *
 * const house = parseHousehold({ zone: "UTC", fuse_amperes: 35, phases: 3 });
 * assert(Math.abs(limitsOf(house).grid - 24.15) < 1e-9 && limitsOf(house).generation === 60);
 * ```
 */
export function limitsOf({ fuseAmperes, phases = 3, strings }: Household): Limits {
  const kwp = strings?.reduce((sum, string) => sum + string.kwp, 0);
  return {
    grid: fuseAmperes === undefined ? ANY_HOUSE : fuseAmperes * phases * PHASE / 1000,
    generation: kwp === undefined ? ANY_HOUSE : kwp * BRIGHT,
    // 2 % of the rating; an inverter of unknown rating is taken for one of 5 kW.
    sleepy: 20 * (kwp ?? 5),
  };
}
