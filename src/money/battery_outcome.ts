/**
 * What one battery would have changed by the self-use rule.
 *
 * @module
 */

import type { Period } from "../time.ts";
import { bisect } from "../bisect.ts";
import { WIDTH } from "../energy/accuracy/estimate.ts";
import { type FlowSums, sumOf } from "./battery_flows.ts";
import type { PricedFlows, PricedInput } from "./battery_input.ts";
import { missedByReaction, type MissedShare, REACTION } from "./battery_missed.ts";
import type { BatteryModel } from "./battery_model.ts";
import { addSums, noSums, type RuleOptions, type RuleSums, runRule } from "./battery_rule.ts";

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
  /** Charge at the end. [kWh] */
  readonly stored: number;
  /** How far off the gain may be because the meter is read only now and then. [currency] */
  readonly hidden: number;
  /** Drawn, and fed in as well, because the battery follows the house with a delay. [kWh] */
  readonly missed: Ranged;
  /** What that costs. [currency] */
  readonly missedCost: Ranged;
  /** Month by month. */
  readonly months: readonly RuleMonth[];
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
  const { most: perStored, least } = endValue(input, model);
  const run = ({ flows, prices }: PricedFlows, options: Omit<RuleOptions, "stored"> = {}) => {
    const { sums, stored } = runRule(flows, prices, model, { stored: 0, ...options });
    return { ...sums, gain: sums.gain + perStored * stored };
  };
  const atOnce: Omit<RuleMonth, "known" | "gap">[] = [], instant = noSums();
  const borders = monthsOf(days, native.flows.time);
  let stored = 0, power = NaN;
  for (const { month, from, to } of borders) {
    const part = runRule(native.flows, native.prices, model, { stored, power, from, to });
    ({ stored, power } = part);
    addSums(instant, part.sums);
    atOnce.push({ month, ...part.sums });
  }
  const noise = samplingNoise(input, model);
  const share = shareOf(input, model, { churn: instant.churn, coarse: noise.churn });
  const months = atOnce.map((one, m): RuleMonth => {
    const { from, to } = borders[m]!, { hours: known, gap } = sumOf(native.flows, from, to);
    return { ...delayed(one, share.value), month: one.month, known, gap };
  });
  const whole = delayed(instant, share.value), missed = scaled(share, instant.churn);
  const missedCost = scaled(share, instant.churnCost);
  const left = perStored * stored, middle = { ...instant, gain: instant.gain + left };
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
  const before = sumOf(native.flows);
  const { imported, exported } = before;
  const exchanged = { imported, exported, gain: endPrice * (imported + exported) };
  // A stretch that begins or ends within an interval is known no better than that interval.
  const unsure = ROUNDING + 1 / Math.max(1, native.flows.time.length);
  const ranged = (name: "gain" | "imported" | "exported"): Ranged => {
    const value = middle[name];
    const hidden = Math.abs(other[name] - value) + noise[name] + unsure * exchanged[name];
    const shifts = [low[name] - base[name], high[name] - base[name], 0];
    const delay = name === "gain" ? minus(missedCost) : missed;
    const lowest = value + delay.low + Math.min(...shifts) - hidden;
    return {
      value: value + delay.value,
      low: name === "gain" ? lowest - (perStored - least) * stored : Math.max(0, lowest),
      high: value + delay.high + Math.max(...shifts) + hidden,
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
    stored,
    hidden: Math.abs(other.gain - middle.gain) + noise.gain + unsure * exchanged.gain,
    missed,
    missedCost,
    months,
  };
}

/**
 * What a stored kWh is worth at the end: at most the import that it can replace, at least the feed-in that
 * the next surplus then need not give up. [currency/kWh]
 */
export function endValue(
  { endPrice, endFeedIn }: PricedInput,
  { charge, discharge }: BatteryModel,
): { readonly most: number; readonly least: number } {
  const most = endPrice / discharge.share;
  return { most, least: Math.min(most, endFeedIn / charge.share) };
}

/** What the battery misses: by its own reaction time, as the battery of the house does, or the default. */
function shareOf(
  { step, missed }: PricedInput,
  { reaction }: BatteryModel,
  churn: { readonly churn: number; readonly coarse: number },
): MissedShare {
  if (reaction === undefined && missed) return missed;
  return missedByReaction(reaction ?? REACTION, { step, ...churn });
}

/** The same with what is missed: it is drawn, and fed in as well. */
function delayed<Sums extends RuleSums>(sums: Sums, share: number): Sums {
  const kwh = share * sums.churn;
  return {
    ...sums,
    imported: sums.imported + kwh,
    exported: sums.exported + kwh,
    gain: sums.gain - share * sums.churnCost,
  };
}

/** A range of shares of something that may be below zero. */
function scaled({ value, low, high }: MissedShare, of: number): Ranged {
  const ends = [low * of, high * of];
  return { value: value * of, low: Math.min(...ends), high: Math.max(...ends) };
}

function minus({ value, low, high }: Ranged): Ranged {
  return { value: -value, low: -high, high: -low };
}

/**
 * How much of the result depends on when the meter was read. Two independent samples of the past give
 * two results; the root of their squared differences, day by day, is twice the standard deviation of
 * their mean, and the whole past is no less certain than that. `churn` is the mean of both.
 */
function samplingNoise(
  { samples, days }: PricedInput,
  model: BatteryModel,
): Pick<RuleSums, "gain" | "imported" | "exported" | "churn"> {
  let churn = 0;
  const [a, b] = samples.map(({ flows, prices }) => {
    let stored = 0, power = NaN;
    return bordersOf(days, flows.time).map(({ from, to }) => {
      const part = runRule(flows, prices, model, { stored, power, from, to });
      ({ stored, power } = part);
      churn += part.sums.churn / samples.length;
      return part.sums;
    });
  }) as [RuleSums[], RuleSums[]];
  const of = (name: "gain" | "imported" | "exported") =>
    WIDTH / 2 * Math.sqrt(a.reduce((sum, day, d) => sum + (day[name] - b[d]![name]) ** 2, 0));
  return { gain: of("gain"), imported: of("imported"), exported: of("exported"), churn };
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
