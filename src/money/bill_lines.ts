/**
 * The lines of a bill, priced again.
 *
 * @module
 */

import type { IntervalTable } from "../energy/intervals.ts";
import { WIDTH } from "../energy/accuracy/estimate.ts";
import { addDays } from "../time.ts";
import { type BillFile, type BillLine, ROUNDING } from "./bill.ts";
import { dayNumber } from "./components.ts";
import type { AllowedEnergy, OwnRegister } from "./own_register.ts";
import type { PricedTariff } from "./price_series.ts";
import { settlementOf } from "./settle.ts";

/** One line of a bill, priced again. [currency, with VAT] */
export interface CheckedLine {
  /** As on the bill. */
  readonly text: string;
  /** The bill's amount with VAT. */
  readonly billed: number;
  /** The billed energy or the fees at the prices of the tariff; `null` if they are not known. */
  readonly expected: number | null;
  /** billed − expected, in hundredths of the currency. */
  readonly cents: number | null;
  /** Why it cannot be priced; `null` if it can. */
  readonly unpriced: string | null;
  /** Billed energy; `null` for fees. [kWh] */
  readonly kwh: number | null;
  /**
   * What the house's own register allows at the times that have the line's price; `null` if the line covers
   * only part of the bill, or all times have one price. [kWh]
   */
  readonly window: AllowedEnergy | null;
}

/** What a line is checked against. */
export interface LineSources {
  readonly intervals: IntervalTable;
  readonly register: OwnRegister;
  readonly tariff: PricedTariff;
}

/** Bills round prices to a hundredth of a cent. [currency/kWh] */
const ROUNDED_PRICE = 0.00005 + 1e-9;

/**
 * Prices a line again: the billed energy at the price of its window if the tariff has the line's price
 * on its days, else at the mean price of its days; or their fees.
 */
export function checkLine(line: BillLine, bill: BillFile, sources: LineSources): CheckedLine {
  const { readings, flow = "import" } = bill, { text, components, kwh, price, amount, vat } = line;
  const { tariff, intervals } = sources;
  const billed = amount * (1 + vat);
  const first = line.from ?? readings[0]!.date;
  const last = line.to ?? addDays(readings.at(-1)!.date, -1);
  const own: PricedTariff = {
    ...tariff,
    netting: "none",
    energy: tariff.energy.filter((one) => one.flow === flow && components.includes(one.id)),
    fixed: tariff.fixed.filter(({ id }) => components.includes(id)),
  };
  const priced = priceDays(own, {
    ...{ intervals, flow, first, last },
    said: price === undefined ? NaN : price * (1 + vat),
  });
  const known = new Set([...own.energy, ...own.fixed].map(({ id }) => id));
  const missing = components.filter((id) => !known.has(id));
  const { rate, fees } = priced;
  const unpriced = missing.length > 0
    ? `the tariff has no component '${missing.join("', '")}' for ${flow} or fees`
    : priced.days < dayNumber(last) - dayNumber(first) + 1
    ? "not all of its days are known"
    : Number.isNaN(fees)
    ? "a fee of the tariff does not apply on all of its days"
    : own.energy.length === 0
    ? null
    : kwh === undefined
    ? "it bills energy and names no kWh"
    : typeof rate === "string"
    ? rate
    : null;
  const energyCost = own.energy.length === 0 || typeof rate === "string" ? 0 : rate * (kwh ?? 0);
  const expected = unpriced === null ? energyCost + (own.fixed.length === 0 ? 0 : fees) : null;
  const isWhole = line.from === undefined && line.to === undefined;
  return {
    text,
    billed,
    expected,
    cents: expected === null ? null : 100 * (billed - expected),
    unpriced,
    kwh: own.energy.length === 0 ? null : kwh ?? null,
    // At a change of the price, the energy of a bill is usually computed and not read.
    window: isWhole && isOneVersion(own, first, last) ? windowEnergy(priced, flow, sources) : null,
  };
}

interface PricedDays {
  /** How many of the days are known. */
  readonly days: number;
  /** Fees of the days; NaN where one is not known. [currency] */
  readonly fees: number;
  /** Price of the billed energy, or why there is none. [currency/kWh] */
  readonly rate: number | string;
  /** Intervals of the days, and those after them, that have the line's price. */
  readonly atPrice: readonly { readonly day: number; readonly i: number }[];
  /** Whether a day has other prices too. */
  readonly isWindow: boolean;
  /** Places of the first and the last day. */
  readonly first: number;
  readonly last: number;
}

/** Prices the days of a line; a day rate and a night rate are two lines of one component. */
function priceDays(
  own: PricedTariff,
  { intervals, flow, first, last, said }: {
    readonly intervals: IntervalTable;
    readonly flow: "import" | "export";
    readonly first: string;
    readonly last: string;
    /** Price with VAT that the bill names; NaN if it names none. */
    readonly said: number;
  },
): PricedDays {
  const settled = settlementOf(own, intervals), { price } = settled.prices[flow];
  const { days, offsets } = intervals, flowed = intervals[`${flow}_kwh`];
  const atPrice: { day: number; i: number }[] = [], places: number[] = [];
  let energy = 0, cost = 0, fees = 0, isUnknown = false, isUnpriced = false, isWindow = false;
  let least = Infinity, most = -Infinity;
  const after = addDays(last, 1);
  for (const [d, { label }] of days.entries()) {
    if (label < first || label > after) continue;
    let matches = 0;
    for (let i = offsets[d]!; i < offsets[d + 1]!; i++) {
      if (Math.abs(price[i]! - said) > ROUNDED_PRICE || Number.isNaN(price[i]! - said)) continue;
      matches++;
      atPrice.push({ day: d, i });
    }
    // The day after the last one counts only where its reading may mean its end.
    if (label === after) continue;
    places.push(d);
    fees += settled.fees[d]!;
    isWindow ||= matches > 0 && matches < offsets[d + 1]! - offsets[d]!;
    for (let i = offsets[d]!; i < offsets[d + 1]!; i++) {
      if (flowed[i] === 0) continue;
      if (Number.isNaN(price[i]!)) isUnpriced = true;
      else {
        least = Math.min(least, price[i]!);
        most = Math.max(most, price[i]!);
      }
      if (Number.isNaN(flowed[i]!)) isUnknown = true;
      else {
        energy += flowed[i]!;
        cost += flowed[i]! * price[i]!;
      }
    }
  }
  const inDays = atPrice.find(({ day }) => day <= (places.at(-1) ?? -1));
  const rate = inDays
    ? price[inDays.i]!
    : isUnpriced
    ? "the tariff has no price for some of its energy"
    : least === most
    ? least
    : isUnknown
    ? "its mean price is not known, because the house's own register does not show when all of the energy flowed"
    : energy > 0
    ? cost / energy
    : "no energy flowed, so its mean price is not known";
  return {
    ...{ days: places.length, fees, rate, atPrice, isWindow },
    first: places[0] ?? -1,
    last: places.at(-1) ?? -1,
  };
}

/** Whether no component changes its price on the days of a line. */
function isOneVersion({ energy }: PricedTariff, first: string, last: string): boolean {
  const from = dayNumber(first), to = dayNumber(last);
  const applying = energy.filter((one) => one.first <= to && one.after > from);
  return new Set(applying.map(({ id }) => id)).size === applying.length;
}

/** The own energy at the times of a line's price, with what is allowed; `null` if it is not known. */
function windowEnergy(
  { atPrice, isWindow, first, last }: PricedDays,
  flow: "import" | "export",
  { intervals, register }: LineSources,
): AllowedEnergy | null {
  if (!isWindow) return null;
  const { days, unplaced } = intervals, flowed = intervals[`${flow}_kwh`];
  const sigma = intervals[`${flow}_sigma`];
  let kwh = 0, error = 2 * ROUNDING, variance = 0, onFirst = 0, onNext = 0;
  for (const { day, i } of atPrice) {
    const own = flowed[i]!;
    if (Number.isNaN(own)) return null;
    if (day > last) {
      onNext += own;
      continue;
    }
    kwh += own;
    error += own * register.errorOf(days[day]!.label);
    variance += (sigma[i]! || 0) ** 2;
    if (day === first) onFirst += own;
  }
  const { start } = days[first]!, { end } = days[last]!;
  for (const one of unplaced) {
    // It may have flowed at any time.
    if (one.flow === flow && one.end > start && one.start < end) error += one.kwh;
  }
  error += WIDTH * Math.sqrt(variance);
  return { kwh, low: kwh - onFirst - error, high: kwh + onNext + error };
}
