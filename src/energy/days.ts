/**
 * Everything about the days of a household, in one pass over its samples.
 *
 * @module
 */

import type { Role } from "../catalogue.ts";
import { type DayClock, dayClock, joinClocks } from "../frames/day_counter.ts";
import type { Gap } from "../frames/gaps.ts";
import { slotIndexes } from "../frames/samples.ts";
import type { Household } from "../household.ts";
import { addDays, bordersOf, localDays, type Period, type TimeRange } from "../time.ts";
import type { Reconciled } from "./bands.ts";
import type { Calibrations } from "./calibration.ts";
import { dayRow, gapsWithin } from "./day.ts";
import { type GridDay, gridEnergies } from "./grid.ts";
import { hasInverter, limitsOf } from "./limits.ts";
import {
  checkStep,
  joinPower,
  powerOf,
  type PowerPart,
  type PowerSlots,
  type PowerTable,
} from "./power.ts";
import { type PvDay, pvEnergies } from "./pv.ts";
import { reconcile } from "./reconcile.ts";
import { type AuditRow, clockNotice, clockRow } from "./repairs.ts";
import type { RoleSignals } from "./roles.ts";
import { type HouseholdSignals, openSignals } from "./signals.ts";
import type { Source, SourceOptions } from "./source.ts";
import { stretches } from "./stream.ts";
import { dcEnergies } from "./strings.ts";
import type { EnergyRow, EnergyTable } from "./table.ts";

/** Which days, and how. */
export interface AnalysisOptions extends SourceOptions {
  /** First local day, `YYYY-MM-DD`. */
  readonly from: string;
  /** Last local day, inclusive. */
  readonly to: string;
  /**
   * Whether the day that is not over yet is a row too.
   *
   * @default {false}
   */
  readonly includeToday?: boolean;
  /**
   * Share of a day that grid power samples must cover for its export to count as complete. [0–1]
   *
   * @default {0.998}
   */
  readonly completeCoverage?: number;
  /**
   * Whether the power of the strings is pulled too: their DC energy is reconciled, and the power
   * tables have a column for each.
   *
   * @default {false}
   */
  readonly strings?: boolean;
  /**
   * The slots of which mean power is wanted; each entry makes a power table out of the same pass over
   * the samples.
   *
   * @default {[]}
   */
  readonly power?: readonly PowerSlots[];
  /**
   * Called with each stretch of days when it is analysed, for whoever reads the same samples for
   * another purpose.
   */
  readonly onStretch?: (stretch: Stretch) => void;
  /**
   * Roles whose recording rules are pulled beside their raw samples, for `onStretch`.
   *
   * @default {[]}
   */
  readonly rules?: readonly Role[];
  /**
   * Whether faults of counters and of power samples are repaired. Without it every fall is a reset,
   * every leap is energy, and every sample is true.
   *
   * @default {true}
   */
  readonly repair?: boolean;
  /**
   * How many days are analysed together, at the most; more take more memory. Results do not depend
   * on it, as long as faults are shorter.
   *
   * @default a calendar month
   */
  readonly stretch?: number;
  /**
   * The present. [ms]
   *
   * @default {Date.now()}
   */
  readonly now?: number;
}

/** Days that were analysed together, with what the source has around them. */
export interface Stretch {
  /** Their rows of the table. */
  readonly rows: readonly EnergyRow[];
  /** The time that the samples cover: a day more on either side, up to the present. [ms] */
  readonly range: TimeRange;
  /** What the source has, role by role. */
  readonly roles: ReadonlyMap<Role, RoleSignals>;
}

/** The table, and what stands behind it. */
export interface Analysis {
  /** One row per day. */
  readonly table: EnergyTable;
  /** Gaps in the grid power and in the generation power that touch these days. */
  readonly gaps: { readonly grid: readonly Gap[]; readonly generation: readonly Gap[] };
  /** Repairs of counters and of power within these days, ascending. */
  readonly repairs: readonly AuditRow[];
  /** Each day of the table by every way that there is to its energies, with error bands. */
  readonly reconciled: readonly Reconciled[];
  /** What the days say of this installation's integrals. */
  readonly calibrations: Calibrations;
  /** Mean power on the days of the table, one table per entry that was asked for. */
  readonly power: readonly PowerTable[];
}

/**
 * Everything about some days of a household, in one pass over its samples: the daily table, the gaps
 * and repairs behind it, and mean power where it is asked for. Each sample is pulled once, and only
 * the samples of a month and its neighbours are in memory.
 *
 * Import comes from the meter's register, read at both midnights; yield from the inverter's day
 * counter, checked against its lifetime counter; export from a register where the meter has one,
 * else from signed power, clipped and then integrated, never across a gap. Then
 * self-consumed = yield − export and consumption = self-consumed + import. A number that cannot be
 * known is `null`. A day without samples has a row too.
 *
 * @throws {WattbookError} `BAD_DAY`, `BAD_RANGE` (also for a step of power that is not between a second
 * and a day), `BAD_ZONE`, `AMBIGUOUS_SERIES`, and whatever the source throws.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { analyseDays } from "./days.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const { table, repairs, power } = await analyseDays(
 *   nothing,
 *   defaultHousehold({ zone: "Europe/Berlin" }),
 *   { from: "2025-10-25", to: "2025-10-26", power: [{ step: 900_000 }, { step: 300_000 }] },
 * );
 * assert(table.rows.map((row) => row.hours).join() === "24,25");
 * assert(table.rows[0]?.import_kwh === null && table.rows[0]?.flags[0] === "no_data");
 * assert(repairs.length === 0 && power[0]?.time.length === 196 && power[1]?.time.length === 588);
 * assert(Number.isNaN(power[0]?.load_w[0]));
 * ```
 */
export async function analyseDays(
  source: Source,
  household: Household,
  options: AnalysisOptions,
): Promise<Analysis> {
  const { from, to, now = Date.now(), completeCoverage = 0.998, includeToday = false } = options;
  const { repair = true, stretch, power: slots = [], onStretch } = options;
  const { zone } = household;
  for (const { step } of slots) checkStep(step);
  const asked = localDays(from, to, zone);
  const range = { start: asked[0]?.start ?? 0, end: asked.at(-1)?.end ?? 0 };
  // One day more on either side: the borders of a day belong to its neighbours too.
  const [before, after] = [addDays(from, -1), addDays(to, 1)].map((day) =>
    localDays(day, day, zone)
  );
  const all = [...before!, ...asked, ...after!];
  const signals = openSignals(source, household, all, { ...options, now });
  const look = { household, completeCoverage, now };
  const hasGeneration = household.bindings.generation_power.length > 0;
  const found: Findings[] = [], borders: number[] = [];
  const powers: PowerPart[][] = slots.map(() => []);
  for (const days of stretches(asked, stretch)) {
    const around = all.slice(Math.max(0, all.indexOf(days[0]!) - 1), all.indexOf(days.at(-1)!) + 2);
    const heard = await signals.window(around, repair);
    const findings = findingsOf(around, heard, { ...look, repair });
    // What began before the first day and is not over belongs to it.
    const start = days[0] === asked[0] ? -Infinity : days[0]!.start;
    borders.push(start);
    const within = findingsWithin(findings, { start, end: days.at(-1)!.end });
    found.push(within);
    onStretch?.({
      rows: within.days.map(({ row }) => row)
        .filter((row) => row.start >= range.start && isWanted(row, now, includeToday)),
      range: { start: around[0]!.start, end: Math.min(around.at(-1)!.end, now) },
      roles: heard.roles,
    });
    const shown = days.filter((day) => isWanted(day, now, includeToday));
    if (slots.length === 0 || shown.length === 0) continue;
    // Power without what cannot be, even where the table takes every sample for true.
    const possible = repair ? heard : await signals.window(around, true);
    const { gaps } = repair ? findings : findingsOf(around, possible, { ...look, repair: true });
    const nights = hasGeneration ? gaps.generation.filter((gap) => gap.class === "night") : [];
    const material = { signals: possible, nights, hasGeneration };
    slots.forEach((one, index) => powers[index]!.push(powerOf(shown, material, one)));
  }
  const evidence = found.flatMap(({ days }) => days)
    .filter(({ row }) => row.start >= range.start && isWanted(row, now, includeToday));
  const { days: reconciled, calibrations } = reconcile(evidence);
  const clocks = (found[0]?.clocks ?? []).flatMap((_, inverter) =>
    joinClocks(found.flatMap(({ clocks }) => clocks[inverter] ?? [])) ?? []
  );
  const notices = [...new Set(found.flatMap(({ notices }) => notices))];
  const gaps = {
    grid: gapsWithin(joinGaps(found.map(({ gaps }) => gaps.grid), borders), range),
    generation: gapsWithin(joinGaps(found.map(({ gaps }) => gaps.generation), borders), range),
  };
  return {
    table: {
      kind: "day",
      zone,
      source: source.description,
      rows: evidence.map(({ row }) => row),
      notices: [...new Set([...notices, ...clocks.map((clock) => clockNotice(clock, zone))])],
      ...(!repair && { isRepaired: false }),
    },
    gaps,
    repairs: [
      // A clock is wrong on all days, whenever it was first seen to be.
      ...repair ? clocks.map(clockRow) : [],
      ...found.flatMap(({ repairs }) => repairs)
        .filter(({ time, until = time }) => until >= range.start && time < range.end),
    ].sort((a, b) => a.time - b.time),
    reconciled,
    calibrations,
    power: powers.map((parts, index) =>
      joinPower(parts, {
        zone,
        step: slots[index]!.step,
        days: asked.filter((day) => isWanted(day, now, includeToday)),
        gaps: hasGeneration ? gaps : { ...gaps, generation: [] },
        source: source.description,
        notices,
      })
    ),
  };
}

/** Days to come are no rows; the running day is one if asked for. */
function isWanted(day: TimeRange, now: number, includeToday: boolean): boolean {
  return day.end <= now || (includeToday && day.start < now);
}

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
 */
export function findingsOf(
  days: readonly Period[],
  signals: HouseholdSignals,
  { household, repair, completeCoverage, now }: FindingsOptions,
): Findings {
  const limits = limitsOf(household);
  const grid = gridEnergies(days, signals, { now, repair, perHour: limits.grid });
  const { generation: perHour, standbyPowerW } = limits;
  const clocks = signals.resets.map((resets) => dayClock(resets, days, household));
  const seen = repair ? clocks : [];
  const pv = pvEnergies(days, signals, { now, repair, perHour, standbyPowerW, clocks: seen });
  const borders = bordersOf(days);
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

/**
 * Gaps of consecutive stretches as one list without overlap. Each stretch sees a gap over its border
 * from its own side: what both say is one gap; where they differ, each speaks for its own days.
 *
 * @param parts Gaps that touch each stretch, ascending.
 * @param starts Where each stretch begins. [ms]
 */
export function joinGaps(parts: readonly (readonly Gap[])[], starts: readonly number[]): Gap[] {
  const joined: Gap[] = [];
  for (const [index, gaps] of parts.entries()) {
    for (const gap of gaps) {
      const last = joined.at(-1);
      if (!last || last.end <= gap.start) joined.push(gap);
      else if (last.class === gap.class && last.evidence === gap.evidence) {
        joined[joined.length - 1] = { ...gap, start: last.start };
      } else {
        const border = Math.max(starts[index]!, gap.start);
        joined[joined.length - 1] = { ...last, end: border };
        joined.push({ ...gap, start: border });
      }
    }
  }
  return joined;
}
