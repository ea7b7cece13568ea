/**
 * The battery's energies per day: what was charged and discharged, what of it the grid exchanged, and
 * its state of charge.
 *
 * @module
 */

import type { BatteryCoupling } from "../catalogue/roles.ts";
import type { Samples } from "../columns.ts";
import { type RepairOptions, resolutionOf } from "../frames/counters.ts";
import type { Gap } from "../frames/gaps.ts";
import { type HeldSamples, withinAt } from "../frames/held.ts";
import { integrate, samplingError } from "../frames/integrate.ts";
import { gapCap, usualStep, valuesAt } from "../frames/samples.ts";
import { bordersOf, HOUR, MINUTE, type Period } from "../time.ts";
import { type GridDirection, gridEnergies } from "./grid.ts";
import type { AuditRow } from "./repairs.ts";
import type { BatterySignals } from "./signals/device_signals.ts";
import type { HouseholdSignals } from "./signals/household_signals.ts";

/** An energy that is known from two powers at a time. */
export interface SharedEnergy {
  /** [kWh] */
  readonly kwh: number;
  /** Standard deviation that the samples predict. [kWh] */
  readonly sigma: number;
  /**
   * How much of it may be due to straight lines between samples that lie far apart, or to values that hold
   * within a deadband. [kWh]
   */
  readonly doubt: number;
  /** Share of the time, as far as it is over, in which both powers are known. [0–1] */
  readonly covered: number;
}

/** Between samples so far apart, nothing is known of what flows at the same time. [ms] */
const BLIND = 15 * MINUTE;

/** The battery on one day. */
export interface BatteryDay {
  /** How it is connected. */
  readonly coupling: BatteryCoupling;
  /** Share of the day, as far as it is over, that its power covers; `null` if none is bound. [0–1] */
  readonly coverage: number | null;
  /** Into the battery. */
  readonly charged: GridDirection;
  /** Out of the battery. */
  readonly discharged: GridDirection;
  /** Charged while the house drew as much from the grid; `null` if no power tells. */
  readonly fromGrid: SharedEnergy | null;
  /** Discharged while the house fed in as much; `null` if no power tells. */
  readonly toGrid: SharedEnergy | null;
  /** What a hybrid inverter drew from the house to charge; its counters do not see it. [kWh] */
  readonly drawn: number;
  /** State of charge at both ends of the day, of all batteries together; `null` if unknown. [0–1] */
  readonly soc: {
    readonly start: number | null;
    readonly end: number | null;
    /** Its resolution. [0–1] */
    readonly step: number;
  };
  /** Usable capacity of all batteries together; `null` if unknown. [kWh] */
  readonly capacity: number | null;
}

/** The battery on all days. */
export interface BatteryEnergies {
  /** One entry per day. */
  readonly days: readonly BatteryDay[];
  /** Gaps in its power. */
  readonly gaps: readonly Gap[];
  /** Repairs of its counters. */
  readonly repairs: readonly AuditRow[];
}

/** Options of {@linkcode batteryEnergies}. */
export interface BatteryEnergiesOptions extends RepairOptions {
  /** The present. [ms] */
  readonly now: number;
}

/**
 * Charged and discharged energy per day, as the grid's two directions are computed: from counters,
 * else from power.
 *
 * One rule determines how much of it was exchanged with the grid. At each moment PV serves the house
 * first, then the battery, then the grid; the battery serves the house first, then the grid. So the
 * grid charges the battery with the lesser of charging power and import, and the battery feeds in the
 * lesser of discharging power and export.
 *
 * @param days Local days, ascending, without gap.
 * @param signals Samples of these days.
 */
export function batteryEnergies(
  days: readonly Period[],
  battery: BatterySignals,
  signals: Pick<HouseholdSignals, "grid" | "output">,
  options: BatteryEnergiesOptions,
): BatteryEnergies {
  const { coupling, power, hasPower, capacities } = battery;
  const { days: flows, gaps, repairs } = gridEnergies(
    days,
    { grid: power, imports: battery.discharged, exports: battery.charged },
    { ...options, roles: ["battery_discharged_energy", "battery_charged_energy"] },
  );
  const borders = bordersOf(days), soc = socAt(battery, borders);
  const step = Math.max(0, ...battery.soc.map(resolutionOf));
  const shared = hasPower ? sharedEnergies(signals.grid, power, borders, options) : null;
  // Its own counter does not run backwards.
  const drawn = coupling === "hybrid_output" && hasPower
    ? sharedEnergies(negated(signals.output), power, borders, options).charging
    : null;
  return {
    days: flows.map(({ coverage, imports, exports }, d) => ({
      coupling,
      coverage: hasPower ? coverage : null,
      charged: exports,
      discharged: imports,
      fromGrid: knownOf(shared?.charging[d]),
      toGrid: knownOf(shared?.discharging[d]),
      drawn: drawn?.[d]?.kwh ?? 0,
      soc: { start: soc[d]!, end: soc[d + 1]!, step },
      capacity: capacities?.reduce((sum, one) => sum + one, 0) ?? null,
    })),
    gaps,
    repairs,
  };
}

/**
 * What battery and grid exchange per slot: the lesser of both powers wherever the battery charges
 * while the house draws, and discharges while it feeds in.
 *
 * @param grid Positive import, negative export. [W]
 * @param battery Positive while it discharges. [W]
 */
export function sharedEnergies(
  grid: HeldSamples,
  battery: Samples,
  borders: ArrayLike<number>,
  { now = Infinity }: { readonly now?: number } = {},
): { charging: SharedEnergy[]; discharging: SharedEnergy[] } {
  const time = mergedTimes(grid.time, battery.time);
  const drawn = valuesAt(grid, time, gapCap(grid));
  const given = valuesAt(battery, time, gapCap(battery));
  const maxGap = Math.max(gapCap(grid), gapCap(battery));
  const step = Math.max(usualStep(grid), usualStep(battery));
  const blind = step > 0 ? Math.min(1, step / BLIND) : 0;
  const deadband = withinAt(grid.holds ?? [], time);
  const of = (sign: 1 | -1) => {
    const value = drawn.map((watts, row) =>
      Math.max(0, Math.min(sign * watts, -sign * given[row]!))
    );
    const { energy, covered } = integrate({ time, value }, borders, { maxGap });
    const error = samplingError({ time, value }, borders, { maxGap });
    // Beside a battery, most of what seems to be exchanged may be within the deadband of the meter.
    const within = grid.holds?.length
      ? integrate(
        { time, value: value.map((watts, row) => Math.min(watts, deadband[row]!)) },
        borders,
        { maxGap },
      ).energy
      : null;
    return [...energy].map((kwh, slot) => ({
      kwh: kwh / 1000,
      sigma: error[slot]! / 1000,
      doubt: Math.max(kwh * blind, within?.[slot] ?? 0) / 1000,
      covered: covered[slot]! / (Math.min(borders[slot + 1]!, now) - borders[slot]!),
    }));
  };
  return { charging: of(1), discharging: of(-1) };
}

function knownOf(shared: SharedEnergy | undefined): SharedEnergy | null {
  return shared && shared.covered > 0 ? shared : null;
}

/** Ascending times of two signals, each once. */
function mergedTimes(a: Float64Array, b: Float64Array): Float64Array {
  const merged = new Float64Array(a.length + b.length);
  let i = 0, j = 0, rows = 0;
  while (i < a.length || j < b.length) {
    const at = Math.min(a[i] ?? Infinity, b[j] ?? Infinity);
    if (a[i] === at) i++;
    if (b[j] === at) j++;
    merged[rows++] = at;
  }
  return merged.subarray(0, rows);
}

function negated({ time, value }: Samples): Samples {
  return { time, value: value.map((watts) => -watts) };
}

/** A battery that is not heard for longer may have been used. [ms] */
const LONGEST = HOUR;

/** A state of charge that changed by less is known in between, however long the silence. [0–1] */
const STILL = 0.02;

/**
 * State of charge at instants: the mean of all batteries, weighted by capacity where all are known.
 *
 * @returns One value per instant; `null` where that of a battery is not known. [0–1]
 */
export function socAt(
  { soc, capacities }: Pick<BatterySignals, "soc" | "capacities">,
  at: readonly number[],
): (number | null)[] {
  if (soc.length === 0) return at.map(() => null);
  const weights = capacities?.length === soc.length ? capacities : soc.map(() => 1);
  const whole = weights.reduce((sum, one) => sum + one, 0);
  const each = soc.map((one) => heldAt(one, at));
  return at.map((_, i) => {
    const mean = each.reduce((sum, values, b) => sum + values[i]! * weights[b]!, 0) / whole;
    return Number.isNaN(mean) ? null : mean;
  });
}

function heldAt(soc: Samples, at: readonly number[]): Float64Array {
  const near = valuesAt(soc, at, LONGEST), far = valuesAt(soc, at, Infinity);
  const { time, value } = soc;
  let next = 0;
  return near.map((known, i) => {
    while (next < time.length && time[next]! < at[i]!) next++;
    if (!Number.isNaN(known) || next === 0 || next === time.length) return known;
    return Math.abs(value[next]! - value[next - 1]!) <= STILL ? far[i]! : NaN;
  });
}
