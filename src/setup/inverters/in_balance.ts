/**
 * Chooses the inverters with which the consumption of the house is calmest: clouds that pass must not
 * show in it.
 *
 * @module
 */

import { calmest } from "../balance.ts";
import { type Evidence, nameFit, totalOf } from "../evidence.ts";
import { isSibling } from "./likeness.ts";
import { addTraces, responseTo } from "../physics.ts";
import { isNamedCounter, type Plant, type Taken, wattsOf, zeroFilled } from "./plant.ts";
import { ENERGY_UNITS } from "../roles.ts";
import { isInOutput } from "../storage.ts";

/** The inverters that make the consumption calmest. */
export function inBalance(
  evidence: Evidence,
  plants: readonly Plant[],
  chosen: readonly Plant[],
  { net, discharge }: Taken,
): Plant[] {
  if (!net) return [...chosen];
  const fine = plants.filter(isFine).map((plant) => ({
    plant,
    watts: zeroFilled(wattsOf(plant)!),
  })).filter(({ watts }) => !raises(net, watts));
  const largest = fine.filter(({ plant }) => chosen.includes(plant))
    .sort((a, b) => totalOf(b.watts) - totalOf(a.watts))[0]?.plant;
  const parts = fine.map((one) => ({
    ...one,
    threshold: thresholdOf(evidence, one.plant, largest ?? one.plant),
  }));
  const start = parts.filter(({ plant }) => chosen.includes(plant));
  const coarse = chosen.filter((one) => !isFine(one));
  const isHybrid = discharge && isInOutput(
    discharge,
    addTraces(
      start.length > 0 ? start.map(({ watts }) => [watts, 1] as const) : [[discharge, 0]],
    ),
  );
  const rest = discharge && !isHybrid ? addTraces([[net, 1], [zeroFilled(discharge), 1]]) : net;
  // Beside an inverter whose counter is too coarse to follow the clouds, nothing is calm.
  if (coarse.length > 0) return [...chosen];
  return calmest(rest, parts, start).map(({ plant }) => plant);
}

/** Whether the grid's power clearly rises with a power: a wallbox that runs while the sun shines. */
function raises(net: Float64Array, watts: Float64Array): boolean {
  const response = responseTo(net, watts, 6);
  return response !== null && response.slope - 2 * response.error > 0.3;
}

/** How much calmer the consumption must be with an inverter; below 0 if it is known otherwise. */
function thresholdOf(evidence: Evidence, plant: Plant, largest: Plant): number {
  const { power, countings, isCopied, total, today } = plant, counter = total ?? today;
  if (power && nameFit(evidence, power, "generation_power") > 0) return -2;
  if (!power && counter && isNamedCounter(evidence, counter)) return -2;
  const isCounted = !power || (countings.length > 0 && !isCopied);
  if (!isCounted) return 0.02;
  if (plant === largest) return -0.3;
  // A second inverter under the same name is one, even if the days were too clear to show it.
  return power && largest.power && isSibling(power, largest.power) ? -0.15 : 0.01;
}

/** Whether it shows how the power changes from one slot to the next. */
function isFine({ power, total, today, units }: Plant): boolean {
  if (power) return true;
  const counter = today ?? total, unit = counter && units.get(counter);
  return !!counter && !!unit && counter.step * ENERGY_UNITS[unit] <= FINE_STEP;
}

/** Step of a counter that shows the power in a slot of five minutes well enough. [Wh] */
const FINE_STEP = 12;
