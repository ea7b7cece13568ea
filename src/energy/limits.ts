/**
 * The most that a house can draw, feed in and generate.
 *
 * @module
 */

import type { Household } from "../household.ts";

/** Upper bounds of a house. What exceeds them is never counted as energy. */
export interface HouseholdLimits {
  /** Through the grid connection, averaged over a step of its counter. [kW] */
  readonly grid: number;
  /** Out of the inverter, averaged over a step of its counter. [kW] */
  readonly generation: number;
  /** Through the grid connection, in one sample and in either direction. [W] */
  readonly gridPower: number;
  /** Out of the inverter, in one sample. [W] */
  readonly generationPower: number;
  /** Power below which an inverter may start or stop by itself. [W] */
  readonly standbyPowerW: number;
}

/** If neither fuse nor rating is known. [kW] */
const ANY_HOUSE = 60;

/** Voltage of one phase. [V] */
const PHASE = 230;

/** Panels may exceed their rating on a cold, bright day. */
const BRIGHT = 1.2;

/** A single sample may be higher: fuses are slow, and the edges of clouds focus light. */
const MOMENT = 1.5;

/**
 * Limits of a house: the grid's by the main fuse, the generation's by the rating of the panels,
 * both 60 kW if unknown. A single sample of power may exceed fuse or rating by half.
 */
export function limitsOf({ fuseAmperes, phases = 3, strings }: Household): HouseholdLimits {
  const kwp = strings?.reduce((sum, string) => sum + string.kwp, 0);
  const grid = fuseAmperes === undefined ? ANY_HOUSE : fuseAmperes * phases * PHASE / 1000;
  return {
    grid,
    generation: kwp === undefined ? ANY_HOUSE : kwp * BRIGHT,
    gridPower: 1000 * MOMENT * grid,
    generationPower: 1000 * MOMENT * (kwp ?? ANY_HOUSE),
    // 2 % of the rating; an unknown rating is assumed to be 5 kW.
    standbyPowerW: 20 * (kwp ?? 5),
  };
}

/** The roles of an inverter's yield and power. */
export const INVERTER_ROLES = ["generation_power", "yield_today", "yield_total"] as const;

/**
 * Whether a house has an inverter, according to its household file.
 */
export function hasInverter({ bindings }: Pick<Household, "bindings">): boolean {
  return INVERTER_ROLES.some((role) => bindings[role].length > 0);
}
