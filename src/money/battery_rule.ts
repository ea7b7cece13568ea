/**
 * The self-use rule: the battery stores surplus and supplies the house.
 *
 * @module
 */

import {
  acFromStored,
  acToStore,
  type BatteryModel,
  isLinear,
  storedBy,
  usedUpBy,
} from "./battery_model.ts";
import type { Flows, Prices } from "./battery_flows.ts";

/** What happened in some intervals. [kWh, h, currency] */
export interface RuleSums {
  /** Drawn from the grid with the battery. [kWh] */
  imported: number;
  /** Fed in with the battery. [kWh] */
  exported: number;
  /** Into the battery, AC side. [kWh] */
  charged: number;
  /** Out of the battery, AC side. [kWh] */
  discharged: number;
  /** Taken out of the store, losses of discharging included. [kWh] */
  drained: number;
  /** Revenue that charging gave up. [currency] */
  forgone: number;
  /** Lower cost than without the battery. [currency] */
  gain: number;
  /** Time in which it was full at the end of an interval. [h] */
  full: number;
  /** Time in which it was empty at the end of an interval. [h] */
  empty: number;
  /** Changes of its power from interval to interval, times their length. [kWh] */
  churn: number;
  /** The same, times the import price less the export price. [currency] */
  churnCost: number;
}

/** Sums of nothing. */
export function noSums(): RuleSums {
  return {
    imported: 0,
    exported: 0,
    charged: 0,
    discharged: 0,
    drained: 0,
    forgone: 0,
    gain: 0,
    full: 0,
    empty: 0,
    churn: 0,
    churnCost: 0,
  };
}

/** Adds sums to others. */
export function addSums(to: RuleSums, part: RuleSums): void {
  for (const name of Object.keys(to) as (keyof RuleSums)[]) to[name] += part[name];
}

/** What each interval looks like with the battery. */
export interface RuleRecord {
  /** [kWh] */
  readonly imported: Float64Array;
  /** [kWh] */
  readonly exported: Float64Array;
  /** Stored energy at the end, above the charge that is kept. [kWh] */
  readonly stored: Float64Array;
}

/** Options of {@linkcode runRule}. */
export interface RuleOptions {
  /** Stored energy before the first interval. [kWh] */
  readonly stored: number;
  /** Its power before the first interval, positive while discharging. [kW] @default {unknown} */
  readonly power?: number;
  /** First interval. @default {0} */
  readonly from?: number;
  /** The interval after the last one. @default {all} */
  readonly to?: number;
  /**
   * What a gap does: `frozen` keeps the charge, `worst` empties and `best` fills the battery as fast as
   * it can. The true charge after a gap lies between the two.
   *
   * @default {"frozen"}
   */
  readonly gaps?: "frozen" | "worst" | "best";
  /** Factor of the import. @default {1} */
  readonly importScale?: number;
  /** Factor of the export. @default {1} */
  readonly exportScale?: number;
  /** Receives what each interval looks like. */
  readonly record?: RuleRecord;
}

/** A battery this close to a limit is at it, as a share of the capacity. */
const AT_LIMIT = 1e-6;

/**
 * Runs a battery by the self-use rule through consecutive intervals.
 *
 * In each interval the battery charges from what the house would feed in, and discharges into what the
 * house would draw; its power, its room and its charge limit both. It never charges from the grid and
 * never feeds in. Take out intervals without a price first, with `pricedOnly`.
 *
 * It reacts at once. `churn` says how much its power changes, from which follows what a battery misses
 * that needs some seconds; its charge is the same, because it misses as much import as export.
 *
 * @returns Sums, the energy that is stored at the end [kWh], and the last power [kW].
 */
export function runRule(
  flows: Flows,
  prices: Prices,
  model: BatteryModel,
  options: RuleOptions,
): { sums: RuleSums; stored: number; power: number } {
  const { from = 0, to = flows.time.length, gaps = "frozen", record } = options;
  const { importScale = 1, exportScale = 1 } = options;
  const { hours, gap, imported, exported, generated } = flows;
  const { imported: importPrice, exported: exportPrice } = prices;
  const { room, charge, discharge, standby, inverter } = model;
  const hasOneLoss = isLinear(model);
  const chargeKw = charge.kw, dischargeKw = discharge.kw;
  const up = charge.share, down = discharge.share;
  const nearlyFull = room * (1 - AT_LIMIT), nearlyEmpty = room * AT_LIMIT;
  const drift = gaps === "frozen" ? 0 : gaps === "best" ? chargeKw * up : -dischargeKw * down;
  let stored = options.stored, power = options.power ?? NaN;
  let drawnSum = 0, fedSum = 0, chargedSum = 0, dischargedSum = 0, drained = 0;
  let saved = 0, forgone = 0, full = 0, empty = 0, churn = 0, churnCost = 0;
  for (let i = from; i < to; i++) {
    const length = hours[i]!;
    if (drift !== 0 && gap[i]! > 0) {
      stored = Math.max(0, Math.min(room, stored + drift * gap[i]!));
    }
    if (length === 0) {
      power = NaN;
      if (record) record.stored[i] = stored;
      continue;
    }
    const before = imported[i]! * importScale, beforeFed = exported[i]! * exportScale;
    let drawn = before, fed = beforeFed, given = 0;
    if (standby > 0) {
      const own = standby * length;
      if (fed >= own) fed -= own;
      else {
        drawn += own - fed;
        fed = 0;
      }
    }
    if (fed > 0 && stored < room) {
      let into = fed, most = chargeKw * length;
      if (into > most) into = most;
      let rise: number;
      if (hasOneLoss) {
        rise = into * up;
        most = room - stored;
        if (rise > most) {
          rise = most;
          into = most / up;
        }
      } else {
        rise = storedBy(into, length, charge);
        most = room - stored;
        if (rise > most) {
          into = Math.min(into, acToStore(most, length, charge));
          rise = Math.min(most, storedBy(into, length, charge));
        }
        if (rise <= 0) into = rise = 0;
      }
      stored += rise;
      fed -= into;
      given = -into;
      chargedSum += into;
    }
    if (drawn > 0 && stored > 0) {
      let out = drawn, most = dischargeKw;
      if (inverter !== Infinity) {
        most = Math.min(most, Math.max(0, inverter - (generated[i]! || 0) / length));
      }
      most *= length;
      if (out > most) out = most;
      let fall: number;
      if (hasOneLoss) {
        fall = out * down;
        if (fall > stored) {
          fall = stored;
          out = fall / down;
        }
      } else {
        fall = usedUpBy(out, length, discharge);
        if (fall > stored) {
          out = Math.min(out, acFromStored(stored, length, discharge));
          fall = Math.min(stored, usedUpBy(out, length, discharge));
        }
        // An inverter that would lose more than it gives stays off.
        if (out <= discharge.constant * length) out = fall = 0;
      }
      stored -= fall;
      drawn -= out;
      given += out;
      dischargedSum += out;
      drained += fall;
    }
    const after = given / length, change = after - power;
    // Unknown after a gap.
    if (change === change) {
      const amount = (change < 0 ? -change : change) * length;
      churn += amount;
      churnCost += amount * (importPrice[i]! - exportPrice[i]!);
    }
    power = after;
    drawnSum += drawn;
    fedSum += fed;
    saved += importPrice[i]! * (before - drawn);
    forgone += exportPrice[i]! * (beforeFed - fed);
    if (stored >= nearlyFull) full += length;
    else if (stored <= nearlyEmpty) empty += length;
    if (record) {
      record.imported[i] = drawn;
      record.exported[i] = fed;
      record.stored[i] = stored;
    }
  }
  return {
    sums: {
      imported: drawnSum,
      exported: fedSum,
      charged: chargedSum,
      discharged: dischargedSum,
      drained,
      forgone,
      gain: saved - forgone,
      full,
      empty,
      churn,
      churnCost,
    },
    stored,
    power,
  };
}
