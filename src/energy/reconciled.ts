/**
 * Periods with every energy by every way, with their error bands.
 *
 * @module
 */

import { WAY_COLUMNS } from "../catalogue.ts";
import { type PeriodKind, periodLabel } from "../time.ts";
import { type Bands, bandsOf } from "./bands.ts";
import type { Estimates } from "./day_estimates.ts";
import { addEstimates } from "./estimate.ts";

/** One period by every way. `null` is unknown. [kWh, ratios 0–1] */
export interface Reconciled {
  /** Local day, ISO week, month or year. */
  readonly date: string;
  /** Import by the register. */
  readonly import_counter_kwh: number | null;
  /** Import by integration. */
  readonly import_integral_kwh: number | null;
  /** Integral − register: the measured error of this installation's integrals. */
  readonly import_residual_kwh: number | null;
  /** Export by integration. */
  readonly export_integral_kwh: number | null;
  /** Yield by the day counter. */
  readonly yield_day_counter_kwh: number | null;
  /** Yield by the lifetime counter. */
  readonly yield_lifetime_kwh: number | null;
  /** Yield by integration of the AC power. */
  readonly yield_integral_kwh: number | null;
  /** DC energy of all strings, by integration; `null` unless asked for. */
  readonly dc_integral_kwh: number | null;
  /** Error bands of the numbers in the table. */
  readonly bands: Bands;
  /** The errors behind the bands of the energies. */
  readonly estimates: Estimates;
  /** The same for the days that know all energies, from which the ratios follow. */
  readonly balanced: Estimates | null;
}

type Way = typeof WAY_COLUMNS[number]["name"];

/**
 * Rolls reconciled days up to longer periods. What may be wrong on the same side day after day adds
 * up; noise, which differs from day to day, adds up in quadrature.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { rollUpReconciled } from "./reconciled.ts";
 *
 * assert(rollUpReconciled([], "month").length === 0);
 * ```
 */
export function rollUpReconciled(days: readonly Reconciled[], kind: PeriodKind): Reconciled[] {
  if (kind === "day") return [...days];
  return [...Map.groupBy(days, ({ date }) => periodLabel(date, kind))].map(([date, parts]) => {
    const ways = WAY_COLUMNS.map(({ name }) => {
      const known = parts.map((part) => part[name]).filter((kwh) => kwh !== null);
      return [name, known.length === 0 ? null : known.reduce((a, b) => a + b, 0)];
    });
    const estimates = addDays(parts.map((part) => part.estimates));
    const whole = parts.map((part) => part.balanced).filter((one) => one !== null);
    const balanced = whole.length === 0 ? null : addDays(whole);
    return {
      ...Object.fromEntries(ways) as Record<Way, number | null>,
      date,
      estimates,
      balanced,
      bands: bandsOf(estimates, balanced),
    };
  });
}

const ENERGIES = [
  "import_kwh",
  "export_kwh",
  "yield_kwh",
  "self_consumed_kwh",
  "consumption_kwh",
] as const;

/** Sums of the days that know each energy; `null` if none does. */
function addDays(days: readonly Estimates[]): Estimates {
  const sums = ENERGIES.map((name) => {
    const known = days.map((day) => day[name]).filter((one) => one !== null);
    return [name, known.length === 0 ? null : addEstimates(known)];
  });
  return Object.fromEntries(sums);
}
