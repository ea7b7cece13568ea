/**
 * The price of a kilowatt-hour at each moment, and the fixed fees of each day.
 *
 * @module
 */

import { HOUR, MINUTE, offsetAt, type Period } from "../time.ts";
import { dayNumber, type EnergyComponent } from "./components.ts";
import { type PricedTariff, valuesAt } from "./price_series.ts";
import type { Tariff } from "./tariff.ts";
import { windowPlace } from "./windows.ts";

/** Prices with VAT, all components added; NaN is unpriced. [currency/kWh] */
export interface FlowPrices {
  /** The price. */
  readonly price: Float64Array;
  /** The least that it can be: the price, or what the tariff says of an unknown one; else NaN. */
  readonly low: Float64Array;
  /** The most that it can be. */
  readonly high: Float64Array;
}

/** Prices of both directions. */
export interface PriceGrid {
  /** What a kilowatt-hour from the grid costs. */
  readonly import: FlowPrices;
  /** What a kilowatt-hour fed in earns. */
  readonly export: FlowPrices;
}

const DAY = 24 * HOUR;

/**
 * The prices in the intervals that begin at some instants.
 *
 * @param starts Starts of intervals no longer than the tariff's step, ascending. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { withPrices } from "./price_series.ts";
 * import { pricesAt } from "./prices.ts";
 * import { parseTariff } from "./tariff.ts";
 *
 * const energy = { id: "energy", flow: "import", from: "2026-01-01", unit: "ct/kWh", price: 30 };
 * const json = { tz: "Europe/Berlin", currency: "EUR", components: [{ ...energy, vat: 0 }] };
 * const start = Date.UTC(2026, 0, 1), range = { start, end: start + 900_000 };
 * const prices = pricesAt(await withPrices(parseTariff(json), range), [start]);
 * assert(prices.import.price[0] === 0.3 && Number.isNaN(prices.export.price[0]));
 * ```
 */
export function pricesAt(tariff: PricedTariff, starts: ArrayLike<number>): PriceGrid {
  const clock = wallClock(starts, tariff.zone);
  const known = new Map<string, Float64Array>();
  const series = (name: string) => {
    const rows = tariff.rows[name];
    const values = known.get(name) ??
      (rows ? valuesAt(rows, starts) : new Float64Array(starts.length).fill(NaN));
    known.set(name, values);
    return { values, perKwh: rows?.perKwh ?? NaN };
  };
  const of = (flow: "import" | "export") =>
    flowPrices(tariff.energy.filter((one) => one.flow === flow), clock, series);
  return { import: of("import"), export: of("export") };
}

/** Wall-clock time of instants: the day of the calendar, and the place in a table of windows. */
interface WallClock {
  readonly day: Int32Array;
  readonly place: Int32Array;
}

function wallClock(starts: ArrayLike<number>, zone: string): WallClock {
  const day = new Int32Array(starts.length), place = new Int32Array(starts.length);
  let known = NaN, month = 0, weekday = 0;
  for (let i = 0; i < starts.length; i++) {
    const local = starts[i]! + offsetAt(starts[i]!, zone), number = Math.floor(local / DAY);
    if (number !== known) {
      known = number;
      month = new Date(number * DAY).getUTCMonth() + 1;
      // 1970-01-01 was a Thursday.
      weekday = ((number + 3) % 7 + 7) % 7 + 1;
    }
    day[i] = number;
    place[i] = windowPlace(month, weekday, Math.floor((local - number * DAY) / MINUTE));
  }
  return { day, place };
}

type SeriesOf = (name: string) => { readonly values: Float64Array; readonly perKwh: number };

/** The sum of all components of a direction; unpriced where one of their ids does not apply. */
function flowPrices(
  components: readonly EnergyComponent[],
  clock: WallClock,
  series: SeriesOf,
): FlowPrices {
  const count = clock.day.length, ids = new Set(components.map(({ id }) => id)).size;
  const price = new Float64Array(count), low = price.slice(), high = price.slice();
  const applied = new Uint16Array(count);
  for (const one of components) {
    const own = componentPrices(one, clock, series);
    for (let i = 0; i < count; i++) {
      if (clock.day[i]! < one.first || clock.day[i]! >= one.after) continue;
      applied[i]!++;
      price[i]! += own.price[i]!;
      low[i]! += own.low[i]!;
      high[i]! += own.high[i]!;
    }
  }
  for (let i = 0; i < count; i++) {
    if (ids === 0 || applied[i]! < ids) price[i] = low[i] = high[i] = NaN;
  }
  return { price, low, high };
}

function componentPrices(one: EnergyComponent, { place }: WallClock, series: SeriesOf): FlowPrices {
  const { windows, unless } = one, price = new Float64Array(place.length);
  const base = one.series && { ...one.series, ...series(one.series.name) };
  for (let i = 0; i < price.length; i++) {
    const window = windows ? windows.table[place[i]!]! : 0;
    const own = window > 0 ? windows!.values[window - 1]! : base ? base.add : one.price;
    price[i] = base ? Math.min(base.max, base.factor * base.perKwh * base.values[i]! + own) : own;
  }
  if (!unless) return { price, low: price, high: price };
  const { values } = series(unless.series), low = price.slice(), high = price.slice();
  for (let i = 0; i < price.length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) {
      // Whether the condition holds is not known, but both prices are.
      low[i] = Math.min(price[i]!, unless.price);
      high[i] = Math.max(price[i]!, unless.price);
      price[i] = NaN;
    } else if (unless.holds(value)) price[i] = low[i] = high[i] = unless.price;
  }
  return { price, low, high };
}

/**
 * The fixed fees of local days: a monthly fee is spread over the days of its month, a yearly one over
 * those of its year.
 *
 * @returns Fees with VAT; 0 if the tariff has none, NaN where one of them does not cover the day.
 * [currency]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { localDays } from "../time.ts";
 * import { feesPerDay } from "./prices.ts";
 * import { parseTariff } from "./tariff.ts";
 *
 * const base = { id: "base", flow: "fixed", from: "2026-01-01", per: "month", unit: "EUR" };
 * const json = { tz: "UTC", currency: "EUR", components: [{ ...base, price: 12, vat: 0 }] };
 * const [fee] = feesPerDay(parseTariff(json), localDays("2026-10-25", "2026-10-25", "UTC"));
 * assert(fee === 12 / 31);
 * ```
 */
export function feesPerDay(
  { fixed }: Pick<Tariff, "fixed">,
  days: readonly Pick<Period, "label">[],
): Float64Array {
  const ids = new Set(fixed.map(({ id }) => id)).size;
  return Float64Array.from(days, ({ label }) => {
    const number = dayNumber(label);
    const own = fixed.filter(({ first, after }) => number >= first && number < after);
    if (own.length < ids) return NaN;
    return own.reduce((sum, { price, per }) => sum + price / daysIn(per, label), 0);
  });
}

/** Days of the month or year of a day. */
function daysIn(per: "day" | "month" | "year", day: string): number {
  const year = Number(day.slice(0, 4)), month = Number(day.slice(5, 7));
  switch (per) {
    case "day":
      return 1;
    case "month":
      return new Date(Date.UTC(year, month, 0)).getUTCDate();
    case "year":
      return (Date.UTC(year + 1, 0) - Date.UTC(year, 0)) / DAY;
  }
}
