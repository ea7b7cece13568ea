/**
 * Periods with every energy by every way, and the ends of their error bands.
 *
 * @module
 */

import pl from "nodejs-polars";
import { DETAIL_COLUMNS } from "../catalogue.ts";
import type { Frame } from "../frames/polars.ts";
import { type PeriodKind, periodLabel } from "../time.ts";

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
  /** Lower end of the export. */
  readonly export_kwh_low: number | null;
  /** Upper end of the export. */
  readonly export_kwh_high: number | null;
  /** Lower end of the self-consumed energy. */
  readonly self_consumed_kwh_low: number | null;
  /** Upper end of the self-consumed energy. */
  readonly self_consumed_kwh_high: number | null;
  /** Lower end of the consumption. */
  readonly consumption_kwh_low: number | null;
  /** Upper end of the consumption. */
  readonly consumption_kwh_high: number | null;
  /** Lower end of the autarky. */
  readonly autarky_low: number | null;
  /** Upper end of the autarky. */
  readonly autarky_high: number | null;
}

/**
 * Rolls reconciled days up to longer periods. Bands add up end by end, which is wider than errors
 * that are independent would need.
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
  const periods = Map.groupBy(days, ({ date }) => periodLabel(date, kind));
  return [...periods].map(([date, parts]) => {
    const sum = (name: DetailName) => {
      const known = parts.map((part) => part[name]).filter((kwh) => kwh !== null);
      return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
    };
    const sums = Object.fromEntries(DETAIL_COLUMNS.map(({ name }) => [name, sum(name)]));
    const imported = sums["import_counter_kwh"]!;
    return {
      ...sums,
      date,
      autarky_low: autarkyOf(imported, sums["self_consumed_kwh_low"]!),
      autarky_high: autarkyOf(imported, sums["self_consumed_kwh_high"]!),
    } as Reconciled;
  });
}

type DetailName = typeof DETAIL_COLUMNS[number]["name"];

/**
 * Reconciled periods as a frame.
 *
 * @returns Column `date` and the detail columns of the catalogue.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { reconciledFrame } from "./reconciled.ts";
 *
 * assert(reconciledFrame([]).columns[1] === "import_counter_kwh");
 * ```
 */
export function reconciledFrame(periods: readonly Reconciled[]): Frame {
  return pl.DataFrame([
    pl.Series("date", periods.map(({ date }) => date), pl.String),
    ...DETAIL_COLUMNS.map(({ name }) =>
      pl.Series(name, periods.map((one) => one[name]), pl.Float64)
    ),
  ]);
}

/**
 * Autarky of an import and a self-consumption: 1 − import ÷ consumption.
 *
 * @returns Ratio; `null` where one of them is unknown or nothing was consumed. [0–1]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { autarkyOf } from "./reconciled.ts";
 *
 * assert(autarkyOf(1, 3) === 0.75);
 * ```
 */
export function autarkyOf(imported: number | null, selfConsumed: number | null): number | null {
  if (imported === null || selfConsumed === null || imported + selfConsumed <= 0) return null;
  return 1 - imported / (imported + selfConsumed);
}
