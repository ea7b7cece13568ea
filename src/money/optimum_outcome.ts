/**
 * What one battery would have gained at best, and with the next day or two known.
 *
 * @module
 */

import type { PricedFlows, PricedInput } from "./battery_input.ts";
import { type BatteryModel, isLinear } from "./battery_model.ts";
import { costWithout, endValue, type Ranged, type RuleOutcome } from "./battery_outcome.ts";
import { followPlan, levelsOf } from "./optimum.ts";
import { followWithLosses } from "./optimum_losses.ts";
import { rollingCost } from "./optimum_rolling.ts";
import { type Freedom, type Steps, stepsOf } from "./optimum_steps.ts";

/** What the best use would have gained. [currency] */
export interface OptimumOutcome {
  /**
   * With the whole future known: nobody could have gained more than the high end. With losses that depend
   * on the power, the value is what a plan for usual losses truly comes to.
   */
  readonly gain: Ranged;
  /** With the current day known, and the losses that the battery has at each power. */
  readonly oneDay: number;
  /** With the current and the next day known. */
  readonly twoDays: number;
}

/** The best use of a battery in a past. */
export function optimumOutcome(
  input: PricedInput,
  model: BatteryModel,
  { rule, freedom = {} }: { readonly rule: RuleOutcome; readonly freedom?: Freedom },
): OptimumOutcome {
  const { quarters, hours, error, days } = input, { most: value, least } = endValue(input, model);
  const shares = usualShares(model, rule), hasOneLoss = isLinear(model);
  const best = ({ flows, prices }: PricedFlows, importScale = 1, exportScale = 1) => {
    const scaled = {
      ...flows,
      imported: flows.imported.map((kwh) => kwh * importScale),
      exported: flows.exported.map((kwh) => kwh * exportScale),
    };
    const steps = stepsOf(scaled, prices, model, freedom);
    const plan = levelsOf(steps, { room: model.room, end: { value } });
    const { sums, stored } = followPlan(steps, plan, 0);
    const without = costWithout({ flows: scaled, prices });
    const gainOf = (cost: number, left: number, each = value) => without - cost + each * left;
    // With losses that depend on the power, a plan is made for usual ones and followed with true ones.
    const usual = hasOneLoss ? steps : stepsOf(scaled, prices, model, freedom, shares);
    const reached = (each: number) => {
      if (hasOneLoss) return gainOf(sums.cost, stored, each);
      const plan = levelsOf(usual, { room: model.room, end: { value } });
      const followed = followWithLosses({ steps: usual, flows: scaled, model }, plan, 0);
      return gainOf(followed.cost, followed.stored, each);
    };
    return { usual, gainOf, gain: gainOf(sums.bound, stored), reached };
  };
  const middle = best(quarters);
  const low = best(quarters, 1 - error.imported, 1 - error.exported);
  const high = best(quarters, 1 + error.imported, 1 + error.exported);
  // What the cadence and the moments of reading hide from the rule, they hide from the best use.
  const hidden = Math.abs(best(hours).gain - middle.gain) + rule.hidden;
  const rolling = (horizon: number) => {
    const { cost, stored } = rollingCost(quarters, middle.usual, { model, days, horizon });
    // A controller may also follow the rule, and reacts no faster.
    return Math.max(rule.gain.value, middle.gainOf(cost, stored) - rule.missedCost.value);
  };
  const sure = Math.min(low.reached(least), middle.reached(least)) - rule.missedCost.high - hidden;
  const middleGain = hasOneLoss ? middle.gain : middle.reached(value) - rule.missedCost.value;
  return {
    gain: {
      value: Math.max(middleGain, rule.gain.value),
      low: Math.max(rule.gain.low, sure),
      high: Math.max(high.gain + hidden, rule.gain.high),
    },
    oneDay: rolling(1),
    twoDays: rolling(2),
  };
}

/** What charging kept and discharging used, on average, by the rule. */
function usualShares(
  { charge, discharge }: BatteryModel,
  { sums: { charged, drained, discharged }, stored }: RuleOutcome,
): Pick<Steps, "up" | "down"> {
  return {
    up: charged > 0 ? (drained + stored) / charged : charge.share,
    down: discharged > 0 ? drained / discharged : discharge.share,
  };
}
