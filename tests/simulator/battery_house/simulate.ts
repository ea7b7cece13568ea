/**
 * The second demo household and the server that watches it.
 *
 * @module
 */

import type { LabelledSamples } from "../../../src/columns.ts";
import { localDaysOf } from "../../houses/local_days.ts";
import { batteryHouse, FIRMWARE_UPDATE } from "./battery_house.ts";
import type { BatteryHouse } from "./house.ts";
import { withIncidents } from "./incidents.ts";
import { Instruments } from "./instruments.ts";
import { powersOf } from "./powers.ts";
import { type TrueDay, truthOf } from "./truth.ts";

/** What the simulation gives. */
export interface Simulation {
  /** All that the server stored. Series carry their metric's name as `__name__`. */
  readonly series: readonly LabelledSamples[];
  /** One entry per local day. */
  readonly truth: readonly TrueDay[];
}

/** Samples begin this long before the first local midnight and end this long after the last. [ms] */
const LEAD_IN = 6 * 3_600_000, LEAD_OUT = 50 * 60_000;

/** Lives through the year of the demo. The same code gives the same result, to the last bit. */
export function simulateBatteryHouse(): Simulation {
  const { start, end, versions } = FIRMWARE_UPDATE;
  const { series, truth } = liveThrough(batteryHouse, {
    firmware: (time) => versions[time < start ? 0 : 1],
    isBatteryOff: (time) => time >= start && time < end,
  });
  return { series: withIncidents(series), truth };
}

/** What happens to the battery. */
export interface LifeOptions {
  /** Its version at a time. */
  readonly firmware: (time: number) => string;
  /** Whether its inverter is off. */
  readonly isBatteryOff: (time: number) => boolean;
}

/** Lives through the days of a house, without anything that goes wrong behind its devices. */
export function liveThrough(
  house: BatteryHouse,
  { firmware, isBatteryOff }: LifeOptions,
): Simulation {
  const { zone, days: { from, to } } = house;
  const days = localDaysOf(from, to, zone, 1), shown = days.slice(1, -1);
  const range = { start: shown[0]!.start - LEAD_IN, end: shown.at(-1)!.end + LEAD_OUT };
  const instruments = new Instruments(house, range, firmware);
  const truth: TrueDay[] = [];
  let before = 0;
  for (const powers of powersOf(house, days, isBatteryOff)) {
    instruments.record(powers);
    if (shown.includes(powers.day)) truth.push(truthOf(house, powers, before));
    before = powers.stored[powers.seconds - 1]!;
  }
  return { series: instruments.series(), truth };
}
