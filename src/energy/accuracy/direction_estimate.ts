/**
 * The error of one direction of a meter on a day.
 *
 * @module
 */

import type { GridDirection } from "../grid.ts";
import { type Estimate, WIDTH } from "./estimate.ts";
import { calibrated, type Calibration, UNCALIBRATED } from "./calibration.ts";

/** What the error of a direction depends on besides itself. */
export interface DirectionCircumstances {
  /** The number in the table. [kWh] */
  readonly kwh: number;
  readonly calibration: Calibration;
  /** The other direction of the same meter. */
  readonly other: GridDirection;
  /** What may have flowed in both directions within an interval of the meter. [kWh] */
  readonly cancelled: number;
  /**
   * Whether samples are so rare that few of them make a day's energy. How the other direction scatters
   * then says little about this one.
   *
   * @default {false}
   */
  readonly isSparse?: boolean;
  /** What may have flowed during gaps. [kWh] */
  readonly unseen: number;
}

/**
 * The error of a direction: that of its register, or what its samples predict, calibrated, and what an
 * integral lacks systematically.
 */
export function directionEstimate(
  { integral, sigma, register }: GridDirection,
  { kwh, calibration: measured, other, cancelled, isSparse = false, unseen: missed }:
    DirectionCircumstances,
): Estimate {
  if (register) {
    // A register that never rises does not show its step; what does not fill one is in no reading.
    const isStill = kwh === 0 && register.sigma === 0;
    const hidden = isStill
      ? integral + MOST_CANCELLED * cancelled + WIDTH * calibrated(sigma, measured)
      : 0;
    const above = unseen(kwh, 1 - register.unheard) + hidden;
    return { kwh, below: 0, above: above + register.lost, sigma: register.sigma };
  }
  const least = isSparse ? UNCALIBRATED.scale : 1;
  const calibration = { ...measured, scale: Math.max(least, measured.scale) };
  const lacking = lackingEnergy({ kwh, sigma }, other, { calibration, cancelled, least });
  const noise = Math.max(lacking.sigma, calibration.days > 0 ? FINEST * kwh : 0);
  return { kwh, ...lacking, above: lacking.above + missed, sigma: noise };
}

/** A direction that only the other one's register confirms is known no better than this. [0–1] */
const FINEST = 0.0005;

/** What cancels is at most this many times what the levels around it show. */
const MOST_CANCELLED = 1.5;

/**
 * What an integral lacks, and its noise, estimated from the other direction of the same meter. A meter
 * that reports means lacks the same energy in both directions: the other's register shows how much on
 * this day, unless it is too coarse to tell. Without such a register, it is the usual shortfall, or what
 * the power itself shows. If the other direction is off by more than noise explains, its power was wrong,
 * and this direction's may be too. [kWh]
 */
function lackingEnergy(
  { kwh: added, sigma }: Readonly<Record<"kwh" | "sigma", number>>,
  { kwh, method, integral, register, sigma: otherSigma }: GridDirection,
  { calibration, cancelled, least }: {
    calibration: Calibration;
    cancelled: number;
    /** Least scale. */
    least: number;
  },
): Pick<Estimate, "below" | "above" | "sigma"> {
  const noise = calibrated(sigma, calibration, added);
  // Means miss nothing between two samples; what cancels within them is no noise.
  const exact = calibrated(sigma, { ...calibration, scale: least }, added);
  const most = Math.max(calibration.shortfall * sigma, MOST_CANCELLED * cancelled);
  const guess = { below: 0, above: most, sigma: cancelled > 0 ? exact : noise };
  if (method !== "counter" || !register) return guess;
  const lacking = kwh! - integral, reportsMeans = calibration.shortfall > 0 || cancelled > 0;
  const chance = WIDTH * Math.hypot(calibrated(otherSigma, calibration), register.sigma);
  const isTold = reportsMeans ? WIDTH * register.sigma <= most : Math.abs(lacking) > chance;
  if (!isTold) return guess;
  return {
    below: Math.max(0, -lacking),
    above: Math.max(0, lacking),
    sigma: reportsMeans ? Math.hypot(exact, register.sigma) : noise,
  };
}

/** The power during a gap may be several times the mean outside it. */
const GAP_FACTOR = 6;

/** What may have flowed during gaps; ∞ if nothing is covered that could tell. [kWh] */
export function unseen(kwh: number, covered: number): number {
  const missing = Math.max(0, 1 - covered);
  if (missing < 1e-6) return 0;
  return covered < 1e-6 ? Infinity : GAP_FACTOR * kwh * missing / covered;
}
