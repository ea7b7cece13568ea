/**
 * Energy by registers: the difference of the readings at the two ends of a day, and how well they are
 * known.
 *
 * @module
 */

import type { Flag } from "../catalogue/flags.ts";
import type { Role } from "../catalogue/roles.ts";
import { rowAt, type Samples } from "../columns.ts";
import { TRIFLE } from "../frames/counter_faults.ts";
import { readingsAt } from "../frames/counter_readings.ts";
import type { Repair, RepairedCounter } from "../frames/counters.ts";
import { gapCap, slotIndexes } from "../frames/samples.ts";
import { type AuditRow, lostEnergy, repairFlags } from "./repairs.ts";

/** Uncertainty of a register's readings. */
export interface RegisterError {
  /** Standard deviation of the difference of its readings. [kWh] */
  readonly sigma: number;
  /** Share of the day before the first or after the last reading. [0–1] */
  readonly unheard: number;
  /** What may have flowed around its resets without being booked. [kWh] */
  readonly lost: number;
}

/** All registers of a direction on one day. */
export interface RegisterDay {
  readonly kwh: number | null;
  readonly flags: readonly Flag[];
  readonly error: RegisterError;
}

/** Registers added up, such as two tariffs; no days if there are none. */
export function addRegisters(
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
  const known = Math.max(2 * register.resolution, TRIFLE) + 1e-9;
  const isGuess = (border: number) => gap[border]! > near && rise[border]! > known;
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
export function trusted({ time, value, repairs }: RepairedCounter): Samples {
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
