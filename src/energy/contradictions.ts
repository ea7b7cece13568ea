/**
 * What the samples of a household say against its household file.
 *
 * Numbers that agree with each other may still be wrong together: a reversed sign, another unit or a
 * consumer taken for the meter. So each number is held against a second one: power against registers,
 * the power of the night against what a night allows, steps of generation against steps of the grid,
 * series against each other, and the inverter's days against the sun's.
 *
 * @module
 */

import { type Flag, type Role, ROLES, type Unit } from "../catalogue.ts";
import { rowAt, type Samples } from "../columns.ts";
import type { DayClock } from "../frames/day_counter.ts";
import { gapCap, usualStep, valuesAt } from "../frames/samples.ts";
import type { Binding, Household } from "../household.ts";
import { UNIT_FACTORS, UNITS } from "../household_schema.ts";
import { formatSelector } from "../selector.ts";
import { HOUR, MINUTE, type Period, type TimeRange } from "../time.ts";
import type { GridDay } from "./grid.ts";
import { hasInverter } from "./limits.ts";
import type { PvDay } from "./pv.ts";
import type { AuditRow } from "./repairs.ts";
import type { HouseholdSignals } from "./signals.ts";

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
  /** Per inverter, how its days differ from the house's. */
  readonly clocks: readonly (DayClock | null)[];
  /** The present. [ms] */
  readonly now: number;
}

/** The notice for people. */
export function contradictionNotice({ says, mend }: Contradiction): string {
  return `${says}. Correct the household file: ${mend}`;
}

/**
 * Finds contradictions on some days. They are judged together, because one day of noise proves nothing.
 *
 * @param days Local days, ascending, without gap.
 * @param signals Samples of these days.
 */
export function contradictionsOf(
  days: readonly Period[],
  signals: HouseholdSignals,
  known: Known,
): Contradiction[] {
  const facts = gather(days, signals, known);
  const same = sameSeries(facts);
  // A power that is the grid's own says nothing about the sign or the generation.
  const units = wrongUnits(facts);
  const hasWrongUnit = (...roles: Role[]) => units.some(({ role }) => roles.includes(role));
  const direction = same.length > 0 || hasWrongUnit("grid_power", "import_energy", "export_energy")
    ? []
    : wrongDirection(facts);
  const lists = same.length > 0 ? [] : consumersInList(facts);
  const parts = [...same, ...units, ...direction, ...lists].length > 0 ? [] : wrongShare(facts);
  const generation = [...same, ...direction].length > 0 || hasWrongUnit("generation_power")
    ? []
    : consumerAsGeneration(facts);
  const isGeneration = [...same, ...generation].length === 0 && !hasWrongUnit("generation_power");
  const zone = isGeneration ? wrongZone(facts) : [];
  return [...same, ...units, ...direction, ...lists, ...parts, ...generation, ...zone];
}

/** Distance of the instants at which powers are compared. [ms] */
const STEP = 10 * MINUTE;

/** Everything that the tests look at. */
interface Facts extends Known {
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
interface Night extends TimeRange {
  readonly imported: number;
  readonly exported: number;
  /** By the import register; NaN if it is not known. */
  readonly counted: number;
}

function gather(days: readonly Period[], signals: HouseholdSignals, known: Known): Facts {
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
function powerAt(samples: Samples, at: Float64Array, cap = gapCap(samples)): Float64Array {
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
  const { at, grid_w, dark, signals: { imports }, repairs } = facts;
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
      else exported -= watts;
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
function rise(registers: readonly Samples[], from: number, to: number): number {
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

// ---------------------------------------------------------------------------------------------------
// Units
// ---------------------------------------------------------------------------------------------------

/** The step of a register, as its readings at midnights show it at best. [kWh] */
function stepOf(grid: readonly GridDay[], direction: "imports" | "exports"): number {
  const sigmas = grid.flatMap((day) => day[direction].register?.sigma ?? []);
  return sigmas.length === 0 ? 0 : Math.min(...sigmas) * Math.sqrt(6);
}

/** A role that seems to be bound in another unit. */
interface WrongUnit extends Contradiction {
  readonly role: Role;
}

/** A factor of 1000 is seen as one from 500 to 2000. */
const isThousand = (ratio: number) => ratio > 500 && ratio < 2000;
/** Share of samples that must be impossible. */
const MOSTLY = 0.2, NEARLY_ALL = 0.5;
/** A house draws or feeds in more than this now and then; no house so little for days. [W] */
const SOME_POWER = 45;
/** The same for an inverter on days with light. [W] */
const SOME_GENERATION = 20;
/** Days that an amount near zero must last. */
const DAYS = 3;
/** Share of a day on which power must be known. */
const COVERED = 0.9;
/** Energy that is compared. [kWh] */
const ENOUGH = 0.5;

function wrongUnits(facts: Facts): WrongUnit[] {
  const grid = powerUnit(facts, "grid_power"), generation = powerUnit(facts, "generation_power");
  // A power whose unit is wrong says nothing about the counters.
  const registers = (["import_energy", "export_energy"] as const)
    .flatMap((role) => grid.length > 0 ? [] : counterUnit(facts, role));
  const yields = (["yield_today", "yield_total"] as const)
    .flatMap((role) => generation.length > 0 ? [] : counterUnit(facts, role));
  return [...grid, ...generation, ...registers, ...yields];
}

/** A power that is impossible most of the time, or that is never more than some watts. */
function powerUnit(facts: Facts, role: "grid_power" | "generation_power"): WrongUnit[] {
  const { household, days, day, signals } = facts;
  const watts = role === "grid_power" ? facts.grid_w : facts.generation_w;
  const bindings = household.bindings[role];
  if (bindings.length === 0) return [];
  const heard = new Float64Array(days.length), most = new Float64Array(days.length);
  for (let i = 0; i < watts.length; i++) {
    const one = Math.abs(watts[i]!);
    // An inverter's zeros at night say nothing about its unit.
    if (one > 0 || (one === 0 && role === "grid_power")) heard[day[i]!]! += STEP;
    if (one > most[day[i]!]!) most[day[i]!] = one;
  }
  const step = signals.impossible.length === 0
    ? 0
    : usualStep(signals.roles.get(role)?.signals[0] ?? signals.grid) || MINUTE;
  const left = new Float64Array(days.length);
  for (const { role: of, time, until = time } of signals.impossible) {
    if (of !== role) continue;
    days.forEach(({ start, end }, d) => {
      left[d]! += Math.max(0, Math.min(until + step, end) - Math.max(time, start));
    });
  }
  const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0);
  const name = role === "grid_power" ? "Grid power" : "Generation power";
  const all = days.map(() => true);
  // What is left out is not heard, and each of several series is left out for itself.
  const share = (d: number) => left[d]! / (heard[d]! + left[d]!);
  const isMost = sum(left) > MOSTLY * (sum(heard) + sum(left)) && sum(left) > 12 * HOUR;
  const holds = isMost ? all : days.map((_, d) => left[d]! > 2 * HOUR && share(d) > NEARLY_ALL);
  if (holds.includes(true)) {
    return [{
      role,
      flag: "unit_wrong",
      holds,
      says: `${name} is mostly more than fuse or panels let through: its unit is too large`,
      mend: bindingsText(role, bindings, ({ factor }) => ({ factor: factor / 1000 })),
    }];
  }
  const known = heard.filter((span) => span > 4 * HOUR).length, peak = Math.max(...most);
  const limit = role === "grid_power" ? SOME_POWER : SOME_GENERATION;
  // Snow on the panels may last; a counter that agrees shows that there was no more.
  const isCounted = role === "generation_power" &&
    facts.pv.some(({ dayCounter, lifetime }) => dayCounter !== null || lifetime !== null);
  const counted = facts.pv.reduce((sum, one) => sum + (one.dayCounter ?? one.lifetime ?? 0), 0);
  const needed = role === "grid_power" || isCounted ? DAYS : 4 * DAYS;
  if (known < needed || peak >= limit || peak < limit / 1000 || (isCounted && counted < ENOUGH)) {
    return [];
  }
  return [{
    role,
    flag: "unit_wrong",
    holds: all,
    says: `${name} is never more than ${peak.toFixed(1)} W: its unit is too small`,
    mend: bindingsText(role, bindings, ({ factor }) => ({ factor: factor * 1000 })),
  }];
}

/** A counter that differs from its power by a factor of 1000. */
function counterUnit(
  facts: Facts,
  role: "import_energy" | "export_energy" | "yield_today" | "yield_total",
): WrongUnit[] {
  const { household, days, grid, pv, repairs, generating } = facts;
  const bindings = household.bindings[role];
  if (bindings.length === 0) return [];
  const isGrid = role === "import_energy" || role === "export_energy";
  let counted = 0, integral = 0;
  days.forEach((_, d) => {
    const of = role === "import_energy" ? grid[d]!.imports : grid[d]!.exports;
    const kwh = isGrid
      ? of.method === "counter" ? of.kwh : null
      : role === "yield_today"
      ? pv[d]!.dayCounter
      : lifetimeRise(facts, days[d]!);
    // Where most of the power is not known, it cannot be compared.
    const isHeard = isGrid ? grid[d]!.coverage > COVERED : generating[d]! > 3 * HOUR;
    if (kwh === null || !isHeard) return;
    counted += kwh;
    integral += isGrid ? of.integral : pv[d]!.integral;
  });
  // Each step of a unit that is too large is a leap that no house can make.
  const leaps =
    days.filter(({ start, end }) =>
      repairs.filter((one) =>
        one.role === role && one.rule === "replaced" && one.time >= start && one.time < end
      ).length >= 3
    ).length;
  const isLarge = (integral > ENOUGH && isThousand(counted / integral)) ||
    leaps >= Math.max(1, 0.6 * days.length);
  const isSmall = integral > ENOUGH && isThousand(integral / counted);
  if (!isLarge && !isSmall) return [];
  const rose = isLarge
    ? `The counter of ${role} rises about 1000 times as fast as its power says`
    : `The counter of ${role} rises by ${counted.toFixed(3)} kWh where its power adds up to ${
      integral.toFixed(1)
    } kWh`;
  const scale = isLarge ? 1 / 1000 : 1000;
  return [{
    role,
    flag: "unit_wrong",
    holds: days.map(() => true),
    says: `${rose}: its unit is too ${isLarge ? "large" : "small"}`,
    mend: bindingsText(role, bindings, ({ factor }) => ({ factor: factor * scale })),
  }];
}

/**
 * How far the lifetime counters rose on a day, without the day counters, which may be the wrong ones.
 */
function lifetimeRise({ signals: { total } }: Facts, { start, end }: TimeRange): number | null {
  let sum = 0;
  for (const { time, value } of total) {
    const from = rowAt(time, start), to = rowAt(time, end) - 1;
    if (to <= from) return null;
    sum += value[to]! - value[from]!;
  }
  return total.length === 0 || sum < 0 ? null : sum;
}

// ---------------------------------------------------------------------------------------------------
// Directions
// ---------------------------------------------------------------------------------------------------

/** Whether a day speaks for a contradiction, against it, or not at all. */
type Vote = "for" | "against" | null;

/** The grid's sign, or the meter's registers. */
function wrongDirection(facts: Facts): Contradiction[] {
  const { days, nights, grid, household } = facts;
  const byNight = days.map(({ start, end }): Vote => {
    const own = nights.filter((night) => night.start < end && night.end > start);
    const imported = own.reduce((sum, night) => sum + night.imported, 0);
    const exported = own.reduce((sum, night) => sum + night.exported, 0);
    if (imported + exported < 0.2) return null;
    const share = exported / (imported + exported);
    return share > 0.9 ? "for" : share < 0.5 ? "against" : null;
  });
  const isReversed = decide(byNight);
  const { grid_power, import_energy, export_energy } = household.bindings;
  if (isReversed.includes(true)) {
    const exported = nights.reduce((sum, night) => sum + night.exported, 0);
    const imported = nights.reduce((sum, night) => sum + night.imported, 0);
    return [{
      flag: "sign_reversed",
      holds: isReversed,
      says: `In the dark, when nothing is generated, grid power says that the house fed in ${
        exported.toFixed(1)
      } kWh and drew ${imported.toFixed(1)} kWh: its sign is reversed`,
      mend: bindingsText("grid_power", grid_power, ({ factor }) => ({ factor: -factor })),
    }];
  }
  const steps = Math.max(stepOf(grid, "imports"), stepOf(grid, "exports"));
  const votes = grid.map(({ imports, exports, coverage }): Vote => {
    if (coverage < COVERED) return null;
    const pairs = [[imports, exports.integral], [exports, imports.integral]] as const;
    const told = pairs.filter(([own, other]) =>
      own.method === "counter" && own.flags.length === 0 &&
      Math.max(own.kwh!, own.integral, other) > Math.max(ENOUGH, 10 * steps)
    );
    const far = (a: number, b: number) =>
      Math.abs(Math.log((a + steps + 0.02) / (b + steps + 0.02)));
    const isCrossed = told.map(([own, other]) =>
      far(own.kwh!, other) < 0.35 && far(own.kwh!, own.integral) > far(own.kwh!, other) + 0.25
    );
    if (told.length === 0) return null;
    if (isCrossed.every(Boolean)) return "for";
    return told.some(([own]) => far(own.kwh!, own.integral) < 0.35) ? "against" : null;
  });
  const holds = decide(votes);
  if (!holds.includes(true)) return [];
  // Without a night that tells, the steps of the generation do.
  const { slope } = responseOf(facts);
  if (!byNight.includes("against") && slope > 0.3) {
    return [{
      flag: "sign_reversed",
      holds,
      says: "The registers say import where grid power says export: its sign is reversed",
      mend: bindingsText("grid_power", grid_power, ({ factor }) => ({ factor: -factor })),
    }];
  }
  const mend = [
    ["import_energy", export_energy] as const,
    ["export_energy", import_energy] as const,
  ].map(([role, bindings]) => bindingsText(role, bindings)).join(", ");
  return [{
    flag: "registers_swapped",
    holds,
    says: "The registers of import and export rise the other way round than grid power says: " +
      "they are swapped",
    mend,
  }];
}

/**
 * The days on which a contradiction holds: all, if nearly all that tell anything say so; else those in
 * a row of at least three.
 */
function decide(votes: readonly Vote[]): boolean[] {
  const count = (vote: Vote) => votes.filter((one) => one === vote).length;
  const isFew = votes.length <= 3;
  if (count("for") >= (isFew ? 1 : 2) && count("for") >= 9 * count("against")) {
    return votes.map(() => true);
  }
  const told = votes.flatMap((vote, d) => vote === null ? [] : [{ vote, d }]);
  const holds = votes.map(() => false);
  for (let i = 0; i < told.length;) {
    let next = i;
    while (next < told.length && told[next]!.vote === "for") next++;
    if (next - i >= 3) holds.fill(true, told[i]!.d, told[next - 1]!.d + 1);
    i = Math.max(next, i + 1);
  }
  return holds;
}

/** By how much grid power changes with generation power: −1 in a house, 1 for a consumer. */
function responseOf({ grid_w, generation_w }: Facts): { slope: number; r: number; count: number } {
  return slopeOf(generation_w, grid_w, 300);
}

/** The slope of the steps of `y` at the greater steps of `x`. */
function slopeOf(
  x: Float64Array,
  y: Float64Array,
  least: number,
): { slope: number; r: number; count: number } {
  let xx = 0, xy = 0, yy = 0, count = 0;
  for (let i = 1; i < x.length; i++) {
    const dx = x[i]! - x[i - 1]!, dy = y[i]! - y[i - 1]!;
    if (!(Math.abs(dx) > least) || Number.isNaN(dy)) continue;
    count++;
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  return { slope: xy / xx, r: xy / Math.sqrt(xx * yy), count };
}

// ---------------------------------------------------------------------------------------------------
// Meters
// ---------------------------------------------------------------------------------------------------

/** Power and register of the nights, when directions do not cancel between phases. */
function wrongShare(facts: Facts): Contradiction[] {
  const { nights, days, household: { bindings } } = facts;
  const told = nights.filter(({ counted }) => counted >= 0);
  const steps = stepOf(facts.grid, "imports");
  const counted = told.reduce((sum, night) => sum + night.counted, 0);
  const added = told.reduce((sum, night) => sum + night.imported, 0);
  const error = steps * Math.sqrt(told.length) / Math.sqrt(6);
  if (told.length < DAYS || Math.max(counted, added) < 3 + 15 * error) return [];
  const isLess = (night: Night) => night.imported < 0.8 * night.counted;
  const isMore = (night: Night) => night.imported > 1.2 * night.counted;
  const most = 0.7 * told.length;
  const both = `At night grid power adds up to ${added.toFixed(1)} kWh, the register to ${
    counted.toFixed(1)
  } kWh`;
  if (added < 0.75 * counted && told.filter(isLess).length >= most) {
    return [{
      flag: "meter_partial",
      holds: days.map(() => true),
      says: `${both}: the power is only a part of the house, such as one of three phases`,
      mend: bindings.grid_power.length > 1
        ? `"grid_power" needs the series of every phase, or of the whole meter; now it is ${
          bindingsText("grid_power", bindings.grid_power)
        }`
        : `${listText("grid_power", bindings.grid_power)} with the series of every phase, or ` +
          "the one of the whole meter",
    }];
  }
  if (added > 1.35 * counted && told.filter(isMore).length >= most) {
    return [{
      flag: "meter_doubled",
      holds: days.map(() => true),
      says: `${both}: the power contains something twice, or more than the register's meter`,
      mend: bindingsText("grid_power", bindings.grid_power.slice(0, 1)),
    }];
  }
  return [];
}

/** A consumer behind the meter that is added to it. */
function consumersInList(facts: Facts): Contradiction[] {
  const { signals: { roles }, household: { bindings }, at, days } = facts;
  const parts = roles.get("grid_power")?.signals ?? [];
  // Three series are the three phases, which a big consumer steps alike.
  if (parts.length < 2 || parts.length === 3 || parts.length !== bindings.grid_power.length) {
    return [];
  }
  const values = parts.map((one) => valuesAt(one, at, gapCap(one)));
  const found = values.findIndex((own, index) => {
    let heard = 0, zeros = 0, least = Infinity;
    for (const watts of own) {
      if (Number.isNaN(watts)) continue;
      heard++;
      if (Math.abs(watts) < 5) zeros++;
      least = Math.min(least, watts);
    }
    if (heard < 50 || zeros < heard / 2 || least < -20) return false;
    const others = own.map((_, i) =>
      values.reduce((sum, one, other) => other === index ? sum : sum + one[i]!, 0)
    );
    const { slope, count } = slopeOf(own, others, 300);
    return count >= 4 && slope > 0.7 && slope < 1.3;
  });
  if (found < 0) return [];
  const without = (role: Role) => bindings[role].filter((_, index) => index !== found);
  const isCounted = bindings.import_energy.length === parts.length;
  return [{
    flag: "meter_doubled",
    holds: days.map(() => true),
    says: `Each step of ${
      bindingText("grid_power", bindings.grid_power[found]!)
    } is in the other series of grid_power too: a consumer behind the meter counts twice`,
    mend: [
      bindingsText("grid_power", without("grid_power")),
      ...isCounted ? [bindingsText("import_energy", without("import_energy"))] : [],
    ].join(", "),
  }];
}

// ---------------------------------------------------------------------------------------------------
// Generation
// ---------------------------------------------------------------------------------------------------

const COMPARED: readonly Role[] = [
  "grid_power",
  "import_energy",
  "export_energy",
  "generation_power",
  "yield_today",
  "yield_total",
];

/** Two bindings of which one series has both. */
function sameSeries({ signals: { roles }, household: { bindings }, days }: Facts): Contradiction[] {
  const all = COMPARED.flatMap((role) => {
    const found = roles.get(role);
    if (!found || found.signals.length !== bindings[role].length) return [];
    return found.signals.map((samples, index) => ({ role, index, samples }));
  });
  for (const [i, a] of all.entries()) {
    for (const b of all.slice(i + 1)) {
      if (!isSame(a.samples, b.samples)) continue;
      const isList = a.role === b.role;
      const rest = bindings[b.role].filter((_, index) => index !== b.index);
      return [{
        flag: isList ? "meter_doubled" : "series_repeated",
        holds: days.map(() => true),
        says: isList
          ? `${a.role} has the same series twice`
          : `${b.role} has the same samples as ${a.role}: they are one series`,
        mend: isList
          ? bindingsText(b.role, rest)
          : `"${b.role}": the inverter's own series instead of ${
            bindingText(b.role, bindings[b.role][b.index]!)
          }, or null`,
      }];
    }
  }
  return [];
}

/** Whether signals are one series but for a factor. */
function isSame(a: Samples, b: Samples): boolean {
  const rows = a.time.length;
  if (rows < 50 || b.time.length !== rows) return false;
  if (a.time[0] !== b.time[0] || a.time[rows - 1] !== b.time[rows - 1]) return false;
  const stride = Math.ceil(rows / 2000);
  let scale = NaN, changes = 0, before = NaN;
  for (let row = 0; row < rows; row += stride) {
    const x = a.value[row]!, y = b.value[row]!;
    if (a.time[row] !== b.time[row] || (x === 0) !== (y === 0)) return false;
    if (x === 0) continue;
    const own = y / x;
    if (Number.isNaN(scale)) scale = own;
    else if (Math.abs(own - scale) > 1e-9 * Math.abs(scale)) return false;
    if (x !== before) changes++;
    before = x;
  }
  return changes >= 20;
}

/** A power that raises what the house draws is no generation. */
function consumerAsGeneration(facts: Facts): Contradiction[] {
  const { household: { bindings }, days } = facts;
  const { slope, r, count } = responseOf(facts);
  if (count < 10 || !(slope > 0.5 && r > 0.5)) return [];
  return [{
    flag: "generation_wrong",
    holds: days.map(() => true),
    says: "Grid power rises whenever generation power does: the series is a consumer's",
    mend: `"generation_power": the inverter's own series instead of ${
      bindings.generation_power.map((one) => bindingText("generation_power", one)).join(", ")
    }, and the same for "yield_today" and "yield_total"`,
  }];
}

// ---------------------------------------------------------------------------------------------------
// The sun
// ---------------------------------------------------------------------------------------------------

/** The sun is highest within this of noon by the clock, wherever people live. [h] */
const NOON = 3;
/** The middle of the hours of generation moves by less than this from day to day. [h] */
const PUNCTUAL = 0.75;
/** If the inverter's clock says the same, less is enough. [h] */
const CLOCK = 2.5, BETTER = 0.5;

/** The times of a day on a circle. */
const CIRCLE = Array.from({ length: 26 * HOUR / STEP }, (_, slot) => {
  const angle = slot * STEP / HOUR / 12 * Math.PI;
  return { x: Math.cos(angle), y: Math.sin(angle) };
});

/** The greatest of several powers at each instant; 0 where none is known. [W] */
function greatest(powers: readonly Float64Array[], length: number): Float64Array {
  const out = new Float64Array(length);
  for (const watts of powers) {
    for (let i = 0; i < length; i++) if (watts[i]! > out[i]!) out[i] = watts[i]!;
  }
  return out;
}

/** The middle of the hours of generation, which is about solar noon whatever the panels face. */
function wrongZone(facts: Facts): Contradiction[] {
  const { days, at, day, signals: { inverters, generation }, household } = facts;
  const powers = generation.time.length > 0 ? [generation] : inverters;
  // It is light between two samples, however far apart they are.
  const held = powers.map((one) => powerAt(one, at, Math.max(gapCap(one), HOUR)));
  const seen = held.length === 1 ? held[0]! : greatest(held, at.length);
  const x = new Float64Array(days.length), y = new Float64Array(days.length);
  let count = 0;
  const lit: number[] = [];
  for (let i = 0; i < at.length; i++) {
    if (!(seen[i]! > 5)) continue;
    const time = CIRCLE[Math.round((at[i]! - days[day[i]!]!.start) / STEP)]!;
    x[day[i]!]! += time.x;
    y[day[i]!]! += time.y;
    count++;
    if (lit.at(-1) !== day[i]) lit.push(day[i]!);
  }
  const allX = x.reduce((sum, one) => sum + one, 0), allY = y.reduce((sum, one) => sum + one, 0);
  if (lit.length < DAYS || Math.hypot(allX, allY) < 0.2 * count) return [];
  const middle = (dx: number, dy: number) => (Math.atan2(dy, dx) / Math.PI * 12 + 24) % 24;
  const noon = middle(allX, allY), off = noon - 12;
  // The sun is punctual. What ends at another time each evening comes from a battery.
  const late =
    lit.reduce((sum, d) => sum + Math.abs((middle(x[d]!, y[d]!) - noon + 36) % 24 - 12), 0) /
    lit.length;
  if (late > PUNCTUAL) return [];
  const isTold = facts.clocks.some((clock) => {
    if (!clock || clock.latest - clock.earliest > 3 * HOUR) return false;
    const hours = (clock.earliest + clock.latest) / 2 / HOUR;
    const rest = Math.abs((off - hours + 36) % 24 - 12);
    return Math.abs(hours) > CLOCK && rest < Math.abs(off) - BETTER;
  });
  if (Math.abs(off) <= NOON && !isTold) return [];
  const text = `${String(Math.floor(noon)).padStart(2, "0")}:${
    String(Math.floor(noon % 1 * 60)).padStart(2, "0")
  }`;
  return [{
    flag: "zone_wrong",
    holds: days.map(() => true),
    says: `The inverter generates around ${text} of ${household.zone}, not around noon: ` +
      "the zone is not the house's",
    mend:
      `"zone": the zone of the house instead of "${household.zone}" (or --zone, HOUSEHOLD_ZONE)`,
  }];
}

// ---------------------------------------------------------------------------------------------------
// Lines of the household file
// ---------------------------------------------------------------------------------------------------

function bindingsText(
  role: Role,
  bindings: readonly Binding[],
  change: (binding: Binding) => Partial<Binding> = () => ({}),
): string {
  const texts = bindings.map((one) => bindingText(role, { ...one, ...change(one) }));
  return `"${role}": ${
    texts.length === 0 ? "null" : texts.length === 1 ? texts[0] : `[${texts.join(", ")}]`
  }`;
}

/** A binding as the household file has it. Its factor tells the unit. */
function bindingText(role: Role, { selector, factor }: Binding): string {
  const units: readonly Unit[] = UNITS[ROLES[role].dimension];
  const isNear = (unit: Unit) => Math.abs(UNIT_FACTORS[unit]! / Math.abs(factor) - 1) < 1e-6;
  const parts = [
    `"selector": ${JSON.stringify(formatSelector(selector))}`,
    `"unit": "${units.find(isNear) ?? "…"}"`,
    ...factor < 0 ? ['"sign": "export_positive"'] : [],
  ];
  return `{ ${parts.join(", ")} }`;
}

function listText(role: Role, bindings: readonly Binding[]): string {
  return `"${role}": [${bindings.map((one) => bindingText(role, one)).join(", ")}, …]`;
}
