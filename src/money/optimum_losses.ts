/**
 * What a plan truly comes to if losses depend on the power.
 *
 * @module
 */

import type { Flows } from "./battery_flows.ts";
import { acFromStored, type BatteryModel, storedBy, usedUpBy } from "./battery_model.ts";
import type { Levels } from "./optimum.ts";
import { AMOUNTS, SOURCE, type Steps } from "./optimum_steps.ts";

/**
 * Follows a plan with the losses that the battery has at each power, not those that the plan assumed.
 * The plan says what is worth doing at any charge, so it goes on from the charge that is left. An inverter
 * that would lose more than it gives stays off.
 *
 * @param flows The flows that the steps were made from.
 * @param stored Charge before the first interval. [kWh]
 * @param until The interval before which it ends. Default: all.
 * @returns Cost, and the charge at the end. [currency, kWh]
 */
export function followWithLosses(
  { steps, flows, model }: {
    readonly steps: Steps;
    readonly flows: Flows;
    readonly model: BatteryModel;
  },
  plan: Levels,
  stored: number,
  until: number = plan.to,
): { cost: number; stored: number } {
  const { count, price, length, source, lowest, costAtLowest, up, down } = steps;
  const { charge, discharge, room } = model;
  let cost = 0;
  for (let i = plan.from; i < until; i++) {
    const hours = flows.hours[i]!;
    if (hours === 0) continue;
    const first = AMOUNTS * i,
      past = first + count[i]!,
      shift = AMOUNTS * plan.from;
    let level = stored + lowest[i]!, into = 0, intoCost = 0;
    cost += costAtLowest[i]!;
    // What is given, and what that avoids; `SOURCE` has the feed-in first, which is given up first.
    let toGrid = 0, toGridValue = 0, toHouse = 0, toHouseValue = 0;
    for (let k = first; k < past; k++) {
      const wanted = plan.levels[k - shift]! - level, whole = length[k]!;
      const taken = wanted <= 0 ? 0 : wanted < whole ? wanted : whole;
      level += taken;
      const given = whole - taken;
      if (source[k]! > SOURCE.toHouse) {
        into += taken / up;
        intoCost += price[k]! * taken;
      } else {
        // The cost at greatest discharge assumes all of it.
        cost += price[k]! * taken;
        if (source[k] === SOURCE.toGrid) {
          toGrid += given / down;
          toGridValue += price[k]! * given;
        } else {
          toHouse += given / down;
          toHouseValue += price[k]! * given;
        }
      }
    }
    const rise = Math.min(room - stored, storedBy(into, hours, charge));
    if (rise > 0) {
      stored += rise;
      cost += intoCost;
    }
    const out = toGrid + toHouse;
    let most = acFromStored(stored, hours, discharge);
    if (Math.min(out, most) <= discharge.constant * hours) most = 0;
    const lacking = Math.max(0, out - most), less = Math.min(lacking, toGrid);
    if (less > 0) cost += toGridValue * less / toGrid;
    if (lacking > less) cost += toHouseValue * (lacking - less) / toHouse;
    stored = Math.max(0, stored - usedUpBy(out - lacking, hours, discharge));
  }
  return { cost, stored };
}
