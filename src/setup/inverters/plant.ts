/**
 * An inverter: its power, its counters, and what they say together.
 *
 * @module
 */

import {
  type CounterSignal,
  type Counting,
  type EnergyUnit,
  type Evidence,
  nameFit,
  type PowerSignal,
  type PowerUnit,
} from "../evidence.ts";
import { addTraces } from "../physics.ts";
import { ENERGY_UNITS, POWER_UNITS } from "../roles.ts";
import { isInOutput } from "../storage.ts";
import { SLOTS_PER_HOUR } from "../traces.ts";

/** One inverter. */
export interface Plant {
  readonly power: PowerSignal | null;
  readonly powerUnit: PowerUnit | null;
  readonly today: CounterSignal | null;
  readonly total: CounterSignal | null;
  /** Units of the counters. */
  readonly units: ReadonlyMap<CounterSignal, EnergyUnit>;
  /** What its counters say about its power, the best first. */
  readonly countings: readonly Counting[];
  /** Whether the power of the grid falls as much as its power rises. */
  readonly isAnswered: boolean;
  /** Whether it looks like a second series of another one. */
  readonly isCopied: boolean;
}

/** What is taken by other roles. */
export interface Taken {
  readonly powers: ReadonlySet<PowerSignal>;
  readonly counters: ReadonlySet<CounterSignal>;
  /** Net import of the meter, where it is known. [W] */
  readonly net?: Float64Array;
  /** Power out of the battery. [W] */
  readonly discharge: Float64Array | null;
}

/** A name that speaks against a role this clearly excludes a series. */
export const AGAINST = -1;

/** Power of an inverter by its power or, where it shows none, its counter. [W] */
export function wattsOf({ power, powerUnit, total, today, units }: Plant): Float64Array | null {
  if (power && powerUnit) return addTraces([[power.mean, POWER_UNITS[powerUnit]]]);
  const counter = today ?? total, unit = counter && units.get(counter);
  return counter && unit ? addTraces([[counter.rise, ENERGY_UNITS[unit] * SLOTS_PER_HOUR]]) : null;
}

export function zeroFilled(values: Float64Array): Float64Array {
  return values.map((one) => Number.isNaN(one) ? 0 : one);
}

/** Power of all inverters together, by their powers or, where they show none, their counters. [W] */
export function generationOf(plants: readonly Plant[]): Float64Array | null {
  const all = plants.flatMap((plant) => wattsOf(plant) ?? []);
  // An inverter that is silent generates nothing.
  return all.length === 0 ? null : addTraces(all.map((watts) => [zeroFilled(watts), 1]));
}

/** What the panels give: of the output of a hybrid inverter, the part that is not the battery's. */
export function sunOf(generation: Float64Array, discharge: Float64Array | null): Float64Array {
  return discharge && isInOutput(discharge, generation)
    ? addTraces([[generation, 1], [discharge, -1]]).map((one) => one < 0 ? 0 : one)
    : generation;
}

export function isSure(evidence: Evidence, { power, countings }: Plant): boolean {
  return countings.length > 0 ||
    (power !== null && nameFit(evidence, power, "generation_power") > 0);
}

/** Whether the name says that it counts an inverter: of a hybrid one, also what comes by night. */
export function isNamedCounter(evidence: Evidence, counter: CounterSignal): boolean {
  return counter.isDaily
    ? nameFit(evidence, counter, "yield_today") > 1
    : nameFit(evidence, counter, "yield_total") > 0;
}

/** Whether the name says that it is a string, not the inverter. */
export function isNamedString(evidence: Evidence, power: PowerSignal): boolean {
  const fit = nameFit(evidence, power, "string_power");
  return fit > 0 && fit > nameFit(evidence, power, "generation_power");
}
