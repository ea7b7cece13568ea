/**
 * Simulates a month of a house: its samples, its household file and the truth.
 *
 * @module
 */

import type { LabelledSamples } from "../../src/columns.ts";
import { applyFault, breakdownOf } from "./faults.ts";
import type { House } from "./house.ts";
import { addDevices, bindingOf, fileOf, type HouseholdFile } from "./household_file.ts";
import { recorder } from "./instruments.ts";
import { daysOfMonth, type LocalDay } from "./local_days.ts";
import { powersOf } from "./physics.ts";
import { type TrueDay, truthOf } from "./truth.ts";

/** A simulated month. */
export interface HouseMonth {
  readonly house: House;
  readonly series: readonly LabelledSamples[];
  readonly file: HouseholdFile;
  /** The days of the month. */
  readonly days: readonly LocalDay[];
  /** One entry per day of the month. */
  readonly truth: readonly TrueDay[];
}

function bindsDevices(house: House): boolean {
  const hasConsumers = house.wallbox > 0 || house.heatPump > 0;
  return !house.usesDefaultNames &&
    (bindingOf(house) !== null || (hasConsumers && house.binds.consumers !== null));
}

/** Number of days before and after the month that also have samples. */
const AROUND = 1;

/**
 * Simulates a month.
 *
 * @param options Whether to record battery and consumers. By default if the household file binds them,
 * and for houses with a mistake, because a mistake can bind them.
 */
export function simulateMonth(
  house: House,
  { others = house.mistake !== null || bindsDevices(house) } = {},
): HouseMonth {
  const all = daysOfMonth(house.month, house.place.zone, AROUND);
  const days = all.slice(AROUND, -AROUND);
  const devices = recorder(house, { others }), truth: TrueDay[] = [];
  let before = house.battery ? house.battery.capacity / 2 : 0;
  for (const powers of powersOf(house, all, breakdownOf(house, days))) {
    devices.write(powers);
    if (days.includes(powers.day)) truth.push(truthOf(house, powers, before));
    before = powers.stored[powers.seconds - 1]!;
  }
  const series = addDevices(house, applyFault(devices.series(), house, days));
  return { house, series, file: fileOf(house), days, truth };
}
