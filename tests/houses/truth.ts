/**
 * The true energies of a day, summed over every second. This file uses no code of Wattbook.
 *
 * @module
 */

import type { House } from "./house.ts";
import { bindingOf } from "./household_file.ts";
import type { DayPowers } from "./physics.ts";

/** True energies of a local day. [kWh] */
export interface TrueDay {
  readonly label: string;
  /** First instant of the next day. [ms] */
  readonly end: number;
  readonly import_kwh: number;
  readonly export_kwh: number;
  /**
   * Energy of the power that the inverters report; of an output that contains a battery which the
   * household file binds, without the battery's part.
   */
  readonly yield_kwh: number;
  /** DC energy of the panels while their inverter is awake. */
  readonly dc_kwh: number;
  /** Yield − export, without what a bound battery fed in. */
  readonly self_consumed_kwh: number;
  /** Total consumption of the house. */
  readonly consumption_kwh: number;
  /** Battery energy on its AC or DC side. */
  readonly charged_kwh: number;
  readonly discharged_kwh: number;
  /** Conversion losses of the battery. */
  readonly battery_loss_kwh: number;
  /** Charged while the house imported, at most as much. */
  readonly from_grid_kwh: number;
  /** Discharged while the house exported, at most as much. */
  readonly to_grid_kwh: number;
  readonly wallbox_kwh: number;
  readonly heat_pump_kwh: number;
}

/**
 * Integrates a day.
 *
 * @param before Energy in the battery at the start of the day. [Wh]
 */
export function truthOf(house: House, powers: DayPowers, before: number): TrueDay {
  const { battery } = house, isBound = bindingOf(house) !== null;
  const { seconds, grid, demand, wallbox, heatPump, inverters, charging, stored } = powers;
  let drawn = 0, fed = 0, used = 0, car = 0, heat = 0, charged = 0, discharged = 0, yields = 0;
  let fromGrid = 0, toGrid = 0, dc = 0;
  for (let s = 0; s < seconds; s++) {
    const now = grid[s]!, into = charging[s]!;
    if (now > 0) drawn += now;
    else fed -= now;
    if (into > 0) charged += into;
    else discharged -= into;
    if (isBound) {
      fromGrid += Math.max(0, Math.min(into, now));
      toGrid += Math.max(0, Math.min(-into, -now));
    }
    used += demand[s]!;
    car += wallbox[s]!;
    heat += heatPump[s]!;
  }
  for (const { shown, planes, awake } of inverters) {
    for (let s = 0; s < seconds; s++) yields += shown[s]!;
    const [from, to] = awake ?? [0, -1];
    for (const plane of planes) for (let s = from; s <= to; s++) dc += plane[s]!;
  }
  if (isBound && battery?.coupling === "dc" && battery.generation === "output") {
    yields += charged - discharged;
  }
  const kwh = (wattSeconds: number) => wattSeconds / 3_600_000;
  const gained = battery ? (stored[seconds - 1]! - before) / 1000 : 0;
  return {
    label: powers.day.label,
    end: powers.day.end,
    import_kwh: kwh(drawn),
    export_kwh: kwh(fed),
    yield_kwh: kwh(yields),
    dc_kwh: kwh(dc),
    self_consumed_kwh: kwh(yields - (fed - toGrid)),
    consumption_kwh: kwh(used),
    charged_kwh: kwh(charged),
    discharged_kwh: kwh(discharged),
    battery_loss_kwh: battery ? kwh(charged - discharged) - gained : 0,
    from_grid_kwh: kwh(fromGrid),
    to_grid_kwh: kwh(toGrid),
    wallbox_kwh: kwh(car),
    heat_pump_kwh: kwh(heat),
  };
}
