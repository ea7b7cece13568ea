/**
 * What an interval offers a battery: amounts of energy, each with what storing it costs.
 *
 * @module
 */

import type { BatteryModel, Direction } from "./battery_model.ts";
import type { Flows, Prices } from "./battery_flows.ts";

/** Most amounts per interval. */
export const AMOUNTS = 5;

/** Where an amount comes from: the battery goes from greatest discharge to greatest charge. */
export const SOURCE = {
  /** Less feeding in from the battery. */
  toGrid: 0,
  /** Less supply of the house. */
  toHouse: 1,
  /** Charged with what may not be fed in. */
  curtailed: 2,
  /** Charged with what would have been fed in. */
  surplus: 3,
  /** Charged from the grid. */
  fromGrid: 4,
} as const;

/** What a controller may do besides storing surplus and supplying the house. */
export interface Freedom {
  /** Whether the battery may be charged from the grid. @default {true, unless it is DC-coupled} */
  readonly gridCharging?: boolean | undefined;
  /** Whether the battery may feed into the grid. @default {true} */
  readonly gridDischarging?: boolean | undefined;
  /** Greatest power that may be fed in; more is curtailed. [kW] @default {unlimited} */
  readonly exportKw?: number | undefined;
}

/** The amounts of all intervals, `AMOUNTS` entries each. */
export interface Steps {
  /** How many amounts an interval has. */
  readonly count: Uint8Array;
  /** Cost of one more stored kWh, ascending within an interval. [currency/kWh] */
  readonly slope: Float64Array;
  /** Stored energy. [kWh] */
  readonly length: Float64Array;
  /** `SOURCE` of each amount. */
  readonly source: Uint8Array;
  /** Slope of each amount by itself; differs from `slope` where prices are not convex. */
  readonly price: Float64Array;
  /** Change of the stored energy at greatest discharge, at most 0. [kWh] */
  readonly lowest: Float64Array;
  /** Change of the stored energy at greatest charge. [kWh] */
  readonly highest: Float64Array;
  /** Cost at greatest discharge. [currency] */
  readonly costAtLowest: Float64Array;
  /** Stored energy per AC energy that is charged. */
  readonly up: number;
  /** Stored energy per AC energy that is discharged. */
  readonly down: number;
  /** Intervals in which prices are not convex. */
  readonly bent: number;
}

/**
 * The amounts of energy that each interval offers, by rising cost.
 *
 * Losses are those of the best operating point, so that no real battery does better. If the price of
 * export is above that of import, or below zero, the cost is not a convex function of the stored energy;
 * then its lower convex hull is taken, whose optimum no controller can beat.
 *
 * @param flows Flows before the battery; intervals without known time offer nothing.
 * @param shares What charging and discharging keep and use, if not as at the best operating point.
 */
export function stepsOf(
  flows: Flows,
  prices: Prices,
  model: BatteryModel,
  freedom: Freedom = {},
  shares: Pick<Steps, "up" | "down"> = {
    up: bestShare(model.charge, 1),
    down: bestShare(model.discharge, -1),
  },
): Steps {
  const { gridCharging = model.takesGrid, gridDischarging = true, exportKw = Infinity } = freedom;
  const intervals = flows.time.length;
  const count = new Uint8Array(intervals), source = new Uint8Array(AMOUNTS * intervals);
  const slope = new Float64Array(AMOUNTS * intervals), length = slope.slice();
  const price = slope.slice();
  const lowest = new Float64Array(intervals),
    highest = lowest.slice(),
    costAtLowest = lowest.slice();
  const { up, down } = shares;
  let bent = 0, at = 0, first = 0;
  const add = (from: number, cost: number, amount: number) => {
    if (!(amount > 1e-12)) return;
    source[at] = from;
    slope[at] = price[at] = cost;
    length[at] = amount;
    at++;
  };
  for (let i = 0; i < intervals; i++) {
    const hours = flows.hours[i]!;
    if (hours === 0) continue;
    const pi = prices.imported[i]!, pe = prices.exported[i]!;
    const own = model.standby * hours, beforeFed = flows.exported[i]!;
    const fed = Math.max(0, beforeFed - own);
    const drawn = flows.imported[i]! + Math.max(0, own - beforeFed);
    let most = model.discharge.kw;
    if (model.inverter !== Infinity) {
      most = Math.min(most, Math.max(0, model.inverter - (flows.generated[i]! || 0) / hours));
    }
    const out = most * hours, into = model.charge.kw * hours, limit = exportKw * hours;
    const toHouse = Math.min(drawn, out);
    const room = Math.max(0, limit - fed);
    const toGrid = gridDischarging ? Math.min(out - toHouse, room) : 0;
    const curtailed = Math.min(into, Math.max(0, fed - limit));
    const surplus = Math.min(into - curtailed, Math.min(fed, limit));
    const fromGrid = gridCharging ? into - curtailed - surplus : 0;
    first = at = AMOUNTS * i;
    add(SOURCE.toGrid, pe / down, toGrid * down);
    add(SOURCE.toHouse, pi / down, toHouse * down);
    add(SOURCE.curtailed, 0, curtailed * up);
    add(SOURCE.surplus, pe / up, surplus * up);
    add(SOURCE.fromGrid, pi / up, fromGrid * up);
    count[i] = at - first;
    lowest[i] = -(toGrid + toHouse) * down;
    highest[i] = (curtailed + surplus + fromGrid) * up;
    costAtLowest[i] = pi * (drawn - toHouse) - pe * (Math.min(fed, limit) + toGrid);
    if (isAscending(slope, first, at)) continue;
    if (drawn > 0 && fed > 0) sortAmounts({ slope, length, source, price }, first, at);
    else {
      bent++;
      pool(slope, length, first, at);
    }
  }
  return { count, slope, length, source, price, lowest, highest, costAtLowest, up, down, bent };
}

/** Stored energy per AC energy at the power at which the losses are smallest. */
function bestShare({ share, constant, square, kw }: Direction, direction: 1 | -1): number {
  // Constant and square losses are smallest together where they are equal.
  const best = square === 0 ? kw : Math.min(kw, Math.sqrt(constant / square));
  const loss = best === 0 ? 0 : constant / best + square * best;
  return share - direction * loss;
}

function isAscending(slope: Float64Array, from: number, to: number): boolean {
  for (let k = from + 1; k < to; k++) if (slope[k]! < slope[k - 1]!) return false;
  return true;
}

/** Sorts the amounts of an interval in which the battery may do both, at different moments. */
function sortAmounts(
  { slope, length, source, price }: Pick<Steps, "slope" | "length" | "source" | "price">,
  from: number,
  to: number,
): void {
  for (let k = from + 1; k < to; k++) {
    for (let j = k; j > from && slope[j]! < slope[j - 1]!; j--) {
      for (const column of [slope, length, source, price]) {
        [column[j], column[j - 1]] = [column[j - 1]!, column[j]!];
      }
    }
  }
}

/** The lower convex hull: amounts whose cost falls share their mean (pool adjacent violators). */
function pool(slope: Float64Array, length: Float64Array, from: number, to: number): void {
  for (let k = from + 1; k < to; k++) {
    for (let start = k; start > from && slope[start]! < slope[start - 1]!;) {
      let begin = start - 1;
      while (begin > from && slope[begin - 1] === slope[begin]) begin--;
      let cost = 0, whole = 0;
      for (let j = begin; j <= k; j++) {
        cost += slope[j]! * length[j]!;
        whole += length[j]!;
      }
      slope.fill(cost / whole, begin, k + 1);
      start = begin;
    }
  }
}
