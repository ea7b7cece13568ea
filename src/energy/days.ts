/**
 * Everything about the days of a household, in one pass over its samples.
 *
 * @module
 */

import type { Role } from "../catalogue/roles.ts";
import type { Gap } from "../frames/gaps.ts";
import { joinClocks } from "../frames/day_counter.ts";
import { devicesOf, type Household } from "../household.ts";
import { addDays, localDays, type TimeRange } from "../time.ts";
import type { Reconciled } from "./accuracy/bands.ts";
import type { Calibrations } from "./accuracy/calibration.ts";
import { contradictionNotice } from "./contradictions.ts";
import type { Contradiction } from "./contradictions/facts.ts";
import { gapsWithin } from "./day.ts";
import {
  type Findings,
  findingsOf,
  findingsWithin,
  type HouseholdGaps,
  joinGaps,
} from "./findings.ts";
import { dividedOf, type IntervalPart, type IntervalTable } from "./intervals.ts";
import { settleIntervals } from "./settle_intervals.ts";
import { loadNotice } from "./load_curve.ts";
import { joinPower, type PowerPart, type PowerSlots, type PowerTable } from "./power.ts";
import { checkStep, powerOf } from "./power_means.ts";
import { feedsIn, hasFedIn, inverterNotice, isInverterUnheard } from "./unheard_inverter.ts";
import { reconcile } from "./accuracy/reconcile.ts";
import { type AuditRow, clockNotice, clockRow, repeatedNotice } from "./repairs.ts";
import type { RoleSignals } from "./signals/roles.ts";
import { hasInverter } from "./limits.ts";
import { openSignals } from "./signals/household_signals.ts";
import type { Source, SourceOptions } from "./signals/source.ts";
import { stretches } from "./signals/stream.ts";
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
   * The intervals by which the energies of the days are divided, for prices that change; from the same
   * pass over the samples.
   *
   * @default none
   */
  readonly intervals?: Pick<PowerSlots, "step">;
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
   * How many days are analysed together, at the most; more take more memory. Error bands, and what
   * contradicts the household file, are judged by these days; energies depend on it only around long faults.
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

/** The table and everything else that one pass over the samples shows. */
export interface Analysis {
  /** One row per day. */
  readonly table: EnergyTable;
  /** Gaps in the grid power and in the generation power that touch these days. */
  readonly gaps: HouseholdGaps;
  /** Repairs of counters and of power within these days, ascending. */
  readonly repairs: readonly AuditRow[];
  /** Each day of the table with its energies by every method, and their error bands. */
  readonly reconciled: readonly Reconciled[];
  /** What the samples say against the household file; each cause once. */
  readonly contradictions: readonly Contradiction[];
  /** How far this installation's integrals can be trusted. */
  readonly calibrations: Calibrations;
  /** Mean power on the days of the table, one table per entry that was asked for. */
  readonly power: readonly PowerTable[];
  /** The energies of the same days by intervals; `null` unless asked for. */
  readonly intervals: IntervalTable | null;
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
  for (const { step } of options.intervals ? [...slots, options.intervals] : slots) checkStep(step);
  const asked = localDays(from, to, zone);
  const range = { start: asked[0]?.start ?? 0, end: asked.at(-1)?.end ?? 0 };
  // The borders of a day belong to its neighbours too.
  const [before, after] = [addDays(from, -1), addDays(to, 1)].map((day) =>
    localDays(day, day, zone)
  );
  const all = [...before!, ...asked, ...after!];
  const isRow = (day: TimeRange) => isWanted(day, now, includeToday);
  const signals = openSignals(source, household, all, { ...options, now });
  const devices = devicesOf(household);
  const hasGeneration = household.bindings.generation_power.length > 0;
  let isUnheard = hasInverter(household), fedIn = false;
  const found: Findings[] = [], possible: Findings[] = [], starts: number[] = [];
  const powers: PowerPart[][] = slots.map(() => []), intervals: IntervalPart[] = [];

  for (const days of stretches(asked, stretch)) {
    const around = all.slice(Math.max(0, all.indexOf(days[0]!) - 1), all.indexOf(days.at(-1)!) + 2);
    // A fault that began before the first day and goes on belongs to it.
    const start = days[0] === asked[0] ? -Infinity : days[0]!.start;
    const look = async (repair: boolean) => {
      const heard = await signals.window(around, repair);
      const all = findingsOf(around, heard, { household, completeCoverage, now, repair });
      return { heard, all, own: findingsWithin(all, { start, end: days.at(-1)!.end }) };
    };
    const { heard, all: findings, own } = await look(repair);
    isUnheard &&= isInverterUnheard(household, heard.roles);
    fedIn ||= hasFedIn(heard.exports);
    starts.push(start);
    // The registers are a year of samples; only this stretch needs its own.
    found.push({ ...own, registers: NO_REGISTERS });
    const shownDays = days.filter(isRow);
    if (options.intervals && shownDays.length > 0) {
      const { registers } = findings, material = { signals: heard, registers, hasGeneration };
      intervals.push(dividedOf(shownDays, material, options.intervals));
    }
    onStretch?.({
      rows: own.days.map(({ row }) => row).filter((row) => row.start >= range.start && isRow(row)),
      range: { start: around[0]!.start, end: Math.min(around.at(-1)!.end, now) },
      roles: heard.roles,
    });
    if (slots.length === 0) continue;
    // Mean power leaves out impossible samples even where the table takes every sample for true.
    const clean = repair ? { heard, all: findings, own } : await look(true);
    possible.push({ ...clean.own, registers: NO_REGISTERS });
    if (shownDays.length === 0) continue;
    const nights = clean.all.gaps.generation.filter((gap) => gap.class === "night");
    const material = {
      signals: clean.heard,
      nights,
      nightsOf: clean.all.nights,
      hasGeneration,
      counters: clean.heard.today.length > 0 ? clean.heard.today : clean.heard.total,
    };
    powerOf(shownDays, material, slots).forEach((part, index) => powers[index]!.push(part));
  }

  const gapsOf = (parts: readonly Findings[]) => {
    const join = (of: (gaps: HouseholdGaps) => readonly Gap[] | undefined) =>
      gapsWithin(joinGaps(parts.map(({ gaps }) => of(gaps) ?? []), starts), range);
    const names = new Set(parts.flatMap(({ gaps }) => Object.keys(gaps.devices ?? {})));
    return {
      grid: join(({ grid }) => grid),
      generation: join(({ generation }) => generation),
      ...(names.size > 0 && {
        devices: Object.fromEntries(
          [...names].map((name) => [name, join(({ devices }) => devices?.[name])]),
        ),
      }),
    };
  };
  const shown = found.flatMap(({ days }) => days)
    .filter(({ row }) => row.start >= range.start && isRow(row));
  const hasPv = hasInverter(household) || fedIn || feedsIn(shown.map(({ row }) => row));
  const evidence = hasPv ? shown : shown.map((day) => ({ ...day, row: day.rowWithoutPv! }));
  const { days: reconciled, calibrations } = reconcile(evidence);
  const clocks = (found[0]?.clocks ?? []).flatMap((_, inverter) =>
    joinClocks(found.flatMap(({ clocks }) => clocks[inverter] ?? [])) ?? []
  );
  // What would mend it is said once, with the evidence of the first days.
  const contradictions = [
    ...Map.groupBy(found.flatMap(({ contradictions }) => contradictions), ({ mend }) => mend)
      .values(),
  ].map(([first]) => first!);
  const notices = [
    ...new Set(found.flatMap(({ notices }) => notices)),
    ...contradictions.map(contradictionNotice),
    ...isUnheard ? inverterNotice(evidence, fedIn) : [],
    ...repeatedNotices(found.map(({ repeated }) => repeated), range),
  ];
  const { grid, generation } = gapsOf(possible);
  const consumption = reconciled.map(({ bands }) => bands.consumption_kwh);
  const power = powers.map((parts, index) =>
    joinPower(parts, {
      zone,
      step: slots[index]!.step,
      days: asked.filter(isRow),
      gaps: { grid, generation: hasGeneration ? generation : [] },
      source: source.description,
      notices,
    })
  );
  const unsure = [...new Set(power.flatMap((table) => loadNotice(table, consumption)))];
  return {
    table: {
      kind: "day",
      zone,
      source: source.description,
      rows: evidence.map(({ row }) => row),
      ...(devices && { devices }),
      notices: [
        ...new Set([...notices, ...clocks.map((clock) => clockNotice(clock, zone)), ...unsure]),
      ],
      ...(!repair && { isRepaired: false }),
    },
    gaps: gapsOf(found),
    repairs: [
      // A clock is wrong on all days, whenever that was first noticed.
      ...repair ? clocks.map(clockRow) : [],
      ...found.flatMap(({ repairs }) => repairs)
        .filter(({ time, until = time }) => until >= range.start && time < range.end),
    ].sort((a, b) => a.time - b.time),
    reconciled,
    contradictions,
    calibrations,
    intervals: options.intervals
      ? settleIntervals(intervals, evidence, { zone, ...options.intervals })
      : null,
    power: power.map((table) => ({ ...table, notices: [...notices, ...unsure] })),
  };
}

const NO_REGISTERS = { imports: [], exports: [] };

/** A notice for each role whose samples repeat a time within a range. */
function repeatedNotices(parts: readonly Findings["repeated"][], range: TimeRange): string[] {
  const roles = new Set(parts.flatMap((part) => [...part.keys()]));
  return [...roles].flatMap((role) => {
    const count = parts.flatMap((part) => part.get(role) ?? [])
      .filter((at) => at >= range.start && at < range.end).length;
    return count === 0 ? [] : [repeatedNotice(role, count)];
  });
}

/** Days to come are no rows; the running day is one if asked for. */
function isWanted(day: TimeRange, now: number, includeToday: boolean): boolean {
  return day.end <= now || (includeToday && day.start < now);
}
