/**
 * What the energy of each day cost and earned.
 *
 * @module
 */

import type { Reconciled } from "../energy/accuracy/bands.ts";
import type { Estimate } from "../energy/accuracy/estimate.ts";
import type { IntervalTable, Unplaced } from "../energy/intervals.ts";
import { rowAt } from "../columns.ts";
import { HOUR, type Period } from "../time.ts";
import { addAmounts, type Amount, negated, NOTHING, priced } from "./estimate.ts";
import { nettedWithin, yearPrices } from "./netting.ts";
import { feesPerDay, type FlowPrices, type PriceGrid, pricesAt } from "./prices.ts";
import type { PricedTariff } from "./price_series.ts";

/** The money of one day; `null` is unknown. [currency] */
export interface MoneyDay {
  /** Local day. */
  readonly day: Period;
  /** What the energy from the grid cost, where it is priced. */
  readonly cost: Amount | null;
  /** Fixed fees. */
  readonly fees: Amount | null;
  /** What the feed-in earned, where it is priced. */
  readonly revenue: Amount | null;
  /** cost + fees − revenue. */
  readonly net: Amount | null;
  /** How much more the house would have paid without PV; the battery is left out. */
  readonly pvSavings: Amount | null;
  /** What the battery saved in addition, computed from its power; `null` without it. */
  readonly batterySavings: Amount | null;
  /** Energy that is known but has no price. [kWh] */
  readonly unpricedImport: number;
  /** The same of the feed-in. [kWh] */
  readonly unpricedExport: number;
  /** Time in which import or export is not known. [h] */
  readonly uncovered: number;
}

/** Energies and what they cost: prices of each interval, fees of each day. */
export interface Settlement {
  /** The energies that are paid: those of the registers, or netted. */
  readonly energies: IntervalTable;
  /** Their prices. */
  readonly prices: PriceGrid;
  /** Fixed fees per day; NaN where they are not known. */
  readonly fees: Float64Array;
}

/** The energies and prices of days at a tariff, netted as it says. */
export function settlementOf(tariff: PricedTariff, intervals: IntervalTable): Settlement {
  const energies = tariff.netting === "step" ? nettedWithin(intervals, tariff.step) : intervals;
  const declared = pricesAt(tariff, intervals.time);
  return {
    energies,
    prices: tariff.netting === "year" ? yearPrices(energies, declared) : declared,
    fees: feesPerDay(tariff, intervals.days),
  };
}

/**
 * The amounts of each day. The errors of the energies follow them: with one price per direction, an
 * error of the import cancels from the savings by PV.
 *
 * @param reconciled The errors of the same days.
 */
export function amountsOf(
  { energies, prices, fees }: Settlement,
  reconciled: readonly Reconciled[],
): MoneyDay[] {
  const { days, offsets, time } = energies;
  const ends = days.map(({ end }) => end);
  const unplaced = Map.groupBy(energies.unplaced, ({ start }) => rowAt(ends, start + 1));
  return days.map((day, d) => {
    const from = offsets[d]!, to = offsets[d + 1]!;
    const { estimates, devices } = reconciled[d]!;
    const own = { from, to, time, unplaced: unplaced.get(d) ?? [] };
    const cost = flowAmount(energies.import_kwh, prices.import, {
      ...own,
      flow: "import",
      sigma: energies.import_sigma,
      estimate: estimates.import_kwh,
    });
    const revenue = flowAmount(energies.export_kwh, prices.export, {
      ...own,
      flow: "export",
      sigma: energies.export_sigma,
      estimate: estimates.export_kwh,
    });
    const fee = Number.isNaN(fees[d]!) ? null : { ...NOTHING, value: fees[d]! };
    let unknown = 0;
    for (let i = from; i < to; i++) unknown += energies.unknown[i]!;
    return {
      day,
      cost: cost.amount,
      fees: fee,
      revenue: revenue.amount,
      net: cost.amount && revenue.amount && fee &&
        addAmounts([cost.amount, fee, negated(revenue.amount)]),
      pvSavings: estimates.yield_kwh && estimates.export_kwh
        ? pvSavings(energies, prices, {
          ...own,
          generated: estimates.yield_kwh,
          exported: estimates.export_kwh,
        })
        : null,
      batterySavings: batterySavings(energies, prices, {
        ...own,
        charged: devices?.estimates.columns["battery_charged_kwh"] ?? null,
        discharged: devices?.estimates.columns["battery_discharged_kwh"] ?? null,
      }),
      unpricedImport: cost.unpriced,
      unpricedExport: revenue.unpriced,
      uncovered: unknown / HOUR,
    };
  });
}

interface Slots {
  readonly from: number;
  readonly to: number;
  readonly time: Float64Array;
  /** Energies of the day whose time is unknown. */
  readonly unplaced: readonly Unplaced[];
}

/** What a direction cost or earned on a day; the amount is unknown if its energy is. */
function flowAmount(
  kwh: Float64Array,
  { price, low, high }: FlowPrices,
  { from, to, time, unplaced, flow, sigma, estimate }: Slots & {
    readonly flow: Unplaced["flow"];
    readonly sigma: Float64Array;
    readonly estimate: Estimate | null;
  },
): { amount: Amount | null; unpriced: number } {
  let value = 0, energy = 0, unpriced = 0, least = 0, most = 0, isKnown = false;
  for (let i = from; i < to; i++) {
    const own = kwh[i]!;
    if (Number.isNaN(own)) continue;
    isKnown = true;
    if (!Number.isNaN(price[i]!)) {
      value += own * price[i]!;
      energy += own;
    } else {
      unpriced += own;
      // A bound is one that the tariff itself gives.
      least += Number.isNaN(low[i]!) ? 0 : own * low[i]!;
      most += Number.isNaN(high[i]!) ? 0 : own * high[i]!;
    }
  }
  if (!isKnown || !estimate) return { amount: null, unpriced };
  const mean = energy > 0 ? value / energy : meanOf(price, from, to);
  let variance = 0;
  for (let i = from; i < to; i++) {
    const off = (price[i]! - mean) * sigma[i]!;
    if (!Number.isNaN(off)) variance += off * off;
  }
  const division = { ...NOTHING, sigma: Math.sqrt(variance) };
  const share = energy + unpriced > 0 ? energy / (energy + unpriced) : 1;
  return {
    amount: addAmounts([
      { value, below: -least, above: most, sigma: 0 },
      priced(estimate, mean * share),
      division,
      ...unplaced.filter((one) => one.flow === flow).map((one) => misplaced(one, price, time)),
    ]),
    unpriced,
  };
}

/** What it can change if an energy that was spread evenly flowed at the best or at the worst time. */
function misplaced(
  { start, end, kwh }: Pick<Unplaced, "start" | "end" | "kwh">,
  price: Float64Array,
  time: Float64Array,
): Amount {
  let least = Infinity, most = -Infinity, sum = 0, count = 0;
  for (let i = Math.max(0, rowAt(time, start + 1) - 1); i < time.length && time[i]! < end; i++) {
    const own = price[i]!;
    if (Number.isNaN(own)) continue;
    least = Math.min(least, own);
    most = Math.max(most, own);
    sum += own;
    count++;
  }
  if (count === 0) return NOTHING;
  const mean = sum / count;
  return { value: 0, below: kwh * (mean - least), above: kwh * (most - mean), sigma: 0 };
}

function meanOf(price: Float64Array, from: number, to: number): number {
  let sum = 0, count = 0;
  for (let i = from; i < to; i++) {
    if (Number.isNaN(price[i]!)) continue;
    sum += price[i]!;
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

type Energies = Pick<
  IntervalTable,
  "import_kwh" | "export_kwh" | "yield_kwh" | "replaced_import_kwh" | "replaced_export_kwh"
>;
/**
 * What the house would have paid more without PV: the yield that it used, at the price of import, and
 * what was fed in. A battery, which would have been useless, is left out first.
 */
function pvSavings(
  { yield_kwh, export_kwh, replaced_export_kwh }: Energies,
  { import: { price: bought }, export: { price: sold } }: PriceGrid,
  { from, to, time, unplaced, generated, exported }: Slots & {
    readonly generated: Estimate;
    readonly exported: Estimate;
  },
): Amount | null {
  let value = 0, isKnown = false;
  let yielded = 0, atImport = 0, fedIn = 0, atExport = 0, instead = 0;
  for (let i = from; i < to; i++) {
    const own = yield_kwh[i]!, out = export_kwh[i]! + (replaced_export_kwh?.[i] ?? 0);
    const earned = out === 0 ? 0 : sold[i]! * out, saved = bought[i]! * (own - out) + earned;
    if (Number.isNaN(saved)) continue;
    isKnown = true;
    value += saved;
    yielded += own;
    atImport += bought[i]! * own;
    fedIn += out;
    atExport += earned;
    instead += bought[i]! * out;
  }
  if (!isKnown) return null;
  const buying = yielded > 0 ? atImport / yielded : meanOf(bought, from, to);
  const lost = fedIn > 0 ? (instead - atExport) / fedIn : buying - meanOf(sold, from, to);
  return addAmounts([
    { ...NOTHING, value },
    priced(generated, buying),
    negated(priced(exported, lost)),
    ...unplaced.filter(({ flow }) => flow === "yield").map((one) => misplaced(one, bought, time)),
  ]);
}

/** What the battery saved: the import that it replaced, less the feed-in that it took. */
function batterySavings(
  { replaced_import_kwh, replaced_export_kwh }: Energies,
  { import: { price: bought }, export: { price: sold } }: PriceGrid,
  { from, to, charged, discharged }: Slots & {
    readonly charged: Estimate | null;
    readonly discharged: Estimate | null;
  },
): Amount | null {
  if (!replaced_import_kwh || !replaced_export_kwh) return null;
  let value = 0, isKnown = false, kept = 0, saved = 0, taken = 0, missed = 0;
  for (let i = from; i < to; i++) {
    const more = replaced_import_kwh[i]!, out = replaced_export_kwh[i]!;
    const spared = more === 0 ? 0 : more * bought[i]!, lost = out === 0 ? 0 : out * sold[i]!;
    if (Number.isNaN(spared - lost)) continue;
    isKnown = true;
    value += spared - lost;
    kept += more;
    saved += spared;
    taken += out;
    missed += lost;
  }
  if (!isKnown || !charged || !discharged) return null;
  return addAmounts([
    { ...NOTHING, value },
    priced(discharged, kept > 0 ? saved / kept : 0),
    negated(priced(charged, taken > 0 ? missed / taken : 0)),
  ]);
}
