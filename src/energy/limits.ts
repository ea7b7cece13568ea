/**
 * What a house can draw, feed in and generate at the most.
 *
 * @module
 */

import type { Household } from "../household.ts";

/** Upper bounds of a house. More than that never becomes energy. */
export interface HouseholdLimits {
  /** Through the grid connection, for as long as a counter takes to step. [kW] */
  readonly grid: number;
  /** Out of the inverter, for as long as a counter takes to step. [kW] */
  readonly generation: number;
  /** Through the grid connection, in one sample and in either direction. [W] */
  readonly gridPower: number;
  /** Out of the inverter, in one sample. [W] */
  readonly generationPower: number;
  /** Power up to which the inverter wakes up or goes to sleep by itself. [W] */
  readonly standbyPowerW: number;
}

/** Where neither fuse nor rating are known. [kW] */
const ANY_HOUSE = 60;

/** Voltage of one phase. [V] */
const PHASE = 230;

/** Panels may give more than their rating on a cold, bright day. */
const BRIGHT = 1.2;

/** In one sample more may flow: fuses are slow, and the edges of clouds focus light. */
const MOMENT = 1.5;

/**
 * Limits of a house: the grid's by the main fuse, the generation's by the rating of the panels,
 * both 60 kW where they are not known. One sample of power may be half as much again as fuse or
 * rating.
 */
export function limitsOf({ fuseAmperes, phases = 3, strings }: Household): HouseholdLimits {
  const kwp = strings?.reduce((sum, string) => sum + string.kwp, 0);
  const grid = fuseAmperes === undefined ? ANY_HOUSE : fuseAmperes * phases * PHASE / 1000;
  return {
    grid,
    generation: kwp === undefined ? ANY_HOUSE : kwp * BRIGHT,
    gridPower: 1000 * MOMENT * grid,
    generationPower: 1000 * MOMENT * (kwp ?? ANY_HOUSE),
    // 2 % of the rating; an inverter of unknown rating is taken for one of 5 kW.
    standbyPowerW: 20 * (kwp ?? 5),
  };
}

/**
 * Whether a house has an inverter, as far as its household file says.
 */
export function hasInverter({ bindings }: Pick<Household, "bindings">): boolean {
  const roles = ["yield_today", "yield_total", "generation_power"] as const;
  return roles.some((role) => bindings[role].length > 0);
}
