/**
 * Units: a power or a counter that is off by a factor of 1000.
 *
 * @module
 */

import type { Role } from "../../catalogue/roles.ts";
import { rowAt } from "../../columns.ts";
import { usualStep } from "../../frames/samples.ts";
import type { Household } from "../../household.ts";
import { HOUR, MINUTE, type TimeRange } from "../../time.ts";
import { limitsOf } from "../limits.ts";
import { type Contradiction, COVERED, DAYS, ENOUGH, type Facts } from "./facts.ts";
import { bindingsText } from "./household_lines.ts";
import { STEP } from "./instants.ts";
import { isFollowed } from "./response.ts";

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

export function wrongUnits(facts: Facts): WrongUnit[] {
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
  const limit = role === "grid_power" ? SOME_POWER : SOME_GENERATION;
  const highest = Math.max(
    ...signals.impossible.map((one) => one.role === role ? Math.abs(one.power ?? 0) : 0),
  );
  // A thousandth of it would be no house's power, so the unit is not the reason.
  if (holds.includes(true) && highest > 1000 * limit) {
    return [{
      role,
      flag: "unit_wrong",
      holds,
      says: `${name} is mostly more than fuse or panels allow: its unit is too large`,
      mend: bindingsText(role, bindings, ({ factor }) => ({ factor: factor / 1000 })),
    }];
  }
  const known = heard.filter((span) => span > 4 * HOUR).length, peak = Math.max(...most);
  // Snow on the panels may last; a counter that agrees shows that there was no more.
  const isCounted = role === "generation_power" &&
    facts.pv.some(({ dayCounter, lifetime }) => dayCounter !== null || lifetime !== null);
  const counted = facts.pv.reduce((sum, one) => sum + (one.dayCounter ?? one.lifetime ?? 0), 0);
  const integral = facts.pv.reduce((sum, one) => sum + one.integral, 0);
  const isMore = counted >= ENOUGH && counted > 100 * integral;
  const needed = role === "grid_power" || isCounted ? DAYS : 4 * DAYS;
  if (known < needed || peak >= limit || peak < limit / 1000 || (isCounted && !isMore)) {
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

/** What tells by how much a counter is off if hardly anything flowed. [kWh] */
const MUCH = 10, LITTLE = 0.01;
/** The sun gives less than this share of the panels' rating over a whole day. [0–1] */
const SUN = 0.45;

/** More than the panels of a house can yield on a day. [kWh] */
function mostYield(household: Household): number {
  return SUN * 24 * limitsOf(household).generation;
}

/** A counter that differs from its power by a factor of 1000. */
function counterUnit(
  facts: Facts,
  role: "import_energy" | "export_energy" | "yield_today" | "yield_total",
): WrongUnit[] {
  const { household, days, grid, pv, repairs, flows } = facts;
  const isGrid = role === "import_energy" || role === "export_energy";
  const hasPower = household.bindings.generation_power.length > 0;
  let counted = 0, integral = 0, known = 0;
  days.forEach((_, d) => {
    const of = role === "import_energy" ? grid[d]!.imports : grid[d]!.exports;
    // What seemed to be a replaced meter was not counted.
    const kwh = isGrid
      ? of.method === "counter" && !of.flags.includes("counter_replaced") ? of.kwh : null
      : role === "yield_today"
      ? pv[d]!.dayCounter
      : lifetimeRise(facts, days[d]!);
    // Where most of the power is not known, it cannot be compared.
    const { imported, exported, heard, generating } = flows[d]!;
    const isKnown = isGrid ? heard > COVERED : generating > 3 || !hasPower;
    if (kwh === null || !isKnown) return;
    known++;
    counted += kwh;
    integral += role === "import_energy"
      ? imported
      : role === "export_energy"
      ? exported
      : pv[d]!.integral;
  });
  if (isGrid && counted === 0 && integral === 0) [counted, integral] = wholeRise(facts, role);
  // Each step of a unit that is too large is a leap that no house can make.
  const leaps =
    days.filter(({ start, end }) =>
      repairs.filter((one) =>
        one.role === role && one.rule === "replaced" && one.time >= start && one.time < end
      ).length >= 3
    ).length;
  const isLarge = (integral > ENOUGH && isThousand(counted / integral)) ||
    // Little flowed, but the counter says much.
    (counted > MUCH && integral > LITTLE && isThousand(counted / integral)) ||
    (role === "yield_total" || role === "yield_today") && !hasPower &&
      counted > mostYield(household) * known ||
    leaps >= Math.max(1, 0.6 * days.length);
  const isSmall = (integral > ENOUGH && isThousand(integral / counted)) ||
    (!isGrid && isLessThanFedIn(facts, counted));
  if (!isLarge && !isSmall) return [];
  const rose = isLarge
    ? `The counter of ${role} rises about 1000 times as fast as its power says`
    : integral === 0
    ? `The counter of ${role} rises by ${counted.toFixed(3)} kWh where the house feeds in more`
    : `The counter of ${role} rises by ${counted.toFixed(3)} kWh where its power adds up to ${
      integral.toFixed(1)
    } kWh`;
  const scale = isLarge ? 1 / 1000 : 1000;
  return [{
    role,
    flag: "unit_wrong",
    holds: days.map(() => true),
    says: `${rose}: its unit is too ${isLarge ? "large" : "small"}`,
    mend: bindingsText(
      role,
      household.bindings[role],
      ({ factor }) => ({ factor: factor * scale }),
    ),
  }];
}

/**
 * Registers over all days and the power beside them. One that is written on change may have no sample on
 * a day, and so no energy. [kWh]
 */
function wholeRise(
  { signals: { imports, exports }, flows }: Facts,
  role: "import_energy" | "export_energy",
): [counted: number, integral: number] {
  const isImport = role === "import_energy";
  const known = flows.filter(({ heard }) => heard > COVERED);
  if (known.length < 0.8 * flows.length) return [0, 0];
  return [
    (isImport ? imports : exports).reduce((sum, { value }) => sum + value.at(-1)! - value[0]!, 0),
    known.reduce((sum, { imported, exported }) => sum + (isImport ? imported : exported), 0),
  ];
}

/** Without power of the generation: whether the house feeds in far more than it yields. [kWh] */
function isLessThanFedIn({ household, days, flows, response }: Facts, counted: number): boolean {
  if (household.bindings.generation_power.length > 0 || isFollowed(response)) return false;
  const fedIn = flows.reduce((sum, { exported }) => sum + exported, 0);
  // The house uses at most nine tenths of what it generates.
  return fedIn > ENOUGH * days.length && fedIn > 100 * counted && fedIn < 2000 * counted;
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
