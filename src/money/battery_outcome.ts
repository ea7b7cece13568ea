/**
 * What one battery would have changed: by the self-use rule, and at best.
 *
 * @module
 */

import type { Period } from "../time.ts";
import { bisect } from "../bisect.ts";
import { WIDTH } from "../energy/accuracy/estimate.ts";
import { type FlowSums, sumOf } from "./battery_flows.ts";
import type { PricedFlows, PricedInput } from "./battery_input.ts";
import type { BatteryModel } from "./battery_model.ts";
import { addSums, noSums, type RuleOptions, type RuleSums, runRule } from "./battery_rule.ts";
import { followPlan, levelsOf } from "./optimum.ts";
import { rollingCost } from "./optimum_rolling.ts";
import { type Freedom, stepsOf } from "./optimum_steps.ts";

/** A number with the range that holds the truth. */
export interface Ranged {
  /** The number. */
  readonly value: number;
  /** Lower end. */
  readonly low: number;
  /** Upper end. */
  readonly high: number;
}

/** A calendar month of a simulation. */
export interface RuleMonth extends Readonly<RuleSums> {
  /** `YYYY-MM`. */
  readonly month: string;
  /** Time with known flows and prices. [h] */
  readonly known: number;
  /** Time without. [h] */
  readonly gap: number;
}

/** What the self-use rule would have done. */
export interface RuleOutcome {
  /** Gain with its range, the charge left at the end included. [currency] */
  readonly gain: Ranged;
  /** Drawn from the grid. [kWh] */
  readonly imported: Ranged;
  /** Fed in. [kWh] */
  readonly exported: Ranged;
  /** All flows. */
  readonly sums: RuleSums;
  /** Discharged energy divided by the usable capacity. */
  readonly cycles: number;
  /** Share of the consumption that did not come from the grid; NaN if unknown. [0–1] */
  readonly autarky: number;
  /** Value of the charge at the end, which is part of the gain. [currency] */
  readonly left: number;
  /** How far off the gain may be because the meter is read only now and then. [currency] */
  readonly hidden: number;
  /** Month by month. */
  readonly months: readonly RuleMonth[];
}

/** What the best use would have gained. [currency] */
export interface OptimumOutcome {
  /** With the whole future known: nobody could have gained more. */
  readonly gain: Ranged;
  /** With the current day known. */
  readonly oneDay: number;
  /** With the current and the next day known. */
  readonly twoDays: number;
}

/** Share of the exchanged energy that rounded samples and registers may hide. */
const ROUNDING = 0.0005;

/** Cost without a battery, energy only. [currency] */
export function costWithout({ flows, prices }: PricedFlows): number {
  let cost = 0;
  for (let i = 0; i < flows.time.length; i++) {
    if (flows.hours[i]! === 0) continue;
    cost += prices.imported[i]! * flows.imported[i]! - prices.exported[i]! * flows.exported[i]!;
  }
  return cost;
}

/** Runs the self-use rule through a past. */
export function ruleOutcome(input: PricedInput, model: BatteryModel): RuleOutcome {
  const { native, coarse, quarters, endPrice, error, days } = input;
  const perStored = endPrice / model.discharge.share;
  const run = ({ flows, prices }: PricedFlows, options: Omit<RuleOptions, "stored"> = {}) => {
    const { sums, stored } = runRule(flows, prices, model, { stored: 0, ...options });
    return { ...sums, gain: sums.gain + perStored * stored };
  };
  const months: RuleMonth[] = [], whole = noSums();
  let stored = 0;
  for (const { month, from, to } of monthsOf(days, native.flows.time)) {
    const part = runRule(native.flows, native.prices, model, { stored, from, to });
    stored = part.stored;
    addSums(whole, part.sums);
    const { hours: known, gap } = sumOf(native.flows, from, to);
    months.push({ month, known, gap, ...part.sums });
  }
  const left = perStored * stored, middle = { ...whole, gain: whole.gain + left };
  const other = run(coarse), base = run(quarters);
  const low = run(quarters, {
    gaps: "worst",
    importScale: 1 - error.imported,
    exportScale: 1 - error.exported,
  });
  const high = run(quarters, {
    gaps: "best",
    importScale: 1 + error.imported,
    exportScale: 1 + error.exported,
  });
  const noise = samplingNoise(input, model), before = sumOf(native.flows);
  const { imported, exported } = before;
  const exchanged = { imported, exported, gain: endPrice * (imported + exported) };
  // A stretch that begins or ends within an interval is known no better than that interval.
  const unsure = ROUNDING + 1 / Math.max(1, native.flows.time.length);
  const ranged = (name: "gain" | "imported" | "exported"): Ranged => {
    const value = middle[name];
    const hidden = Math.abs(other[name] - value) + noise[name] + unsure * exchanged[name];
    const shifts = [low[name] - base[name], high[name] - base[name], 0];
    return {
      value,
      low: Math.max(name === "gain" ? -Infinity : 0, value + Math.min(...shifts) - hidden),
      high: value + Math.max(...shifts) + hidden,
    };
  };
  return {
    gain: ranged("gain"),
    imported: ranged("imported"),
    exported: ranged("exported"),
    sums: whole,
    cycles: whole.drained / model.room,
    autarky: autarkyOf(before, whole.imported),
    left,
    hidden: Math.abs(other.gain - middle.gain) + noise.gain + unsure * exchanged.gain,
    months,
  };
}

/**
 * How much of the result depends on when the meter was read. Two independent samples of the past give
 * two results; the root of their squared differences, day by day, is twice the standard deviation of
 * their mean, and the whole past is no less certain than that.
 */
function samplingNoise(
  { samples, days }: PricedInput,
  model: BatteryModel,
): Pick<RuleSums, "gain" | "imported" | "exported"> {
  const [a, b] = samples.map(({ flows, prices }) => {
    let stored = 0;
    return bordersOf(days, flows.time).map(({ from, to }) => {
      const part = runRule(flows, prices, model, { stored, from, to });
      stored = part.stored;
      return part.sums;
    });
  }) as [RuleSums[], RuleSums[]];
  const of = (name: "gain" | "imported" | "exported") =>
    WIDTH / 2 * Math.sqrt(a.reduce((sum, day, d) => sum + (day[name] - b[d]![name]) ** 2, 0));
  return { gain: of("gain"), imported: of("imported"), exported: of("exported") };
}

/** The best use of a battery in a past. */
export function optimumOutcome(
  input: PricedInput,
  model: BatteryModel,
  { rule, freedom = {} }: { readonly rule: RuleOutcome; readonly freedom?: Freedom },
): OptimumOutcome {
  const { quarters, hours, endPrice, error, days } = input;
  const value = endPrice / model.discharge.share;
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
    const gainOf = (cost: number, left: number) => without - cost + value * left;
    return { steps, gainOf, gain: gainOf(sums.bound, stored), reached: gainOf(sums.cost, stored) };
  };
  const middle = best(quarters);
  const low = best(quarters, 1 - error.imported, 1 - error.exported);
  const high = best(quarters, 1 + error.imported, 1 + error.exported);
  // What the cadence and the moments of reading hide from the rule, they hide from the best use.
  const hidden = Math.abs(best(hours).gain - middle.gain) + rule.hidden;
  const rolling = (horizon: number) => {
    const { cost, stored } = rollingCost(quarters, middle.steps, { model, days, horizon });
    return middle.gainOf(cost, stored);
  };
  const isLinear = model.charge.constant + model.charge.square + model.discharge.constant +
      model.discharge.square === 0;
  // The bound takes the losses at the best power; with others, only what the rule reaches is sure.
  const sure = isLinear ? Math.min(low.reached, middle.reached) - hidden : -Infinity;
  return {
    gain: {
      value: Math.max(middle.gain, rule.gain.value),
      low: Math.max(rule.gain.low, sure),
      high: Math.max(high.gain + hidden, rule.gain.high),
    },
    oneDay: rolling(1),
    twoDays: rolling(2),
  };
}

/** Share of the consumption that did not come from the grid. */
export function autarkyOf(before: FlowSums, imported: number): number {
  const used = before.imported + before.generated - before.exported;
  return used > 0 ? Math.max(0, 1 - imported / used) : NaN;
}

/** Where each calendar month begins and ends among intervals. */
export function monthsOf(
  days: readonly Period[],
  time: Float64Array,
): { month: string; from: number; to: number }[] {
  const starts = days.filter(({ label }, i) =>
    label.slice(0, 7) !== days[i - 1]?.label.slice(0, 7)
  );
  return bordersOf(starts, time).map((border, i) => ({
    month: starts[i]!.label.slice(0, 7),
    ...border,
  }));
}

/** Where periods in a row begin and end among intervals; the last one has all that follow. */
function bordersOf(
  periods: readonly Period[],
  time: Float64Array,
): { from: number; to: number }[] {
  const starts = periods.map(({ start }) => bisect(-1, time.length, (i) => time[i]! >= start));
  return starts.map((from, i) => ({ from, to: starts[i + 1] ?? time.length }));
}
