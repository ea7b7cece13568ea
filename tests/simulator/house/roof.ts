/**
 * The PV system: sunlight in, direct current on two strings, alternating current out.
 *
 * @module
 */

import type { House } from "./house.ts";
import { clearSky } from "./sun.ts";
import type { Weather } from "./weather.ts";

/** What the PV system does on a day, one value a second. */
export interface Generation {
  /** DC power of each string of the house. [W] */
  readonly dc: readonly Float64Array[];
  /** AC power of the inverter. [W] */
  readonly ac: Float64Array;
  /** The inverter is awake in [from, to), seconds of the day; outside it and its logger are off. */
  readonly awake: { readonly from: number; readonly to: number };
}

/** Losses by dirt, cables, heat and mismatch, as a factor. */
const PERFORMANCE = 0.94;
/** DC power at which the inverter wakes up and below which it sleeps. [W] */
const WAKE_POWER = 25;
/** The sun moves little in a minute; light is computed once a minute and interpolated. [s] */
const SUN_STEP = 60;

/**
 * The generation of a day.
 *
 * @param house Its strings and inverter.
 * @param sky Clouds of the day.
 * @param options When the day starts.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { demoHouse } from "./demo_house.ts";
 * import { generation } from "./roof.ts";
 * import { weather } from "./weather.ts";
 *
 * const sky = weather("demo", "2025-06-01", { seconds: 86_400 });
 * const { ac } = generation(demoHouse, sky, { start: Date.UTC(2025, 4, 31, 22) });
 * assert(ac.every((power) => power < demoHouse.inverterLimit + 1e-6));
 * ```
 */
export function generation(
  house: Pick<House, "strings" | "inverterLimit" | "latitude" | "longitude">,
  sky: Weather,
  { start }: { start: number },
): Generation {
  const seconds = sky.beam.length;
  const light = clearSky(start, house.strings, {
    ...house,
    count: Math.ceil(seconds / SUN_STEP) + 1,
    step: SUN_STEP * 1000,
  });
  const dc = house.strings.map(({ kwp, tilt }, string) => {
    const power = new Float64Array(seconds);
    if (kwp === 0) return power;
    const visibleSky = (1 + Math.cos(tilt * Math.PI / 180)) / 2;
    for (let i = 0; i < seconds; i++) {
      const irradiance = at(light.beam[string]!, i) * sky.beam[i]! +
        at(light.diffuse, i) * sky.diffuse[i]! * visibleSky;
      power[i] = kwp * irradiance * PERFORMANCE;
    }
    return power;
  });
  const total = sum(dc, seconds);
  const from = total.findIndex((power) => power >= WAKE_POWER);
  const to = total.findLastIndex((power) => power >= WAKE_POWER) + 1;
  const ac = new Float64Array(seconds);
  const dcLimit = dcAt(house.inverterLimit);
  for (let i = 0; i < seconds; i++) {
    // An inverter at its limit takes less from the strings; one that sleeps takes nothing.
    const share = i < from || i >= to ? 0 : Math.min(1, dcLimit / total[i]!);
    for (const string of dc) string[i]! *= share;
    ac[i] = Math.max(0, acAt(total[i]! * share));
  }
  return { dc, ac, awake: from < 0 ? { from: 0, to: 0 } : { from, to } };
}

/** Losses of the inverter: constant, proportional and quadratic. [W], [W/W], [W/W²] */
const [IDLE, PROPORTIONAL, QUADRATIC] = [18, 0.012, 2e-6];

function acAt(dc: number): number {
  return dc - IDLE - PROPORTIONAL * dc - QUADRATIC * dc * dc;
}

/** The inverse of {@linkcode acAt}. */
function dcAt(ac: number): number {
  const linear = 1 - PROPORTIONAL;
  return (linear - Math.sqrt(linear ** 2 - 4 * QUADRATIC * (ac + IDLE))) / (2 * QUADRATIC);
}

function at(perMinute: Float64Array, second: number): number {
  const index = Math.floor(second / SUN_STEP), share = second / SUN_STEP - index;
  return perMinute[index]! * (1 - share) + perMinute[index + 1]! * share;
}

function sum(columns: readonly Float64Array[], length: number): Float64Array {
  const total = new Float64Array(length);
  for (const column of columns) for (let i = 0; i < length; i++) total[i]! += column[i]!;
  return total;
}
