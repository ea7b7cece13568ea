/**
 * What a what-if of batteries needs to know of the past of a house.
 *
 * @module
 */

import { HOUR, MINUTE, type Period } from "../time.ts";
import { coarser, type Flows, pricedOnly, type Prices, thinned } from "./battery_flows.ts";
import type { MissedShare } from "./battery_missed.ts";
import type { PricedTariff } from "./price_series.ts";
import { pricesAt } from "./prices.ts";

/** The past of a house, without any battery. */
export interface BatteryInput {
  /** Flows at the cadence of the meter. */
  readonly flows: Flows;
  /** Length of their intervals. [ms] */
  readonly step: number;
  /** The local days that they cover, ascending. */
  readonly days: readonly Period[];
  /** How far off import and export may be, systematically and by noise, as a share of each. */
  readonly error: { readonly imported: number; readonly exported: number };
  /** What the battery of the house misses; absent if it has none, or its power says too little. */
  readonly missed?: MissedShare | undefined;
}

/** The same past at several cadences, with the prices of a tariff. */
export interface PricedInput {
  /** At the cadence of the meter. */
  readonly native: PricedFlows;
  /** Four times coarser, which shows what the cadence hides. */
  readonly coarse: PricedFlows;
  /** Two independent samples of the same, which show how much depends on when the meter was read. */
  readonly samples: readonly [PricedFlows, PricedFlows];
  /** At a quarter of an hour, or the cadence of the meter if that is longer. */
  readonly quarters: PricedFlows;
  /** Four times coarser than that. */
  readonly hours: PricedFlows;
  /** What a kWh of the house's supply is worth at the end: the lowest price of the last day. */
  readonly endPrice: number;
  /** What it is worth at least: the lowest price paid for export on the last day. */
  readonly endFeedIn: number;
  /** The local days that they cover, ascending. */
  readonly days: readonly Period[];
  /** How far off import and export may be, as a share of each. */
  readonly error: BatteryInput["error"];
  /** Time between the samples of the meter. [ms] */
  readonly step: number;
  /** What the battery of the house misses. */
  readonly missed: MissedShare | undefined;
  /** Time that has flows but no price. [h] */
  readonly unpriced: number;
  /** Intervals whose export earns more than import costs, or less than nothing, as a share of time. */
  readonly unusual: number;
}

/** Flows with the prices of the same intervals. */
export interface PricedFlows {
  /** The flows. */
  readonly flows: Flows;
  /** Their prices. */
  readonly prices: Prices;
}

/** The best use is planned by quarters of an hour. [ms] */
const QUARTER = 15 * MINUTE;

/** The past of a house at the prices of a tariff. */
export function priceInput(
  { flows: all, step, days, error, missed }: BatteryInput,
  tariff: PricedTariff,
): PricedInput {
  const allPrices = pricesOf(all.time, step, tariff);
  const flows = pricedOnly(all, allPrices);
  const price = (some: Flows, length: number): PricedFlows => {
    const prices = pricesOf(some.time, length, tariff);
    return { flows: pricedOnly(some, prices), prices };
  };
  const native = { flows, prices: allPrices };
  const perQuarter = Math.max(1, Math.round(QUARTER / step));
  const known = sum(all.hours);
  let unusual = 0;
  flows.hours.forEach((hours, i) => {
    const pi = allPrices.imported[i]!, pe = allPrices.exported[i]!;
    if (hours > 0 && !(pi >= pe && pe >= 0)) unusual += hours;
  });
  return {
    native,
    coarse: price(coarser(flows, step, 4), 4 * step),
    samples: [0, 2].map((offset) => price(thinned(flows, step, 4, offset), 4 * step)) as [
      PricedFlows,
      PricedFlows,
    ],
    quarters: perQuarter === 1 ? native : price(coarser(flows, step, perQuarter), QUARTER),
    hours: price(
      coarser(flows, step, 4 * perQuarter),
      4 * perQuarter * step,
    ),
    endPrice: lowestOfLastDay(native, days, "imported"),
    endFeedIn: lowestOfLastDay(native, days, "exported"),
    days,
    error,
    step,
    missed,
    unpriced: known - sum(flows.hours),
    unusual: known > 0 ? unusual / known : 0,
  };
}

/** Prices of intervals: the mean where a price may change within one. */
function pricesOf(time: Float64Array, step: number, tariff: PricedTariff): Prices {
  const parts = Math.ceil(step / tariff.step);
  const imported = new Float64Array(time.length), exported = imported.slice();
  for (let part = 0; part < parts; part++) {
    const starts = part === 0 ? time : time.map((at) => at + part * step / parts);
    const { import: of, export: paid } = pricesAt(tariff, starts);
    for (let i = 0; i < time.length; i++) {
      imported[i]! += of.price[i]! / parts;
      exported[i]! += paid.price[i]! / parts;
    }
  }
  return { imported, exported };
}

function lowestOfLastDay(
  { flows, prices }: PricedFlows,
  days: readonly Period[],
  flow: keyof Prices,
): number {
  const until = days.at(-1)?.end ?? Infinity;
  let lowest = Infinity;
  for (let i = flows.time.length - 1; i >= 0; i--) {
    if (flows.time[i]! < until - 24 * HOUR && lowest < Infinity) break;
    if (flows.hours[i]! > 0) lowest = Math.min(lowest, prices[flow][i]!);
  }
  return lowest === Infinity ? 0 : Math.max(0, lowest);
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}
