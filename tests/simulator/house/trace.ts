/**
 * What truly happens in the house on one local day, second by second.
 *
 * @module
 */

import { HOUR, type Period, SECOND } from "../../../src/time.ts";
import { demand } from "./demand.ts";
import type { House } from "./house.ts";
import { generation } from "./roof.ts";
import { weather } from "./weather.ts";

/** Energies since the simulation started, before each second of the day; one entry more. [Wh] */
export interface Registers {
  /** Drawn from the grid. */
  readonly imported: Float64Array;
  /** Fed into the grid. */
  readonly exported: Float64Array;
  /** AC side of the inverter. */
  readonly generated: Float64Array;
  /** Generated and used in the house at once. */
  readonly selfConsumed: Float64Array;
  /** DC side, per string. */
  readonly strings: readonly Float64Array[];
}

/** A local day, one value a second. */
export interface Trace extends Period {
  /** Length of the day. [s] */
  readonly seconds: number;
  /** Signed: positive import, negative export. [W] */
  readonly grid: Float64Array;
  /** AC power of the inverter. [W] */
  readonly ac: Float64Array;
  /** DC power per string. [W] */
  readonly dc: readonly Float64Array[];
  /** The inverter is awake in [from, to), seconds of the day. */
  readonly awake: { readonly from: number; readonly to: number };
  /** Energies up to each second. [Wh] */
  readonly registers: Registers;
}

/**
 * Lives through a local day.
 *
 * @param house Who lives there.
 * @param period The day.
 * @param before The day before, on whose registers this one counts on; the first day has none.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { localDays } from "../../../src/time.ts";
 * import { demoHouse } from "./demo_house.ts";
 * import { trace } from "./trace.ts";
 *
 * const [day] = localDays("2025-03-30", "2025-03-30", demoHouse.zone);
 * assert(trace(demoHouse, day!).grid.length === 23 * 3600);
 * ```
 */
export function trace(house: House, period: Period, before?: Trace): Trace {
  const seconds = (period.end - period.start) / SECOND;
  const sky = weather(house.seed, period.label, { seconds });
  const { ac, dc, awake } = generation(house, sky, period);
  for (const outage of house.inverterOutages ?? []) {
    const [from, to] = [outage.start, outage.end].map((at) => Math.max(0, secondOf(period, at)));
    for (const power of [ac, ...dc]) power.fill(0, from, to);
  }
  const grid = demand(house, period.label, { seconds });
  const selfUse = new Float64Array(seconds);
  for (let i = 0; i < seconds; i++) {
    selfUse[i] = Math.min(grid[i]!, ac[i]!);
    grid[i]! -= ac[i]!;
  }
  const last = before?.registers;
  const registers = {
    imported: accumulate(grid.map((watts) => Math.max(watts, 0)), last?.imported),
    exported: accumulate(grid.map((watts) => Math.max(-watts, 0)), last?.exported),
    generated: accumulate(ac, last?.generated),
    selfConsumed: accumulate(selfUse, last?.selfConsumed),
    strings: dc.map((power, string) => accumulate(power, last?.strings[string])),
  };
  return { ...period, seconds, grid, ac, dc, awake, registers };
}

/** Watts of each second into watt-hours before each second. */
function accumulate(power: Float64Array, before?: Float64Array): Float64Array {
  const energy = new Float64Array(power.length + 1);
  // Under Vitest an import is looked up at each use: a year has 31 million seconds.
  const hour = HOUR, second = SECOND;
  // Sum in watt-seconds, of which a year has few enough for a double, and divide once.
  let sum = (before?.at(-1) ?? 0) * hour / second;
  energy[0] = sum * second / hour;
  for (let i = 0; i < power.length; i++) {
    sum += power[i]!;
    energy[i + 1] = sum * second / hour;
  }
  return energy;
}

/**
 * The second of a day to which an instant belongs.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { secondOf } from "./trace.ts";
 *
 * assert(secondOf({ start: 1000 }, 3999) === 2);
 * ```
 */
export function secondOf({ start }: { start: number }, instant: number): number {
  return Math.floor((instant - start) / SECOND);
}
