/**
 * What the tests for contradictions look at.
 *
 * @module
 */

import type { Flag } from "../../catalogue/flags.ts";
import { rowAt } from "../../columns.ts";
import type { DayClock } from "../../frames/day_counter.ts";
import type { Household } from "../../household.ts";
import type { Period, TimeRange } from "../../time.ts";
import type { BatteryDay } from "../battery.ts";
import type { GridDay } from "../grid.ts";
import { hasInverter } from "../limits.ts";
import type { PvDay } from "../pv.ts";
import type { AuditRow } from "../repairs.ts";
import type { HouseholdSignals } from "../signals/household_signals.ts";
import { type GenerationHours, hoursOf } from "./generation_hours.ts";
import { HOURS, instantsOf, powerAt } from "./instants.ts";
import { type Night, nightsOf } from "./nights.ts";
import { hourlyResponse, type Response, responseOf } from "./response.ts";

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
  /** The same while no battery charges or discharges, and NaN otherwise. [W] */
  readonly idle_w: Float64Array;
  /** Generation power; NaN where unknown. [W] */
  readonly generation_w: Float64Array;
  /** The same; by the strings or else the counters if the house binds no generation power. [W] */
  readonly sun_w: Float64Array;
  /** At which hours there is generation; `null` if there is too little. */
  readonly generation: GenerationHours | null;
  /** How grid power answers to generation, by its power or else by its counters. */
  readonly response: Response;
  /** The same, by the strings if these stand in for a generation power. */
  readonly sunResponse: Response;
  /** The same by means of hours. */
  readonly hourlyResponse: Response;
  /** Both directions per day, by power. */
  readonly flows: readonly DayFlow[];
  /** Times at which no panel can generate. */
  readonly dark: readonly TimeRange[];
  /** Those at which grid power is mostly known. */
  readonly nights: readonly Night[];
  /** The same by grid power while no battery charges or discharges. */
  readonly idleNights: readonly Night[];
}

export function gather(days: readonly Period[], signals: HouseholdSignals, known: Known): Facts {
  const { household, grid, repairs, now } = known, { battery } = signals.devices;
  const { at, day } = instantsOf(days, now);
  const grid_w = powerAt(signals.written.grid, at);
  const battery_w = battery && powerAt([battery.power], at);
  const idle_w = battery_w
    ? grid_w.map((watts, i) => Math.abs(battery_w[i]!) < IDLE ? watts : NaN)
    : grid_w;
  const powers = household.bindings.generation_power.length === 0
    ? []
    : battery && battery.coupling !== "ac"
    ? [signals.generation]
    : signals.written.generation;
  const generation_w = powerAt(powers, at);
  const areAlone = !battery || battery.coupling === "ac";
  const panels = areAlone ? signals.panels : [];
  // Without a power, that of the counters is too coarse for steps, but shows when the sun shines.
  const counted = powers.length === 0 && areAlone ? signals.inverters : [];
  const sun_w = powers.length > 0
    ? generation_w
    : powerAt(panels.length > 0 ? panels : counted, at);
  const dark = hasInverter(household)
    ? signals.daylight.dark
    : days.map(({ start, end }) => ({ start, end }));
  const { imports, exports } = signals;
  const steps = { imports: stepOf(grid, "imports"), exports: stepOf(grid, "exports") };
  const dim = { at, dark, imports, exports, steps, repairs };
  const nights = nightsOf({ ...dim, grid_w });
  const response = responseOf({ at, grid_w: idle_w, generation_w, signals });
  return {
    ...known,
    days,
    signals,
    at,
    day,
    grid_w,
    idle_w,
    generation_w,
    sun_w,
    response,
    sunResponse: powers.length === 0 && panels.length > 0
      ? responseOf({ at, grid_w: idle_w, generation_w: sun_w, signals })
      : response,
    hourlyResponse: hourlyResponse(sun_w, idle_w),
    generation: hoursOf({
      at,
      day,
      days,
      generation_w: panels.length > 0 ? sun_w : generation_w,
      powers: panels.length > 0 ? panels : powers,
      // A hybrid inverter also counts what its battery gives in the evening.
      counters: battery?.coupling === "hybrid_output"
        ? []
        : signals.total.length > 0
        ? signals.total
        : signals.today,
    }),
    flows: days.map((_, d) => flowOf(grid[d]!, d, { day, grid_w, generation_w })),
    dark,
    nights,
    idleNights: battery ? nightsOf({ ...dim, grid_w: idle_w, heard: 0 }) : nights,
  };
}

/** A battery with less power neither charges nor discharges. [W] */
const IDLE = 30;

/** Both directions on one day by power, also where the daily table leaves gaps. [kWh] */
export interface DayFlow {
  readonly imported: number;
  readonly exported: number;
  /** Share of the day on which power is known. [0–1] */
  readonly heard: number;
  /** For how long there is generation. [h] */
  readonly generating: number;
}

function flowOf(
  { coverage, imports, exports }: GridDay,
  d: number,
  { day, grid_w, generation_w }: Pick<Facts, "day" | "grid_w" | "generation_w">,
): DayFlow {
  const from = rowAt(day, d), to = rowAt(day, d + 1);
  let imported = 0, exported = 0, heard = 0, generating = 0;
  for (let i = from; i < to; i++) {
    const watts = grid_w[i]!;
    if (!Number.isNaN(watts)) heard++;
    if (watts > 0) imported += watts;
    else if (watts < 0) exported -= watts;
    if (generation_w[i]! > 0) generating++;
  }
  const isKnown = coverage > COVERED, kwh = HOURS / 1000;
  return {
    imported: isKnown ? imports.integral : imported * kwh,
    exported: isKnown ? exports.integral : exported * kwh,
    heard: isKnown ? coverage : heard / (to - from),
    generating: generating * HOURS,
  };
}

/** The step of a register, as its readings at midnights show it at best. [kWh] */
export function stepOf(grid: readonly GridDay[], direction: "imports" | "exports"): number {
  const sigmas = grid.flatMap((day) => day[direction].register?.sigma ?? []);
  return sigmas.length === 0 ? 0 : Math.min(...sigmas) * Math.sqrt(6);
}
