/**
 * The energies of a period and what follows from them.
 *
 * @module
 */

import type { Flag } from "../catalogue/flags.ts";

/** Energies of a period from which the rest follows. `null` is unknown. [kWh] */
export interface Energies {
  /** Energy drawn from the grid. [kWh] */
  readonly import_kwh: number | null;
  /** Energy fed into the grid. [kWh] */
  readonly export_kwh: number | null;
  /** PV yield, AC side. [kWh] */
  readonly yield_kwh: number | null;
  /** PV energy used in the house. [kWh] */
  readonly self_consumed_kwh: number | null;
  /** Energy used in the house. [kWh] */
  readonly consumption_kwh: number | null;
}

/** The columns of {@linkcode Energies}. */
export const ENERGIES = [
  "import_kwh",
  "export_kwh",
  "yield_kwh",
  "self_consumed_kwh",
  "consumption_kwh",
] as const satisfies readonly (keyof Energies)[];

/** Sums of the parts that know each energy; `null` if none does. */
export function sumEnergies(parts: readonly Energies[]): Energies {
  const sums = ENERGIES.map((name) => {
    const known = parts.map((part) => part[name]).filter((kwh) => kwh !== null);
    return [name, known.length === 0 ? null : known.reduce((sum, kwh) => sum + kwh, 0)] as const;
  });
  return Object.fromEntries(sums) as Record<keyof Energies, number | null>;
}

/** The two ratios of a period. `null` is unknown. [0–1] */
export interface Ratios {
  /** 1 − import ÷ consumption. */
  readonly autarky: number | null;
  /** Self-consumed ÷ yield. */
  readonly self_consumption_rate: number | null;
}

/**
 * Autarky and self-consumption rate of a period, from its energies. Ratios of a longer period come
 * from its summed energies, never from the ratios of its days.
 *
 * Autarky = 1 − import ÷ consumption; self-consumption rate = self-consumed ÷ yield. Both are the
 * usual definitions of the HTW Berlin calculator and of Home Assistant's gauges for a house without
 * a battery.
 *
 * @param energies Energies of the period. [kWh]
 * @returns Ratios; `null` where an energy is unknown or the divisor is zero.
 */
export function ratiosOf(energies: Energies): Ratios {
  const { import_kwh, consumption_kwh, self_consumed_kwh, yield_kwh } = energies;
  return {
    // A battery that was charged from the grid may have drawn more than the house used.
    autarky: import_kwh === null || !consumption_kwh
      ? null
      : Math.max(0, 1 - import_kwh / consumption_kwh),
    self_consumption_rate: self_consumed_kwh === null || !yield_kwh
      ? null
      : self_consumed_kwh / yield_kwh,
  };
}

/** The energies of a day, balanced. */
export interface DayBalance {
  readonly energies: Energies;
  readonly flags: readonly Flag[];
}

/** Excess of export over yield that the counters' resolution explains at least. [kWh] */
const RESOLUTION = 0.02;

/** Excess that the error of an integrated export explains at least, as a share of it. */
const INTEGRAL_ERROR = 0.02;

/**
 * Excess that samples can explain at most, as a share of the yield. A single false sample makes the
 * error that they predict as large as itself.
 */
const MOST_BY_SAMPLES = 0.2;

/** Excess that the error of two good meters explains, as a share of the yield. */
const METER_ERROR = 0.005;

/** How far the measurements behind export and yield may be off. [kWh] */
export interface MeasuringErrors {
  /** Error of the export. */
  readonly exported: number;
  /** Error of the yield. */
  readonly generated: number;
  /**
   * What may have been generated while it was not measured.
   *
   * @default {0}
   */
  readonly unseen?: number;
}

/** Errors of measurements of which no more is known. */
const UNKNOWN_ERRORS: MeasuringErrors = { exported: 0, generated: 0 };

/**
 * self-consumed = yield − export, consumption = self-consumed + import.
 *
 * Without a battery a house cannot export more than it yields. If the excess is within the measuring
 * error, the less certain number is corrected: an integrated export is set to the yield, unless the
 * yield comes from a still coarser counter; otherwise the yield is set to the export. If it is larger,
 * self-consumption is unknown. That is a contradiction only if no gap of the yield explains it.
 *
 * @param imported Import. [kWh]
 * @param exported Export. [kWh]
 * @param generated Yield. [kWh]
 * @param exportMethod Whether the export is read or integrated.
 * @param errors What the steps of the counters and the samples of the powers explain.
 */
export function dayBalance(
  imported: number | null,
  exported: number | null,
  generated: number | null,
  exportMethod: "counter" | "integral" | "unknown",
  errors: MeasuringErrors = UNKNOWN_ERRORS,
): DayBalance {
  const known = { import_kwh: imported, export_kwh: exported, yield_kwh: generated };
  const unknown = { self_consumed_kwh: null, consumption_kwh: null };
  if (exported === null || generated === null) {
    return { energies: { ...known, ...unknown }, flags: [] };
  }
  const excess = exported - generated;
  const isIntegral = exportMethod === "integral";
  const exportError = isIntegral
    ? Math.max(Math.min(errors.exported, MOST_BY_SAMPLES * generated), INTEGRAL_ERROR * exported)
    : errors.exported;
  const yieldError = Math.max(errors.generated, RESOLUTION);
  const error = yieldError + Math.max(exportError, METER_ERROR * generated);
  if (excess > error) {
    const isExplained = excess <= error + (errors.unseen ?? 0);
    return {
      energies: { ...known, ...unknown },
      flags: isExplained ? [] : ["export_exceeds_yield"],
    };
  }
  if (excess > 0) {
    const isCoarse = yieldError > RESOLUTION && yieldError > exportError;
    if (isIntegral && !isCoarse) known.export_kwh = generated;
    else known.yield_kwh = exported;
  }
  const self_consumed_kwh = known.yield_kwh! - known.export_kwh!;
  const consumption_kwh = imported === null ? null : self_consumed_kwh + imported;
  return {
    energies: { ...known, self_consumed_kwh, consumption_kwh },
    flags: excess > 0 ? ["balanced"] : [],
  };
}
