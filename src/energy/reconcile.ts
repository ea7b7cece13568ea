/**
 * Every energy by every way that there is to it, side by side, and the error that follows.
 *
 * @module
 */

import { calibrate, type Calibration, exportBand } from "./error_band.ts";
import type { Direction, GridDay } from "./grid_energy.ts";
import type { PvDay } from "./pv_energy.ts";
import { autarkyOf, type Reconciled } from "./reconciled.ts";
import type { EnergyRow } from "./table.ts";

/** One day with all that is known of it. */
export interface DayEvidence {
  /** Its row in the table. */
  readonly row: EnergyRow;
  /** The grid. */
  readonly grid: GridDay;
  /** The inverter. */
  readonly pv: PvDay;
  /** DC energy of all strings. [kWh] */
  readonly dc: number | null;
}

/** Steps of the counters that a yield may lack. [kWh] */
const YIELD_STEP = 0.01;

/**
 * Reconciles days: import by register and by integration, yield by both counters and by
 * integration, DC against AC. The residuals of the import, the one energy that is known both ways,
 * calibrate the error of the export, and with it of self-consumption, consumption and autarky.
 *
 * @returns One entry per day, and the calibration behind the bands.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { reconcile } from "./reconcile.ts";
 *
 * assert(reconcile([]).days.length === 0 && reconcile([]).calibration.days === 0);
 * ```
 */
export function reconcile(
  evidence: readonly DayEvidence[],
): { days: Reconciled[]; calibration: Calibration } {
  const calibration = calibrate(
    evidence.flatMap(({ row, grid: { imports } }) =>
      row.complete && imports.method === "counter" ? [importEvidence(imports)] : []
    ),
  );
  return { days: evidence.map((day) => reconcileDay(day, calibration)), calibration };
}

function reconcileDay({ row, grid, pv, dc }: DayEvidence, calibration: Calibration): Reconciled {
  const { imports, exports } = grid, isCovered = grid.coverage > 0;
  const byCounter = imports.method === "counter" ? imports.kwh : null;
  const counted = byCounter === null ? null : importEvidence(imports);
  const band = exports.method === "counter"
    ? { low: exports.kwh!, high: exports.kwh! }
    : isCovered
    ? exportBand({
      imported: counted,
      integral: exports.integral,
      sigma: exports.sigma,
      unseen: unseenExport(grid, row, pv),
    }, calibration)
    : { low: null, high: null };
  const low = selfConsumed(row.yield_kwh, band.high, 0);
  const high = selfConsumed(row.yield_kwh, band.low, YIELD_STEP);
  const imported = row.import_kwh;
  return {
    date: row.date,
    import_counter_kwh: byCounter,
    import_integral_kwh: isCovered ? imports.integral : null,
    import_residual_kwh: byCounter === null || !isCovered ? null : imports.integral - byCounter,
    export_integral_kwh: isCovered ? exports.integral : null,
    yield_day_counter_kwh: pv.dayCounter,
    yield_lifetime_kwh: pv.lifetime,
    yield_integral_kwh: pv.kwh === null ? null : pv.integral,
    dc_integral_kwh: dc,
    export_kwh_low: band.low,
    export_kwh_high: band.high,
    self_consumed_kwh_low: low,
    self_consumed_kwh_high: high,
    consumption_kwh_low: low === null || imported === null ? null : low + imported,
    consumption_kwh_high: high === null || imported === null ? null : high + imported,
    autarky_low: autarkyOf(imported, low),
    autarky_high: autarkyOf(imported, high),
  };
}

function importEvidence({ kwh, integral, sigma }: Direction) {
  return { counter: kwh!, integral, sigma };
}

/** What may have been fed in while grid power was missing: at most all that was generated. [kWh] */
function unseenExport(grid: GridDay, row: EnergyRow, pv: PvDay): number {
  const missing = Math.max(0, 1 - grid.coverage);
  if (missing < 1e-6) return 0;
  // In the hours of a gap a roof may give several times its mean over the day.
  const mean = (pv.kwh ?? grid.exports.integral) / Math.max(row.hours, 1);
  return Math.min(6 * mean * missing * row.hours, pv.kwh ?? Infinity);
}

function selfConsumed(
  yielded: number | null,
  exported: number | null,
  step: number,
): number | null {
  return yielded === null || exported === null ? null : Math.max(0, yielded + step - exported);
}
