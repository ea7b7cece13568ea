/**
 * Every energy by every way that there is to it, side by side, and the error that follows.
 *
 * @module
 */

import type { Flag } from "../catalogue.ts";
import { bandsOf } from "./bands.ts";
import { calibrate, type Calibrations, type Counted } from "./calibration.ts";
import { counterError, dayEstimates, type DayEvidence } from "./day_estimates.ts";
import type { Direction } from "./grid_energy.ts";
import type { Reconciled } from "./reconciled.ts";

/**
 * Reconciles days: import by register and by integration, yield by both counters and by
 * integration, DC against AC. The residuals of the energies that are known both ways calibrate the
 * integrals of those that are not.
 *
 * @returns One entry per day, and the calibrations behind the bands.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { reconcile } from "./reconcile.ts";
 *
 * const { days, calibrations } = reconcile([]);
 * assert(days.length === 0 && calibrations.grid.days === 0);
 * ```
 */
export function reconcile(
  evidence: readonly DayEvidence[],
): { days: Reconciled[]; calibrations: Calibrations } {
  const calibrations = {
    grid: calibrate(evidence.flatMap(gridCounted)),
    generation: calibrate(evidence.flatMap(yieldCounted)),
  };
  return { days: evidence.map((day) => reconcileDay(day, calibrations)), calibrations };
}

function reconcileDay(day: DayEvidence, calibrations: Calibrations): Reconciled {
  const { row, grid: { coverage, imports, exports }, pv, dc } = day;
  const byCounter = imports.method === "counter" ? imports.kwh : null;
  const isCovered = coverage > 0;
  const estimates = dayEstimates(day, calibrations);
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
    estimates,
    balanced: row.consumption_kwh === null ? null : estimates,
    bands: bandsOf(estimates, row.consumption_kwh === null ? null : estimates),
  };
}

/** Flags of days on which a register and its integral do not stand for the same. */
const GRID_DOUBTS: readonly Flag[] = [
  "running",
  "grid_gap",
  "register_interpolated",
  "register_partial",
  "counter_replaced",
];
/** The same for the inverter's counters. */
const YIELD_DOUBTS: readonly Flag[] = [
  "running",
  "pv_gap",
  "counter_replaced",
  "yield_partial",
  "yield_mismatch",
];

/** The directions of a day that are known both ways. */
function gridCounted({ row, grid: { coverage, imports, exports } }: DayEvidence): Counted[] {
  if (coverage === 0 || row.flags.some((flag) => GRID_DOUBTS.includes(flag))) return [];
  return [imports, exports].flatMap(({ kwh, register, integral, sigma }: Direction) =>
    kwh === null || !register ? [] : [{ counter: kwh, resolution: register.sigma, integral, sigma }]
  );
}

/** The yield of a day, if it is known both ways. */
function yieldCounted({ row, pv }: DayEvidence): Counted[] {
  const { kwh, method, integral, sigma } = pv;
  const isCounted = kwh !== null && method !== "integral" && integral > 0;
  if (!isCounted || row.flags.some((flag) => YIELD_DOUBTS.includes(flag))) return [];
  const { above, sigma: resolution } = counterError(pv);
  return [{ counter: kwh + above, resolution, integral, sigma }];
}
