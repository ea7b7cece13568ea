/**
 * Both directions of the grid per day.
 *
 * @module
 */

import type { Flag, Role } from "../catalogue.ts";
import { rowAt, type Samples } from "../columns.ts";
import { readingsAt } from "../frames/counter_readings.ts";
import type { Flow } from "../frames/counter_faults.ts";
import {
  type Repair,
  repairCounter,
  type RepairedCounter,
  type RepairOptions,
} from "../frames/counters.ts";
import { classifyGaps, type Gap, sampledRange } from "../frames/gaps.ts";
import type { HeldSamples } from "../frames/held.ts";
import { integrateDirections } from "../frames/directions.ts";
import { integrate, samplingError } from "../frames/integrate.ts";
import { cancelledEnergy, reportsMeans } from "../frames/interval_means.ts";
import { gapCap, rowsOf, slotIndexes, usualStep } from "../frames/samples.ts";
import { bordersOf, HOUR, MINUTE, type Period, type TimeRange } from "../time.ts";
import { type AuditRow, lostEnergy, repairFlags } from "./repairs.ts";
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

/** Uncertainty of a register's readings. */
export interface RegisterError {
  /** Standard deviation of the difference of its readings. [kWh] */
  readonly sigma: number;
  /** Share of the day before the first or after the last reading. [0–1] */
  readonly unheard: number;
  /** What may have flowed around its resets without being booked. [kWh] */
  readonly lost: number;
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

/** A change that two samples do not show. [kW] */
const UNSEEN = 0.03;
/** Pulses are fewer and higher than noise, so that their days scatter more, and more of them cancel. */
const PULSES = 2;
/** Samples that are farther apart do not show each run of an appliance. [ms] */
const SPARSE = 5 * MINUTE;

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
  const step = usualStep(grid), isSparse = step > 1.1 * SPARSE;
  const unseen = isRegulated ? Infinity : UNSEEN * (step || 0) / HOUR;
  const leastOf = ({ error }: typeof imported) =>
    Math.min(unseen, PULSES * rootMeanSquare(error) / 1000);
  const least = {
    // On which day rare samples show what the house switches on and off is chance.
    imports: Math.max(leastOf(imported), isSparse ? rootMeanSquare(imported.error) / 1000 : 0),
    exports: leastOf(exported),
  };
  const cancelled = reportsMeans(grid) ? cancelledEnergy(grid, borders, { maxGap }) : null;
  const repaired = (registers: readonly Samples[], part: "positive" | "negative") =>
    registers.map((register) => {
      const others = registers.filter((other) => other !== register);
      const flow = (start: number, end: number) => {
        const { least, most } = energyWithin(grid, { start, end }, { maxGap, part });
        const elsewhere = countedWithin(others, start, end);
        return { least: least - elsewhere, most: most - elsewhere };
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
        least: number,
      ): GridDirection => {
        const sigma = Math.max(error[d]! / 1000, least);
        const byPower = { integral: energy[d]! / 1000, sigma };
        if (register && register.kwh !== null) {
          const { kwh, flags, error } = register;
          return { kwh, method: "counter", flags, register: error, ...byPower };
        }
        return coverage > 0
          ? { kwh: byPower.integral, method: "integral", flags: [], ...byPower }
          : { kwh: null, method: "unknown", flags: [], ...byPower };
      };
      return {
        coverage,
        imports: of(byImport.days[d], imported, least.imports),
        exports: of(byExport.days[d], exported, least.exports),
        cancelled: cancelled === null ? 0 : (isRegulated ? PULSES : 1) * cancelled[d]! / 1000,
        isSparse,
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

function rootMeanSquare(values: Float64Array): number {
  return Math.hypot(...values) / Math.sqrt(values.length);
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

/** What registers counted from one instant to another, as they were read; NaN if unknown. [kWh] */
function countedWithin(registers: readonly Samples[], start: number, end: number): number {
  return registers.reduce((sum, { time, value }) => {
    const from = rowAt(time, start + 1) - 1, to = rowAt(time, end + 1) - 1;
    return sum + value[to]! - value[from]!;
  }, 0);
}

/** All registers of a direction on one day. */
interface RegisterDay {
  readonly kwh: number | null;
  readonly flags: readonly Flag[];
  readonly error: RegisterError;
}

/** Registers added up, such as two tariffs; no days if there are none. */
function addRegisters(
  role: Role,
  registers: readonly RepairedCounter[],
  borders: readonly number[],
): { days: RegisterDay[]; repairs: AuditRow[] } {
  if (registers.length === 0) return { days: [], repairs: [] };
  const each = registers.map((register) => registerEnergy(register, borders));
  const repairs = each.flat().flatMap((day) =>
    day.repairs.map(({ booked, ...repair }) => ({ ...repair, role, kwh: booked }))
  );
  const days = borders.slice(1).map((_, d) => {
    const parts = each.map((energies) => energies[d]!);
    const flags: Flag[] = [];
    if (parts.some((part) => part.isInterpolated)) flags.push("register_interpolated");
    if (parts.some((part) => part.isPartial)) flags.push("register_partial");
    flags.push(...repairFlags(parts.flatMap((part) => part.repairs)));
    const kwh = parts.some((part) => part.kwh === null)
      ? null
      : parts.reduce((sum, part) => sum + part.kwh!, 0);
    const sigma = Math.hypot(...parts.map((part) => part.sigma));
    const unheard = Math.max(...parts.map((part) => part.unheard));
    const lost = parts.reduce((sum, part) => sum + part.lost, 0);
    return { kwh, flags, error: { sigma, unheard, lost } };
  });
  return { days, repairs };
}

/** Energy of one period by a register. */
export interface RegisterEnergy {
  /** Difference of the readings at both ends; `null` if there are not two readings. [kWh] */
  readonly kwh: number | null;
  /** The reading at an end is interpolated over a gap. */
  readonly isInterpolated: boolean;
  /** The register is known for a part of the period only. */
  readonly isPartial: boolean;
  /** Standard deviation of `kwh`: the register's resolution and the interpolation at both ends. */
  readonly sigma: number;
  /** Share of the period before the first or after the last reading. [0–1] */
  readonly unheard: number;
  /** What may have flowed around its resets without being booked. [kWh] */
  readonly lost: number;
  /** What had to be repaired in the period. */
  readonly repairs: readonly Repair[];
}

/**
 * Energy per period as the difference of a register's readings at its two ends. Adjacent periods
 * share a reading, so that the days of a month add up to the month. A period without any sample is
 * unknown, even if the register shows later how much it was.
 *
 * @param register Register, repaired. [kWh]
 * @param borders Ends of the periods; period `i` is [borders[i], borders[i + 1]). [ms]
 */
export function registerEnergy(
  register: RepairedCounter,
  borders: ArrayLike<number>,
): RegisterEnergy[] {
  const { reading, gap, rise, sigma } = readingsAt(trusted(register), borders);
  const index = slotIndexes(register, borders);
  const near = gapCap(register), truncation = register.resolution / Math.sqrt(6);
  // A register that stood still, or took a step or two, is known however long it was not read.
  const isGuess = (border: number) =>
    gap[border]! > near && rise[border]! > 2 * register.resolution + 1e-9;
  return Array.from({ length: Math.max(0, borders.length - 1) }, (_, i) => {
    const start = borders[i]!, end = borders[i + 1]!;
    const from = index[i]!, to = index[i + 1]!;
    const repairs = register.repairs.filter(({ time }) => time >= start && time < end);
    const lostSilence = repairs.some(({ rule, time }) =>
      rule === "reset" && time - register.time[rowAt(register.time, time) - 1]! > near
    );
    if (from === to) return { ...UNHEARD, repairs };
    const knowsStart = !Number.isNaN(reading[i]!), knowsEnd = !Number.isNaN(reading[i + 1]!);
    // One reading without a neighbour is no difference.
    if (!knowsStart && !knowsEnd && to - from === 1) return { ...UNHEARD, repairs };
    const opening = knowsStart ? reading[i]! : register.value[from]!;
    const early = knowsStart ? 0 : register.time[from]! - start;
    const late = knowsEnd ? 0 : end - register.time[to - 1]!;
    const closing = knowsEnd ? reading[i + 1]! : register.value[to - 1]!;
    return {
      kwh: closing - opening,
      isInterpolated: (knowsStart && isGuess(i)) || (knowsEnd && isGuess(i + 1)),
      // What it counted in a silence before a reset is gone.
      isPartial: early > near || late > near || lostSilence,
      sigma: Math.hypot(truncation, sigma[i]!, sigma[i + 1]!),
      unheard: (early + late) / (end - start),
      lost: lostEnergy(repairs),
      repairs,
    };
  });
}

const UNHEARD = {
  kwh: null,
  isInterpolated: false,
  isPartial: false,
  sigma: 0,
  unheard: 1,
  lost: 0,
};

/**
 * A register without the samples at which it seemed to stand still although it was counting, as a
 * later jump shows. Readings at midnights among these samples would be wrong.
 */
function trusted({ time, value, repairs }: RepairedCounter): Samples {
  const late = repairs.filter(({ since }) => since !== undefined);
  if (late.length === 0) return { time, value };
  const kept = { time: new Float64Array(time.length), value: new Float64Array(time.length) };
  let next = 0, rows = 0;
  for (let row = 0; row < time.length; row++) {
    const at = time[row]!;
    while (next < late.length && late[next]!.time <= at) next++;
    if (next < late.length && at > late[next]!.since!) continue;
    kept.time[rows] = at;
    kept.value[rows++] = value[row]!;
  }
  return { time: kept.time.subarray(0, rows), value: kept.value.subarray(0, rows) };
}
