/**
 * How far an integrated export can be trusted, measured on the import of the same meter.
 *
 * @module
 */

/** What the import side shows on one day: the only side that has both a register and an integral. */
export interface ImportEvidence {
  /** By the register. [kWh] */
  readonly counter: number;
  /** By integration. [kWh] */
  readonly integral: number;
  /** Standard deviation that the samples predict for the integral. [kWh] */
  readonly sigma: number;
}

/** What an installation's days say of its integrals. */
export interface Calibration {
  /** How much wider the residuals scatter than the samples predict. */
  readonly scale: number;
  /**
   * The integrals of both directions fall short alike, day after day: the meter reports means of an
   * interval, and within an interval both directions cancel.
   */
  readonly isMean: boolean;
  /** Number of days that it stands on. */
  readonly days: number;
}

/** Days that a calibration needs to be more than a guess. */
const ENOUGH = 8;
/** What is assumed where there are fewer. */
const GUESS = 1.5;
/** Share of residuals of one sign that chance does not explain. */
const ONE_SIDED = 0.85;
/** Median absolute deviation to standard deviation, for normal residuals. */
const MAD = 1.4826;
/** Below this, residuals are the rounding of a register. [kWh] */
const ROUNDING = 0.002;

/**
 * Calibrates integrals by their residuals on the import side. Medians, so that a day with a fault
 * does not spoil it.
 *
 * @param days Complete days.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { calibrate } from "./error_band.ts";
 *
 * const days = [-3, -2, -1, 0, 0, 1, 2, 3].map((off) => (
 *   { counter: 5, integral: 5 + off * 0.1, sigma: 0.1 }
 * ));
 * assert(calibrate(days).scale > 2 && !calibrate(days).isMean);
 * ```
 */
export function calibrate(days: readonly ImportEvidence[]): Calibration {
  const residuals = days.map(({ counter, integral, sigma }) =>
    (integral - counter) / Math.max(sigma, ROUNDING)
  );
  if (residuals.length < ENOUGH) return { scale: GUESS, isMean: false, days: residuals.length };
  const short = residuals.filter((one) => one < 0).length / residuals.length;
  const isMean = short >= ONE_SIDED;
  const centre = isMean ? median(residuals) : 0;
  const scale = Math.max(1, MAD * median(residuals.map((one) => Math.abs(one - centre))));
  return { scale, isMean, days: residuals.length };
}

/** What is known of the export of one day. */
export interface ExportEvidence {
  /** Import of the same day, if its register is known. */
  readonly imported: ImportEvidence | null;
  /** Export by integration. [kWh] */
  readonly integral: number;
  /** Standard deviation that the samples predict for it. [kWh] */
  readonly sigma: number;
  /** What may have flowed while nobody looked. [kWh] */
  readonly unseen: number;
}

/** A range that holds the truth, most of the time. */
export interface Band {
  /** [kWh] */
  readonly low: number;
  /** [kWh] */
  readonly high: number;
}

/** Standard deviations on either side. */
const WIDTH = 2.5;

/**
 * The band of an integrated export: 2.5 calibrated standard deviations on either side. For a meter
 * that reports means, it reaches to what the signed integral gives, import by the register minus
 * the integral of the signed power, in which nothing cancels.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { exportBand } from "./error_band.ts";
 *
 * const evidence = { imported: null, integral: 10, sigma: 0.1, unseen: 0 };
 * const { low, high } = exportBand(evidence, { scale: 1, isMean: false, days: 30 });
 * assert(low < 9.8 && high > 10.2);
 * ```
 */
export function exportBand(evidence: ExportEvidence, calibration: Calibration): Band {
  const { imported, integral, sigma, unseen } = evidence;
  const noise = WIDTH * calibration.scale * Math.max(sigma, ROUNDING);
  const cancelled = calibration.isMean && imported ? imported.counter - imported.integral : 0;
  return {
    low: Math.max(0, integral + Math.min(0, cancelled) - noise),
    high: integral + Math.max(0, cancelled) + noise + unseen,
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b), middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
