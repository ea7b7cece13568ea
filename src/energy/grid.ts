/**
 * Both directions of the grid per day.
 *
 * @module
 */

import type { Flag } from "../catalogue/flags.ts";
import type { Role } from "../catalogue/roles.ts";
import { rowAt, type Samples } from "../columns.ts";
import type { Flow } from "../frames/counter_faults.ts";
import { repairCounter, type RepairOptions } from "../frames/counters.ts";
import { integrateDirections } from "../frames/directions.ts";
import { classifyGaps, type Gap, sampledRange } from "../frames/gaps.ts";
import type { HeldSamples } from "../frames/held.ts";
import { integrate, samplingError } from "../frames/integrate.ts";
import { reportsMeans } from "../frames/interval_means.ts";
import { hidesPulses } from "../frames/regulated.ts";
import { gapCap, rowsOf } from "../frames/samples.ts";
import { bordersOf, type Period, type TimeRange } from "../time.ts";
import { cancelledPerDay, type LeastError, leastErrors } from "./least_error.ts";
import { addRegisters, type RegisterDay, type RegisterError, trusted } from "./register_energy.ts";
import type { AuditRow } from "./repairs.ts";
import type { HouseholdSignals } from "./signals/household_signals.ts";

/** One direction on one day. */
export interface GridDirection {
  /** From the register if it has samples, else by integration; `null` if unknown. [kWh] */
  readonly kwh: number | null;
  /** Which of the two. */
  readonly method: "counter" | "integral" | "unknown";
  /** Integral of the clipped power, over what is covered. [kWh] */
  readonly integral: number;
  /** Standard deviation that the samples predict for the integral. [kWh] */
  readonly sigma: number;
  /** Uncertainty of the register, if the energy comes from it. */
  readonly register?: RegisterError;
  /** What a reader should know. */
  readonly flags: readonly Flag[];
}

/** The grid on one day. */
export interface GridDay {
  /** Share of the day, as far as it is over, that grid power covers. [0–1] */
  readonly coverage: number;
  /** Drawn from the grid. */
  readonly imports: GridDirection;
  /** Fed into the grid. */
  readonly exports: GridDirection;
  /**
   * What may have flowed in both directions within the intervals of a meter that reports means; 0 if it
   * reports the power of moments. [kWh]
   */
  readonly cancelled: number;
  /** Whether samples are so rare that an appliance may run between two of them unseen. */
  readonly isSparse: boolean;
}

/** The grid on all days. */
export interface GridEnergies {
  /** One entry per day. */
  readonly days: readonly GridDay[];
  /** Gaps in the grid power. */
  readonly gaps: readonly Gap[];
  /** Repairs of the registers. */
  readonly repairs: readonly AuditRow[];
  /** The registers whose readings the energies come from. */
  readonly registers: GridRegisters;
}

/** Registers of both directions, repaired, without readings that cannot be trusted. [kWh] */
export interface GridRegisters {
  /** To be added. */
  readonly imports: readonly Samples[];
  /** To be added. */
  readonly exports: readonly Samples[];
}

/** Options of {@linkcode gridEnergies}. */
export interface GridEnergiesOptions extends RepairOptions {
  /** The present. [ms] */
  readonly now: number;
  /**
   * Roles of the registers, for the audit. A battery and a consumer are measured as the grid is.
   *
   * @default {["import_energy", "export_energy"]}
   */
  readonly roles?: readonly [imports: Role, exports: Role];
  /**
   * Whether a battery regulates the power to zero. What is left are pulses, most of which begin and end
   * between two samples: on which day one is seen is chance.
   *
   * @default {false}
   */
  readonly isRegulated?: boolean;
}

/**
 * Import and export per day.
 *
 * @param days Local days, ascending, without gap.
 * @param signals Samples of these days.
 */
export function gridEnergies(
  days: readonly Period[],
  signals: Pick<HouseholdSignals, "grid" | "imports" | "exports">,
  options: GridEnergiesOptions,
): GridEnergies {
  const { now, roles = ["import_energy", "export_energy"], isRegulated = false, ...repairing } =
    options;
  const { grid } = signals;
  const borders = bordersOf(days);
  const maxGap = gapCap(grid);
  const { positive: imported, negative: exported } = integrateDirections(grid, borders, maxGap);
  const least = leastErrors(grid, { imported, exported }, isRegulated);
  const cancelled = reportsMeans(grid) || (isRegulated && hidesPulses(grid))
    ? cancelledPerDay(grid, borders, { maxGap, imported, exported, isRegulated })
    : null;
  const repaired = (registers: readonly Samples[], part: "positive" | "negative") =>
    registers.map((register) => {
      const others = registers.filter((other) => other !== register);
      const flow = (start: number, end: number) => {
        const { least, most } = energyWithin(grid, { start, end }, { maxGap, part });
        const rises = others.map((other) => riseWithin(other, start, end));
        // A register that fell, because its meter was replaced, too, counted nobody knows how much.
        const elsewhere = rises.reduce((sum, rise) => sum + Math.max(0, rise), 0);
        const isKnown = rises.every((rise) => rise >= 0);
        return { least: isKnown ? least - elsewhere : NaN, most: most - elsewhere };
      };
      return repairCounter(register, { ...repairing, flow });
    });
  const imports = repaired(signals.imports, "positive");
  const exports = repaired(signals.exports, "negative");
  const byImport = addRegisters(roles[0], imports, borders);
  const byExport = addRegisters(roles[1], exports, borders);
  const range = sampledRange([grid], {
    start: days[0]!.start,
    end: Math.min(days.at(-1)!.end, now),
  });
  return {
    days: days.map((day, d) => {
      const coverage = imported.covered[d]! / (Math.min(day.end, now) - day.start);
      const of = (
        register: RegisterDay | undefined,
        { energy, error }: typeof imported,
        { always, unconfirmed }: LeastError,
      ): GridDirection => {
        const sigma = Math.max(error[d]! / 1000, always);
        const byPower = { integral: energy[d]! / 1000, sigma };
        if (register && register.kwh !== null) {
          const { kwh, flags, error } = register;
          return { kwh, method: "counter", flags, register: error, ...byPower };
        }
        const { integral } = byPower, unsure = { integral, sigma: Math.max(sigma, unconfirmed(d)) };
        return coverage > 0
          ? { kwh: integral, method: "integral", flags: [], ...unsure }
          : { kwh: null, method: "unknown", flags: [], ...unsure };
      };
      return {
        coverage,
        imports: of(byImport.days[d], imported, least.imports),
        exports: of(byExport.days[d], exported, least.exports),
        cancelled: cancelled?.[d] ?? 0,
        isSparse: least.isSparse,
      };
    }),
    // A register that advanced proves that the meter worked.
    gaps: classifyGaps(grid, {
      range,
      maxGap,
      alwaysCounts: false,
      devices: [[...imports, ...exports]],
    }),
    repairs: [...byImport.repairs, ...byExport.repairs],
    registers: { imports: imports.map(trusted), exports: exports.map(trusted) },
  };
}

/** A flow that is known for less of a stretch is unknown. [0–1] */
const MOST = 0.8;

/** So many standard deviations of the integral are no chance. */
const SURE = 4;

/** What flowed in one direction, by the power. [kWh] */
function energyWithin(
  power: HeldSamples,
  { start, end }: TimeRange,
  options: { readonly maxGap: number; readonly part: "positive" | "negative" },
): Flow {
  const from = Math.max(0, rowAt(power.time, start) - 1), to = rowAt(power.time, end) + 1;
  const holds = power.holds?.filter((hold) => hold.end > start && hold.start < end);
  const near = { ...rowsOf(power, from, to), ...(holds && { holds }) };
  const { energy, covered } = integrate(near, [start, end], options);
  if (covered[0]! < MOST * (end - start)) return { least: NaN, most: NaN };
  const error = SURE * samplingError(near, [start, end], options)[0]!;
  return { least: (energy[0]! - error) / 1000, most: (energy[0]! + error) / 1000 };
}

/** How far a register rose from one instant to another, as it was read; NaN if unknown. [kWh] */
function riseWithin({ time, value }: Samples, start: number, end: number): number {
  const from = rowAt(time, start + 1) - 1, to = rowAt(time, end + 1) - 1;
  return value[to]! - value[from]!;
}
