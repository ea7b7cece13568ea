/**
 * What the tests for contradictions look at.
 *
 * @module
 */

import type { Flag } from "../../catalogue.ts";
import { rowAt, type Samples } from "../../columns.ts";
import type { DayClock } from "../../frames/day_counter.ts";
import { gapCap } from "../../frames/samples.ts";
import type { Household } from "../../household.ts";
import { HOUR, MINUTE, type Period, type TimeRange } from "../../time.ts";
import type { BatteryDay } from "../battery.ts";
import type { GridDay } from "../grid.ts";
import { hasInverter } from "../limits.ts";
import type { PvDay } from "../pv.ts";
import type { AuditRow } from "../repairs.ts";
import type { HouseholdSignals } from "../signals/household_signals.ts";

/** Something that the samples say against the household file. */
export interface Contradiction {
  /** What a day carries on which it holds. */
  readonly flag: Flag;
  /** Per day, whether it holds. */
  readonly holds: readonly boolean[];
  /** The evidence and the likely cause, for people. */
  readonly says: string;
  /** What would mend it. */
  readonly mend: string;
}

/** What is known of some days. */
export interface Known {
  /** The house as its file describes it. */
  readonly household: Household;
  /** The grid, day by day. */
  readonly grid: readonly GridDay[];
  /** The inverters, day by day. */
  readonly pv: readonly PvDay[];
  /** Repairs of the counters. */
  readonly repairs: readonly AuditRow[];
  /** The battery, day by day; none in a house without one. */
  readonly battery: readonly BatteryDay[];
  /** Per inverter, how its days differ from the house's. */
  readonly clocks: readonly (DayClock | null)[];
  /** The present. [ms] */
  readonly now: number;
}

/** Days that an amount near zero must last. */
export const DAYS = 3;
/** Share of a day on which power must be known. */
export const COVERED = 0.9;
/** Energy that is compared. [kWh] */
export const ENOUGH = 0.5;
/** Distance of the instants at which powers are compared. [ms] */
export const STEP = 10 * MINUTE;

/** Everything that the tests look at. */
export interface Facts extends Known {
  readonly days: readonly Period[];
  readonly signals: HouseholdSignals;
  /** Instants. [ms] */
  readonly at: Float64Array;
  /** The day of each instant. */
  readonly day: Uint16Array;
  /** Grid power; NaN where unknown. [W] */
  readonly grid_w: Float64Array;
  /** Generation power; NaN where unknown. [W] */
  readonly generation_w: Float64Array;
  /** Per day, for how long generation is known. [ms] */
  readonly generating: Float64Array;
  /** Times at which no panel can generate. */
  readonly dark: readonly TimeRange[];
  readonly nights: readonly Night[];
}

/** A dark time. [kWh] */
export interface Night extends TimeRange {
  readonly imported: number;
  readonly exported: number;
  /** By the import register; NaN if it is not known. */
  readonly counted: number;
}

export function gather(days: readonly Period[], signals: HouseholdSignals, known: Known): Facts {
  const start = days[0]!.start, end = Math.min(days.at(-1)!.end, known.now);
  const count = Math.max(0, Math.floor((end - start) / STEP));
  const at = new Float64Array(count), day = new Uint16Array(count);
  for (let i = 0, d = 0; i < count; i++) {
    at[i] = start + i * STEP;
    while (days[d]!.end <= at[i]!) d++;
    day[i] = d;
  }
  const grid_w = powerAt(signals.grid, at), generation_w = powerAt(signals.generation, at);
  const generating = new Float64Array(days.length);
  for (let i = 0; i < count; i++) if (generation_w[i]! > 0) generating[day[i]!]! += STEP;
  const isOff = !hasInverter(known.household);
  const dark = isOff ? days.map(({ start, end }) => ({ start, end })) : signals.daylight.dark;
  const facts = { ...known, days, signals, at, day, grid_w, generation_w, generating, dark };
  return { ...facts, nights: nightsOf(facts) };
}

/** Power at instants; leaps from one to the next, because there are many more samples. [W] */
export function powerAt(samples: Samples, at: Float64Array, cap = gapCap(samples)): Float64Array {
  const { time, value } = samples;
  const out = new Float64Array(at.length).fill(NaN);
  for (let i = 0, next = 0, leap = 0; i < at.length; i++) {
    const instant = at[i]!, from = next;
    if (next + leap < time.length && time[next + leap]! < instant) next += leap;
    while (next < time.length && time[next]! < instant) next++;
    leap = Math.max(0, next - from - 1);
    if (next === time.length) break;
    const after = time[next]! - instant;
    if (after === 0) out[i] = value[next]!;
    else if (next > 0) {
      const before = instant - time[next - 1]!, step = before + after;
      if (step <= cap) out[i] = (value[next - 1]! * after + value[next]! * before) / step;
    }
  }
  return out;
}

/** The nights whose grid power is known throughout. */
function nightsOf(facts: Omit<Facts, "nights">): Night[] {
  const { at, grid_w, dark, signals: { imports, devices: { battery } }, repairs } = facts;
  const given = battery && powerAt(battery.power, at);
  const faults = repairs.filter(({ role }) => role === "import_energy").map(({ time }) => time);
  const nights: Night[] = [];
  let i = 0;
  for (const { start, end } of dark) {
    while (i < at.length && at[i]! < start) i++;
    let imported = 0, exported = 0, heard = 0, first = NaN, last = NaN, all = 0;
    for (; i < at.length && at[i]! < end; i++, all++) {
      const watts = grid_w[i]!;
      if (Number.isNaN(watts)) continue;
      heard++;
      if (Number.isNaN(first)) first = at[i]!;
      last = at[i]!;
      if (watts > 0) imported += watts;
      // What a battery feeds in at night is no sign of a reversed meter.
      else exported += Math.max(0, -watts - Math.max(0, given?.[i] || 0));
    }
    if (heard < 6 || heard < 0.95 * all) continue;
    const isFaulty = faults.some((time) => time >= start - HOUR && time <= end + HOUR);
    const hours = STEP / HOUR / 1000;
    nights.push({
      start,
      end,
      imported: imported * hours,
      exported: exported * hours,
      counted: isFaulty || imports.length === 0 ? NaN : rise(imports, first, last + STEP),
    });
  }
  return nights;
}

/** How far registers rose between two instants; NaN if they have no reading near both. [kWh] */
export function rise(registers: readonly Samples[], from: number, to: number): number {
  let sum = 0;
  for (const register of registers) {
    const { time, value } = register;
    const near = (at: number) => {
      const row = rowAt(time, at);
      const before = at - (time[row - 1] ?? -Infinity), after = (time[row] ?? Infinity) - at;
      return Math.min(before, after) < HOUR / 4 ? value[before < after ? row - 1 : row]! : NaN;
    };
    const risen = near(to) - near(from);
    sum += risen >= 0 ? risen : NaN;
  }
  return sum;
}

/** The step of a register, as its readings at midnights show it at best. [kWh] */
export function stepOf(grid: readonly GridDay[], direction: "imports" | "exports"): number {
  const sigmas = grid.flatMap((day) => day[direction].register?.sigma ?? []);
  return sigmas.length === 0 ? 0 : Math.min(...sigmas) * Math.sqrt(6);
}
