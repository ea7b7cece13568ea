/**
 * The inverters' yield per day, from counters, else from power.
 *
 * @module
 */

import type { Flag } from "../catalogue/flags.ts";
import type { Samples } from "../columns.ts";
import { repairCounter, type RepairOptions, resolutionOf } from "../frames/counters.ts";
import type { DayClock } from "../frames/day_counter.ts";
import type { Daylight } from "../frames/daylight.ts";
import { type Gap, sampledRange } from "../frames/gaps.ts";
import type { HeldSamples } from "../frames/held.ts";
import { integrate, samplingError } from "../frames/integrate.ts";
import { gapCap } from "../frames/samples.ts";
import { bordersOf, type Period, type TimeRange } from "../time.ts";
import { alwaysLight, pvCoverage, pvGaps } from "./pv_gaps.ts";
import type { AuditRow } from "./repairs.ts";
import type { HouseholdSignals } from "./signals/household_signals.ts";
import { type DayYield, dayYields } from "./yield.ts";

/** PV on one day. */
export interface PvDay {
  /** AC yield; `null` if unknown. [kWh] */
  readonly kwh: number | null;
  /** Where it comes from. */
  readonly method: "day_counter" | "lifetime_counter" | "integral" | "unknown";
  /** By the day counters alone; `null` if unknown. [kWh] */
  readonly dayCounter: number | null;
  /** By the lifetime counters alone; `null` if unknown. [kWh] */
  readonly lifetime: number | null;
  /** Integral of the AC power, over what is covered; 0 without. [kWh] */
  readonly integral: number;
  /** Whether any of the day is covered by AC power. */
  readonly hasPower: boolean;
  /** Standard deviation that the samples predict for the integral. [kWh] */
  readonly sigma: number;
  /** Resolution of each counter behind `kwh`; none if it is integrated. [kWh] */
  readonly steps: readonly number[];
  /** What may have flowed around resets of the counters without being booked. [kWh] */
  readonly lost: number;
  /** What may have flowed after the counters' last readings of the day. [kWh] */
  readonly tail: number;
  /** How far an inverter's counters are apart beyond what explains it. [kWh] */
  readonly doubt: number;
  /** Share of the daylight with samples; `null` without daylight. [0–1] */
  readonly coverage: number | null;
  /** What a reader should know. */
  readonly flags: readonly Flag[];
}

/** PV on all days. */
export interface PvEnergies {
  /** One entry per day. */
  readonly days: readonly PvDay[];
  /** Gaps in the generation power, nights included. */
  readonly gaps: readonly Gap[];
  /** When each inverter was off for the night, in the order of its powers. */
  readonly nights: readonly (readonly TimeRange[])[];
  /** Repairs of the counters. */
  readonly repairs: readonly AuditRow[];
}

/** Options of {@linkcode pvEnergies}. */
export interface PvEnergiesOptions extends RepairOptions {
  /** The present. [ms] */
  readonly now: number;
  /** Power below which the inverter may start or stop by itself. [W] */
  readonly standbyPowerW: number;
  /**
   * Per inverter, the days that are known not to be the house's.
   *
   * @default {[]}
   */
  readonly clocks?: readonly (Pick<DayClock, "isOff"> | null)[];
  /**
   * Whether a battery works behind an inverter, which then also gives power at night.
   *
   * @default {false}
   */
  readonly worksAtNight?: boolean;
}

/**
 * Yield and coverage per day, of all inverters together.
 *
 * @param days Local days, ascending, without gap.
 * @param signals Samples of these days.
 */
export function pvEnergies(
  days: readonly Period[],
  signals: Pick<
    HouseholdSignals,
    "grid" | "output" | "inverters" | "today" | "total" | "daylight"
  >,
  options: PvEnergiesOptions,
): PvEnergies {
  const { now, standbyPowerW, clocks = [], worksAtNight = false, ...repairing } = options;
  const { output, grid, daylight } = signals;
  const borders = bordersOf(days);
  const range = sampledRange(signals.inverters, {
    start: days[0]!.start,
    end: Math.min(days.at(-1)!.end, now),
  });
  const totals = signals.total.map((total) => repairCounter(total, repairing));
  const devices = Array.from({ length: Math.max(signals.today.length, totals.length) }, (_, i) => [
    ...totals.slice(i, i + 1),
    ...signals.today.slice(i, i + 1).map((today) => ({ ...today, resets: borders })),
  ]);
  const always = alwaysLight({ start: borders[0]!, end: borders.at(-1)! });
  const isUp = signals.inverters.map((power) => worksAtNight && isHeardAtNight(power, daylight));
  const gaps = pvGaps(signals.inverters, {
    range,
    daylight,
    devices,
    grid,
    standbyPowerW,
    worksAtNight: isUp,
  });
  const light = isUp.includes(true) ? always.light : daylight.light;
  const covered = pvCoverage(days, gaps.house, light);
  const isOwn = devices.length === gaps.inverters.length;
  const missesEnd = devices.map((_, i) =>
    (isOwn
      ? pvCoverage(days, gaps.inverters[i]!, isUp[i] ? always.light : daylight.light)
      : covered)
      .map((day) => day.missesEnd)
  );
  const inverters = devices.map((_, i) =>
    dayYields(
      days,
      { today: signals.today[i] ?? NONE, total: totals[i] ?? NONE },
      missesEnd[i]!,
      {
        ...repairing,
        ...(clocks[i] && { isClockOff: clocks[i].isOff }),
        ...(isOwn && { power: signals.inverters[i]! }),
      },
    )
  );
  // Power that an inverter draws at night is consumption, not negative yield.
  const generated = generatedEnergy(output, signals.inverters, borders);
  const steps = inverters.map((_, i) => stepsOf(signals.today[i], signals.total[i]));
  return {
    days: days.map((_, d) => {
      const integral = generated.energy[d]! / 1000, { coverage } = covered[d]!;
      const sigma = generated.error[d]! / 1000;
      const byPower = { integral, hasPower: generated.covered[d]! > 0, sigma, coverage };
      const yields = inverters.map((days) => days[d]!);
      const counted = addYields(yields);
      if (counted.kwh !== null || generated.covered[d] === 0) {
        return { ...counted, ...byPower, steps: yields.map(({ method }, i) => steps[i]![method]) };
      }
      const flags: Flag[] = ["yield_integrated"];
      return {
        ...counted,
        ...byPower,
        kwh: integral,
        method: "integral",
        steps: [],
        tail: 0,
        doubt: 0,
        flags,
      };
    }),
    gaps: gaps.house,
    nights: gaps.inverters.map((own) => own.filter((gap) => gap.class === "night")),
    repairs: [
      ...inverters.flat().flatMap((day) => day.repairs).map(({ booked, ...repair }) => (
        { ...repair, role: "yield_today" as const, kwh: booked }
      )),
      ...totals.flatMap((total) => total.repairs).map(({ booked, ...repair }) => (
        { ...repair, role: "yield_total" as const, kwh: booked }
      )),
    ],
  };
}

/** An inverter that is heard for more of the dark works with a battery. [0–1] */
const MOSTLY = 0.5;

function isHeardAtNight(power: Samples, { dark }: Daylight): boolean {
  const borders = dark.flatMap(({ start, end }) => [start, end]);
  const { covered } = integrate(power, borders);
  // Every other slot lies between two nights.
  const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);
  return sum([...covered].filter((_, slot) => slot % 2 === 0)) >
    MOSTLY * sum(dark.map(({ start, end }) => end - start));
}

/** Resolutions of an inverter's counters; the one that never rises is taken for the other. [kWh] */
function stepsOf(today: Samples = NONE, total: Samples = NONE): Record<DayYield["method"], number> {
  const day = resolutionOf(today), lifetime = resolutionOf(total);
  return { day_counter: day || lifetime, lifetime_counter: lifetime || day, unknown: 0 };
}

const NONE: Samples = { time: new Float64Array(), value: new Float64Array() };

/** What flows out of the inverters by their power, and its error. [Wh] */
function generatedEnergy(
  output: HeldSamples,
  inverters: readonly HeldSamples[],
  borders: readonly number[],
): { energy: Float64Array; covered: Float64Array; error: Float64Array } {
  // The sum of several is known only while all are awake; each by itself is known while it is.
  const powers = output.time.length > 0 && inverters.length > 1 ? inverters : [output];
  const parts = powers.map((power) => {
    const fedIn = { maxGap: gapCap(power), part: "positive" } as const;
    return {
      ...integrate(power, borders, fedIn),
      error: samplingError(power, borders, fedIn),
    };
  });
  const of = (name: "energy" | "covered" | "error", add: (...values: number[]) => number) =>
    parts[0]![name].map((_, d) => add(...parts.map((part) => part[name][d]!)));
  return {
    energy: of("energy", (...values) => values.reduce((sum, one) => sum + one)),
    covered: of("covered", Math.max),
    error: of("error", Math.hypot),
  };
}

/** Yields of all inverters, added; unknown if one of them does not know its part. */
function addYields(
  parts: readonly DayYield[],
): Pick<PvDay, "kwh" | "method" | "dayCounter" | "lifetime" | "flags" | "lost" | "tail" | "doubt"> {
  const kwh = sumOf(parts.map((part) => part.kwh));
  const isRecovered = parts.some(({ method }) => method === "lifetime_counter");
  return {
    kwh,
    method: kwh === null ? "unknown" : isRecovered ? "lifetime_counter" : "day_counter",
    dayCounter: sumOf(parts.map((part) => part.dayCounter)),
    lifetime: sumOf(parts.map((part) => part.lifetime)),
    lost: parts.reduce((sum, { lost }) => sum + lost, 0),
    tail: parts.reduce((sum, { tail }) => sum + tail, 0),
    doubt: parts.reduce((sum, { doubt }) => sum + doubt, 0),
    flags: kwh === null ? [] : parts.flatMap(({ flags }) => flags),
  };
}

function sumOf(parts: readonly (number | null)[]): number | null {
  return parts.length === 0
    ? null
    : parts.reduce((sum, part) => sum === null || part === null ? null : sum + part);
}
