/**
 * What a controller could reach that knows the next day or two, but not the year.
 *
 * @module
 */

import { bisect } from "../bisect.ts";
import type { Period } from "../time.ts";
import type { PricedFlows } from "./battery_input.ts";
import { type BatteryModel, isLinear } from "./battery_model.ts";
import { followPlan, levelsOf } from "./optimum.ts";
import { followWithLosses } from "./optimum_losses.ts";
import type { Steps } from "./optimum_steps.ts";

/**
 * Plans anew at each midnight for some days, with load, sun and prices of these days known exactly, and
 * follows the plan for one day. What is left at the end of a plan counts as much as the cheapest import
 * of its last day, so that no plan empties the battery only because it ends. The plan assumes the losses
 * of `steps`; what it comes to has those of the battery at each power.
 *
 * @param horizon Days that each plan looks ahead. [d]
 * @returns Cost, and the charge at the end. [currency, kWh]
 */
export function rollingCost(
  { flows, prices }: PricedFlows,
  steps: Steps,
  { model, days, horizon }: {
    readonly model: BatteryModel;
    readonly days: readonly Period[];
    readonly horizon: number;
  },
): { cost: number; stored: number } {
  const { time, hours } = flows, hasOneLoss = isLinear(model);
  const indexAt = (at: number) => bisect(-1, time.length, (i) => time[i]! >= at);
  const borders = [...days.map(({ start }) => indexAt(start)), time.length];
  let stored = 0, cost = 0;
  days.forEach((_, day) => {
    const last = Math.min(day + horizon, days.length) - 1, to = borders[last + 1]!;
    let lowest = Infinity;
    for (let i = borders[last]!; i < to; i++) {
      if (hours[i]! > 0) lowest = Math.min(lowest, prices.imported[i]!);
    }
    const value = lowest === Infinity ? 0 : Math.max(0, lowest) / steps.down;
    const from = borders[day]!, until = borders[day + 1]!;
    const plan = levelsOf(steps, { room: model.room, end: { value }, from, to });
    if (hasOneLoss) {
      const { sums, stored: after } = followPlan(steps, plan, stored, { until });
      cost += sums.cost;
      stored = after;
    } else {
      const followed = followWithLosses({ steps, flows, model }, plan, stored, until);
      cost += followed.cost;
      stored = followed.stored;
    }
  });
  return { cost, stored };
}
