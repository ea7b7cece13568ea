/**
 * Every energy by every method, side by side, and the error that follows.
 *
 * @module
 */

import type { Flag } from "../../catalogue/flags.ts";
import { quantiles } from "../../frames/distribution.ts";
import { bandsOf, type Reconciled } from "./bands.ts";
import { directionEstimate, unseen } from "./direction_estimate.ts";
import {
  calibrate,
  calibrated,
  type Calibration,
  type Calibrations,
  type CountedEnergy,
  UNCALIBRATED,
} from "./calibration.ts";
import {
  batteryEstimates,
  type BatteryEvidence,
  consumerEstimates,
  deviceBands,
  type DeviceEstimates,
} from "./device_bands.ts";
import { addDependent, type Estimate, type Estimates, subtract } from "./estimate.ts";
import type { BatteryDay } from "../battery.ts";
import type { ConsumerDay } from "../consumers.ts";
import type { GridDay, GridDirection } from "../grid.ts";
import type { PvDay } from "../pv.ts";
import type { EnergyRow } from "../table.ts";

/**
 * Reconciles days: import by register and by integration, yield by both counters and by
 * integration, DC against AC. The residuals of energies that are known by both methods calibrate the
 * integrals of the others.
 *
 * @returns One entry per day, and the calibrations behind the bands.
 */
export function reconcile(
  evidence: readonly DayEvidence[],
): { days: Reconciled[]; calibrations: Calibrations } {
  const calibrations = {
    grid: calibrate(evidence.flatMap(gridCounted)),
    generation: calibrate(evidence.flatMap(yieldCounted)),
  };
  const ownUse = usualOwnUse(evidence);
  return { days: evidence.map((day) => reconcileDay(day, calibrations, ownUse)), calibrations };
}

/** Self-consumption of most days whose measured export is less than their yield; 0 without any. [kWh] */
function usualOwnUse(evidence: readonly DayEvidence[]): number {
  const known = evidence.filter(({ row }) => row.complete && !row.flags.includes("balanced"));
  return quantiles(known.map(({ row }) => row.self_consumed_kwh ?? NaN), [0.5])[0]! || 0;
}

function reconcileDay(day: DayEvidence, calibrations: Calibrations, ownUse: number): Reconciled {
  const { row, grid: { coverage, imports, exports }, pv, dc } = day;
  const byCounter = imports.method === "counter" ? imports.kwh : null;
  const isCovered = coverage > 0;
  const { estimates, devices } = withDevices(day, dayEstimates(day, calibrations, ownUse));
  const isBalanced = row.consumption_kwh !== null;
  return {
    date: row.date,
    import_counter_kwh: byCounter,
    import_integral_kwh: isCovered ? imports.integral : null,
    import_residual_kwh: byCounter === null || !isCovered ? null : imports.integral - byCounter,
    export_integral_kwh: isCovered ? exports.integral : null,
    yield_day_counter_kwh: pv.dayCounter,
    yield_lifetime_kwh: pv.lifetime,
    yield_integral_kwh: pv.kwh === null || !pv.hasPower ? null : pv.integral,
    dc_integral_kwh: dc,
    estimates,
    balanced: isBalanced ? estimates : null,
    bands: bandsOf(estimates, isBalanced ? estimates : null, row.battery ? devices : null),
    ...(devices && {
      devices: {
        estimates: devices,
        balanced: isBalanced ? devices : null,
        bands: deviceBands(devices),
      },
    }),
  };
}

/** Flags of days on which a register and its integral do not cover the same time. */
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

/** The directions of a day that are known by register and by integration. */
function gridCounted({ row, grid: { coverage, imports, exports } }: DayEvidence): CountedEnergy[] {
  if (coverage === 0 || row.flags.some((flag) => GRID_DOUBTS.includes(flag))) return [];
  return [imports, exports].flatMap(({ kwh, register, integral, sigma }: GridDirection) =>
    kwh === null || !register ? [] : [{ counter: kwh, resolution: register.sigma, integral, sigma }]
  );
}

/** The yield of a day, if it is known by counter and by integration. */
function yieldCounted({ row, pv }: DayEvidence): CountedEnergy[] {
  const { kwh, method, integral, sigma } = pv;
  const isCounted = kwh !== null && method !== "integral" && integral > 0;
  if (!isCounted || row.flags.some((flag) => YIELD_DOUBTS.includes(flag))) return [];
  const { above, sigma: resolution } = counterError(pv);
  return [{ counter: kwh + above, resolution, integral, sigma }];
}

/** One day and the evidence for its energies. */
export interface DayEvidence {
  /** Its row in the table. */
  readonly row: EnergyRow;
  /** The grid. */
  readonly grid: GridDay;
  /** The inverter. */
  readonly pv: PvDay;
  /** DC energy of all strings. [kWh] */
  readonly dc: number | null;
  /** The battery, in a house with one. */
  readonly battery?: BatteryDay | null;
  /**
   * Consumers that are measured by themselves.
   *
   * @default {[]}
   */
  readonly consumers?: readonly ConsumerDay[];
}

/**
 * The errors of a day's energies, by the method of each.
 *
 * The error of a register is its resolution and the interpolation at the midnights. A day counter
 * lacks what does not fill a step, and what flowed after its last reading. A difference of lifetime
 * readings may be off by a step either way.
 * An integral has the error that its samples predict, calibrated, plus what flowed during gaps.
 *
 * @param ownUse Self-consumption of a usual day. [kWh]
 */
export function dayEstimates(
  { row, grid, pv, battery }: DayEvidence,
  calibrations: Calibrations,
  ownUse = 0,
): Estimates {
  const { coverage, imports, exports } = grid;
  const imported = row.import_kwh === null ? null : directionEstimate(imports, {
    kwh: row.import_kwh,
    calibration: calibrations.grid,
    other: exports,
    cancelled: grid.cancelled,
    isSparse: grid.isSparse,
    unseen: unseen(imports.integral, coverage),
  });
  const measured = row.export_kwh === null ? null : directionEstimate(exports, {
    kwh: row.export_kwh,
    calibration: calibrations.grid,
    other: imports,
    cancelled: grid.cancelled,
    isSparse: grid.isSparse,
    unseen: unseenExport(grid, pv),
  });
  // Samples that say more than the yield hide what the house used of it.
  const isCut = row.flags.includes("balanced") && exports.method === "integral";
  const exported = measured && { ...measured, below: Math.max(measured.below, isCut ? ownUse : 0) };
  // A hybrid inverter counts what leaves it, which is not the yield.
  const counted = battery?.coupling === "hybrid_output" ? pv.kwh : row.yield_kwh;
  const generated = row.yield_kwh === null || counted === null
    ? null
    : yieldEstimate(counted, pv, calibrations.generation);
  const own = row.self_consumed_kwh === null ? null : subtract(generated!, exported!);
  return {
    import_kwh: imported,
    export_kwh: exported,
    yield_kwh: generated,
    self_consumed_kwh: own,
    consumption_kwh: row.consumption_kwh === null || !own ? null : addDependent(own, imported!),
  };
}

/** Errors of battery and consumers, and those of the energies that the battery takes part in. */
function withDevices(
  { row, battery, consumers = [] }: DayEvidence,
  estimates: Estimates,
): { estimates: Estimates; devices: DeviceEstimates | null } {
  if (!battery && consumers.length === 0) return { estimates, devices: null };
  const estimate: BatteryEvidence["estimate"] = (direction, { kwh, other, coverage }) =>
    directionEstimate(direction, {
      kwh,
      calibration: UNCALIBRATED,
      other,
      cancelled: 0,
      unseen: unseen(direction.integral, coverage),
    });
  const output = estimates.yield_kwh;
  const stored = battery && batteryEstimates({ row, battery, grid: estimates, output, estimate });
  const all = { ...estimates, ...stored?.energies };
  const consumed = all.consumption_kwh;
  return {
    estimates: all,
    devices: {
      own: null,
      pvExport: null,
      ...stored?.devices,
      columns: {
        ...stored?.devices.columns,
        ...consumerEstimates(row, consumers, { consumed, estimate }),
      },
    },
  };
}

/** The same for the export, which cannot exceed the yield. [kWh] */
function unseenExport({ coverage, exports: { integral } }: GridDay, { kwh }: PvDay): number {
  if (kwh === null) return unseen(integral, coverage);
  return Math.min(unseen(kwh * coverage, coverage), Math.max(0, kwh - integral));
}

function yieldEstimate(kwh: number, pv: PvDay, calibration: Calibration): Estimate {
  const { method, flags, coverage } = pv;
  const isPartial = method === "integral" || flags.includes("yield_partial");
  const missed = isPartial ? unseen(kwh, coverage ?? 1) : 0;
  const { above, sigma } = method === "integral"
    ? { above: 0, sigma: calibrated(pv.sigma, calibration, kwh) }
    : counterError(pv);
  // A yield that was set to the export may still be what its counter said.
  const raised = Math.max(0, kwh - (pv.kwh ?? kwh));
  return {
    kwh,
    below: raised + pv.doubt,
    above: above + missed + pv.lost + pv.tail + pv.doubt,
    sigma,
  };
}

/**
 * The error that the steps of the inverter's counters leave. A day counter truncates, so it lacks half
 * a step on average; one that rounds lacks nothing. A difference of two lifetime readings lacks as
 * much at its start as at its end.
 */
export function counterError(
  { method, steps }: Pick<PvDay, "method" | "steps">,
): Pick<Estimate, "above" | "sigma"> {
  const step = Math.hypot(...steps);
  return method === "day_counter"
    ? { above: sum(steps) / 2, sigma: step / Math.sqrt(12) }
    : { above: 0, sigma: step / Math.sqrt(6) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
