/**
 * What surrounds the inverter: the grid it feeds and the heat it gives off.
 *
 * @module
 */

import type { House } from "./house.ts";
import { random } from "./random.ts";
import type { Trace } from "./trace.ts";
import { wander } from "./wander.ts";

/** Surroundings of a local day, one value a second. */
export interface Surroundings {
  /** Local day. */
  readonly day: string;
  /** Grid voltage at the inverter. [V] */
  readonly volts: Float64Array;
  /** Grid frequency. [Hz] */
  readonly hertz: Float64Array;
  /** Temperature of the heat sink. [°C] */
  readonly celsius: Float64Array;
}

/**
 * Grid and heat of a day: feeding in lifts the voltage, work warms the heat sink within minutes.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { localDays } from "../../../src/time.ts";
 * import { demoHouse } from "./demo_house.ts";
 * import { gridAndHeat } from "./surroundings.ts";
 * import { trace } from "./trace.ts";
 *
 * const [day] = localDays("2025-06-01", "2025-06-01", demoHouse.zone);
 * const { hertz } = gridAndHeat(demoHouse, trace(demoHouse, day!));
 * assert(hertz.every((value) => Math.abs(value - 50) < 0.1));
 * ```
 */
export function gridAndHeat(house: House, { label: day, seconds, grid, ac }: Trace): Surroundings {
  const chance = random(`${house.seed}/surroundings/${day}`);
  const volts = wander(chance, { seconds, every: 900 });
  const hertz = wander(chance, { seconds, every: 180 });
  const celsius = new Float64Array(seconds);
  const month = Number(day.slice(5, 7)) - 1 + Number(day.slice(8)) / 31;
  const noonHeat = 13 - 11 * Math.cos(2 * Math.PI * (month - 0.6) / 12) + chance.between(-4, 4);
  const swing = swingOf(seconds);
  let heat = 0;
  for (let i = 0; i < seconds; i++) {
    volts[i] = 229 + 5 * volts[i]! - 0.0007 * grid[i]!;
    hertz[i] = 49.97 + 0.06 * hertz[i]!;
    heat += (0.006 * ac[i]! - heat) / 900;
    celsius[i] = noonHeat - 5 * swing[i]! + heat;
  }
  return { day, volts, hertz, celsius };
}

/** The swing of the temperature between night and noon, by the length of the day in seconds. */
const swings = new Map<number, Float64Array>();

function swingOf(seconds: number): Float64Array {
  let swing = swings.get(seconds);
  if (!swing) {
    swing = new Float64Array(seconds);
    for (let i = 0; i < seconds; i++) swing[i] = Math.cos(2 * Math.PI * (i / seconds - 0.12));
    swings.set(seconds, swing);
  }
  return swing;
}
