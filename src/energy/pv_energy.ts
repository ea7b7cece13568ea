/**
 * The inverter per day.
 *
 * @module
 */

import type { Flag } from "../catalogue.ts";
import type { Samples } from "../columns.ts";
import { repairCounter, type RepairOptions, resolutionOf } from "../frames/counters.ts";
import type { DayClock } from "../frames/day_counter.ts";
import { type Gap, sampledRange } from "../frames/gaps.ts";
import { integrate, samplingError } from "../frames/integrate.ts";
import { gapCap } from "../frames/samples.ts";
import type { Period } from "../time.ts";
import type { AuditRow } from "./audit.ts";
import { pvCoverage } from "./pv_coverage.ts";
import { pvGaps } from "./pv_gaps.ts";
import { type DayYield, dayYields } from "./pv_yield.ts";
import type { HouseholdSignals } from "./signals.ts";

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
  /** Integral of the AC power, over what is covered. [kWh] */
  readonly integral: number;
  /** Standard deviation that the samples predict for the integral. [kWh] */
  readonly sigma: number;
  /** Resolution of each counter behind `kwh`; none if it is integrated. [kWh] */
  readonly steps: readonly number[];
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
  /** Repairs of the counters. */
  readonly repairs: readonly AuditRow[];
}

/** Options of {@linkcode pvEnergies}. */
export interface PvEnergiesOptions extends RepairOptions {
  /** The present. [ms] */
  readonly now: number;
  /** Power up to which the inverter wakes up or goes to sleep by itself. [W] */
  readonly sleepy: number;
  /**
   * Per inverter, the days that are known not to be the house's.
   *
   * @default {[]}
   */
  readonly clocks?: readonly (Pick<DayClock, "isOff"> | null)[];
}

/**
 * Yield and coverage per day, of all inverters together.
 *
 * @param days Local days, ascending, without gap.
 * @param signals Samples of these days.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { localDays } from "../time.ts";
 * import { pvEnergies } from "./pv_energy.ts";
 *
 * const days = localDays("2025-06-01", "2025-06-01", "UTC");
 * const none = { time: new Float64Array(), value: new Float64Array() };
 * const daylight = { light: [], dark: [], evidence: "" };
 * const power = { grid: none, generation: none, inverters: [none] };
 * const signals = { ...power, today: [], total: [], daylight };
 * const { days: [day] } = pvEnergies(days, signals, { now: days[0]!.end, sleepy: 100 });
 * assert(day?.kwh === null && day.method === "unknown");
 * ```
 */
export function pvEnergies(
  days: readonly Period[],
  signals: Pick<
    HouseholdSignals,
    "grid" | "generation" | "inverters" | "today" | "total" | "daylight"
  >,
  options: PvEnergiesOptions,
): PvEnergies {
  const { now, sleepy, clocks = [], ...repairing } = options;
  const { generation, grid, daylight } = signals;
  const borders = [...days.map(({ start }) => start), days.at(-1)!.end];
  const range = sampledRange(signals.inverters, {
    start: days[0]!.start,
    end: Math.min(days.at(-1)!.end, now),
  });
  const totals = signals.total.map((total) => repairCounter(total, repairing));
  const devices = Array.from({ length: Math.max(signals.today.length, totals.length) }, (_, i) => [
    ...totals.slice(i, i + 1),
    ...signals.today.slice(i, i + 1).map((today) => ({ ...today, resets: borders })),
  ]);
  const gaps = pvGaps(signals.inverters, { range, daylight, devices, grid, sleepy });
  const covered = pvCoverage(days, gaps.house, daylight.light);
  const isOwn = devices.length === gaps.inverters.length;
  const missesEnd = devices.map((_, i) =>
    (isOwn ? pvCoverage(days, gaps.inverters[i]!, daylight.light) : covered)
      .map((day) => day.missesEnd)
  );
  const inverters = devices.map((_, i) =>
    dayYields(
      days,
      { today: signals.today[i] ?? NONE, total: totals[i] ?? NONE },
      missesEnd[i]!,
      { ...repairing, ...(clocks[i] && { isClockOff: clocks[i].isOff }) },
    )
  );
  // What an inverter draws at night is consumption of the house, not yield given back.
  const fedIn = { maxGap: gapCap(generation), part: "positive" } as const;
  const generated = integrate(generation, borders, fedIn);
  const error = samplingError(generation, borders, fedIn);
  const steps = inverters.map((_, i) => stepsOf(signals.today[i], signals.total[i]));
  return {
    days: days.map((_, d) => {
      const integral = generated.energy[d]! / 1000, { coverage } = covered[d]!;
      const byPower = { integral, sigma: error[d]! / 1000, coverage };
      const yields = inverters.map((days) => days[d]!);
      const counted = addYields(yields);
      if (counted.kwh !== null || generated.covered[d] === 0) {
        return { ...counted, ...byPower, steps: yields.map(({ method }, i) => steps[i]![method]) };
      }
      const flags: Flag[] = ["yield_integrated"];
      return { ...counted, ...byPower, kwh: integral, method: "integral", steps: [], flags };
    }),
    gaps: gaps.house,
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

/** Resolutions of an inverter's counters; the one that never rises is taken for the other. [kWh] */
function stepsOf(today: Samples = NONE, total: Samples = NONE): Record<DayYield["method"], number> {
  const day = resolutionOf(today), lifetime = resolutionOf(total);
  return { day_counter: day || lifetime, lifetime_counter: lifetime || day, unknown: 0 };
}

const NONE: Samples = { time: new Float64Array(), value: new Float64Array() };

/** Yields of all inverters, added; unknown if one of them does not know its part. */
function addYields(
  parts: readonly DayYield[],
): Pick<PvDay, "kwh" | "method" | "dayCounter" | "lifetime" | "flags"> {
  const kwh = sumOf(parts.map((part) => part.kwh));
  const isRecovered = parts.some(({ method }) => method === "lifetime_counter");
  return {
    kwh,
    method: kwh === null ? "unknown" : isRecovered ? "lifetime_counter" : "day_counter",
    dayCounter: sumOf(parts.map((part) => part.dayCounter)),
    lifetime: sumOf(parts.map((part) => part.lifetime)),
    flags: kwh === null ? [] : parts.flatMap(({ flags }) => flags),
  };
}

function sumOf(parts: readonly (number | null)[]): number | null {
  return parts.length === 0
    ? null
    : parts.reduce((sum, part) => sum === null || part === null ? null : sum + part);
}
