/**
 * What the signals around some days tell of them.
 *
 * @module
 */

import { type DayClock, dayClock } from "../frames/day_counter.ts";
import type { Gap } from "../frames/gaps.ts";
import { slotIndexes } from "../frames/samples.ts";
import type { Household } from "../household.ts";
import type { Period, TimeRange } from "../time.ts";
import type { AuditRow } from "./audit.ts";
import { dayRow, gapsWithin } from "./day_row.ts";
import { type GridDay, gridEnergies } from "./grid_energy.ts";
import { hasInverter } from "./has_inverter.ts";
import { limitsOf } from "./limits.ts";
import { type PvDay, pvEnergies } from "./pv_energy.ts";
import type { HouseholdSignals } from "./signals.ts";
import { dcEnergies } from "./strings.ts";
import type { EnergyRow } from "./table.ts";

/** One day, with all that stands behind its row. */
export interface FoundDay {
  /** Its row in the table. */
  readonly row: EnergyRow;
  /** The grid. */
  readonly grid: GridDay;
  /** The inverter. */
  readonly pv: PvDay;
  /** DC energy of all strings; `null` unless asked for. [kWh] */
  readonly dc: number | null;
}

/** What is found out about some days. */
export interface Findings {
  /** One entry per day. */
  readonly days: readonly FoundDay[];
  /** Gaps in the grid power and in the generation power, in ascending time. */
  readonly gaps: { readonly grid: readonly Gap[]; readonly generation: readonly Gap[] };
  /** Repairs of counters, in ascending time. */
  readonly repairs: readonly AuditRow[];
  /** Per inverter, whether its days are the house's; `null` if they are. */
  readonly clocks: readonly (DayClock | null)[];
  /** What a reader should know. */
  readonly notices: readonly string[];
}

/** How to look. */
export interface FindingsOptions {
  /** The house. */
  readonly household: Household;
  /** Whether counters are repaired. */
  readonly repair: boolean;
  /** Share of a day that grid power samples must cover for its export to count as complete. [0–1] */
  readonly completeCoverage: number;
  /** The present. [ms] */
  readonly now: number;
}

/**
 * Finds out about days what their signals tell.
 *
 * @param days Local days, ascending, without gap.
 * @param signals Samples of these days.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { defaultHousehold } from "../household.ts";
 * import { localDays } from "../time.ts";
 * import { findingsOf } from "./findings.ts";
 *
 * const days = localDays("2025-06-01", "2025-06-01", "UTC");
 * const none = { time: new Float64Array(), value: new Float64Array() };
 * const signals = {
 *   grid: none, imports: [], exports: [], generation: none, inverters: [], today: [],
 *   total: [], strings: [], resets: [], daylight: { light: [], dark: [], evidence: "" },
 *   impossible: [], impossibleDc: [], fallbacks: [], notices: [],
 * };
 * const { days: [day] } = findingsOf(days, signals, {
 *   household: defaultHousehold({ zone: "UTC" }), repair: true, completeCoverage: 0.998,
 *   now: days[0]!.end,
 * });
 * assert.deepEqual(day!.row.flags, ["no_data"]);
 * ```
 */
export function findingsOf(
  days: readonly Period[],
  signals: HouseholdSignals,
  { household, repair, completeCoverage, now }: FindingsOptions,
): Findings {
  const limits = limitsOf(household);
  const grid = gridEnergies(days, signals, { now, repair, perHour: limits.grid });
  const { generation: perHour, sleepy } = limits;
  const clocks = signals.resets.map((resets) => dayClock(resets, days, household));
  const seen = repair ? clocks : [];
  const pv = pvEnergies(days, signals, { now, repair, perHour, sleepy, clocks: seen });
  const borders = [...days.map(({ start }) => start), days.at(-1)!.end];
  const isSilent = silentDays(signals, borders), dc = dcEnergies(signals.strings, borders);
  const withInverter = hasInverter(household);
  return {
    days: days.map((day, d) => ({
      row: dayRow(day, grid.days[d]!, pv.days[d]!, {
        now,
        completeCoverage,
        isSilent: isSilent[d]!,
        hasInverter: withInverter,
        isFallback: signals.fallbacks.length > 0,
        hadImpossiblePower: signals.impossible.some(({ time, until = time }) =>
          until >= day.start && time < day.end
        ),
        gaps: {
          grid: gapsWithin(grid.gaps, day),
          generation: withInverter ? gapsWithin(pv.gaps, day) : [],
        },
      }),
      grid: grid.days[d]!,
      pv: pv.days[d]!,
      dc: dc[d]!,
    })),
    gaps: { grid: grid.gaps, generation: withInverter ? pv.gaps : [] },
    repairs: [...signals.impossible, ...grid.repairs, ...pv.repairs, ...signals.impossibleDc]
      .sort((a, b) => a.time - b.time),
    clocks,
    notices: signals.notices,
  };
}

/**
 * The part of findings that belongs to a range. A repair belongs to where it begins, a gap to every
 * range that it touches.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { findingsWithin } from "./findings.ts";
 *
 * const gap = { start: 5, end: 9, class: "outage" as const, evidence: "" };
 * const all = { days: [], gaps: { grid: [gap], generation: [] }, repairs: [], clocks: [], notices: [] };
 * assert(findingsWithin(all, { start: 6, end: 8 }).gaps.grid.length === 1);
 * assert(findingsWithin(all, { start: 9, end: 12 }).gaps.grid.length === 0);
 * ```
 */
export function findingsWithin(findings: Findings, { start, end }: TimeRange): Findings {
  const begins = (at: number) => at >= start && at < end;
  return {
    ...findings,
    days: findings.days.filter(({ row }) => begins(row.start)),
    gaps: {
      grid: gapsWithin(findings.gaps.grid, { start, end }),
      generation: gapsWithin(findings.gaps.generation, { start, end }),
    },
    repairs: findings.repairs.filter(({ time }) => begins(time)),
    clocks: findings.clocks.map((clock) =>
      clock?.isOff.some((isOff, d) => isOff && begins(findings.days[d]!.row.start)) ? clock : null
    ),
  };
}

/** Per day, whether no signal has a sample in it. */
function silentDays(signals: HouseholdSignals, borders: readonly number[]): boolean[] {
  const { grid, imports, exports, generation, today } = signals;
  const indexes = [grid, ...imports, ...exports, generation, ...today]
    .map((samples) => slotIndexes(samples, borders));
  return borders.slice(1).map((_, d) => indexes.every((index) => index[d] === index[d + 1]));
}
