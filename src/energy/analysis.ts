/**
 * Everything that is found out about the days of a household.
 *
 * @module
 */

import type { Gap } from "../frames/gaps.ts";
import { slotIndexes } from "../frames/slots.ts";
import type { Household } from "../household.ts";
import { addDays, localDays, type TimeRange } from "../time.ts";
import type { AuditRow } from "./audit.ts";
import { dayRow, gapsWithin } from "./day_row.ts";
import type { Calibration } from "./error_band.ts";
import { gridEnergies } from "./grid_energy.ts";
import { limitsOf } from "./limits.ts";
import { pvEnergies } from "./pv_energy.ts";
import { reconcile } from "./reconcile.ts";
import type { Reconciled } from "./reconciled.ts";
import { type HouseholdSignals, pullSignals } from "./signals.ts";
import type { Source, SourceOptions } from "./source.ts";
import { dcEnergies } from "./strings.ts";
import type { EnergyTable } from "./table.ts";

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
   * Whether the DC energy of the strings is reconciled too; it needs their power to be pulled.
   *
   * @default {false}
   */
  readonly strings?: boolean;
  /**
   * Whether faults of counters and of power samples are repaired. Without it every fall is a reset,
   * every leap is energy, and every sample is true.
   *
   * @default {true}
   */
  readonly repair?: boolean;
  /**
   * The present. [ms]
   *
   * @default {Date.now()}
   */
  readonly now?: number;
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
  /** What the import residuals say of this installation's integrals. */
  readonly calibration: Calibration;
}

/**
 * Computes the daily table of a household, with the gaps and repairs behind it.
 *
 * @throws {WattbookError} `BAD_DAY`, `BAD_RANGE`, `BAD_ZONE`, `AMBIGUOUS_SERIES`, and whatever the
 * source throws.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { analyseDays } from "./analysis.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const { table, repairs } = await analyseDays(nothing, defaultHousehold({ zone: "UTC" }), {
 *   from: "2025-03-29",
 *   to: "2025-03-30",
 * });
 * assert(table.rows.length === 2 && repairs.length === 0);
 * ```
 */
export async function analyseDays(
  source: Source,
  household: Household,
  options: AnalysisOptions,
): Promise<Analysis> {
  const { from, to, now = Date.now(), completeCoverage = 0.998, includeToday = false } = options;
  const { zone } = household;
  const asked = localDays(from, to, zone);
  // One day more on either side: the borders of a day belong to its neighbours too.
  const days = localDays(addDays(from, -1), addDays(to, 1), zone);
  const signals = await pullSignals(source, household, days, { ...options, now });
  const limits = limitsOf(household), { repair = true } = options;
  const grid = gridEnergies(days, signals, { now, repair, perHour: limits.grid });
  const { generation: perHour, sleepy } = limits;
  const pv = pvEnergies(days, signals, { now, repair, perHour, sleepy });
  const isSilent = silentDays(signals, [...days.map(({ start }) => start), days.at(-1)!.end]);
  const hasInverter = household.bindings.yield_today.length > 0 ||
    household.bindings.yield_total.length > 0 || household.bindings.generation_power.length > 0;
  const dc = options.strings
    ? await dcEnergies(source, household, days, { ...options, now })
    : null;
  const evidence = days.map((day, d) => ({
    row: dayRow(day, grid.days[d]!, pv.days[d]!, {
      now,
      completeCoverage,
      isSilent: isSilent[d]!,
      hasInverter,
      isFallback: signals.fallbacks.length > 0,
      hadImpossiblePower: signals.impossible.some((row) => touches(row, day)),
      gaps: {
        grid: gapsWithin(grid.gaps, day),
        generation: hasInverter ? gapsWithin(pv.gaps, day) : [],
      },
    }),
    grid: grid.days[d]!,
    pv: pv.days[d]!,
    dc: dc?.kwh[d] ?? null,
  })).filter(({ row }) => row.date >= from && row.date <= to && isWanted(row, now, includeToday));
  const { days: reconciled, calibration } = reconcile(evidence);
  const range = { start: asked[0]?.start ?? 0, end: asked.at(-1)?.end ?? 0 };
  return {
    table: {
      kind: "day",
      zone,
      source: source.description,
      rows: evidence.map(({ row }) => row),
      notices: [...signals.notices, ...pv.notices],
      ...(!repair && { isRepaired: false }),
    },
    gaps: {
      grid: gapsWithin(grid.gaps, range),
      generation: hasInverter ? gapsWithin(pv.gaps, range) : [],
    },
    repairs: [...signals.impossible, ...grid.repairs, ...pv.repairs, ...dc?.repairs ?? []]
      // A clock is wrong on all days, whenever it was first seen to be.
      .filter((row) => row.rule === "clock" || touches(row, range))
      .sort((a, b) => a.time - b.time),
    reconciled,
    calibration,
  };
}

function touches({ time, until = time }: AuditRow, { start, end }: TimeRange): boolean {
  return until >= start && time < end;
}

/** Days to come are no rows; the running day is one if asked for. */
function isWanted(day: TimeRange, now: number, includeToday: boolean): boolean {
  return day.end <= now || (includeToday && day.start < now);
}

/** Per day, whether no signal has a sample in it. */
function silentDays(signals: HouseholdSignals, borders: readonly number[]): boolean[] {
  const { grid, imports, exports, generation, today } = signals;
  const indexes = [grid, ...imports, ...exports, generation, ...today]
    .map((samples) => slotIndexes(samples, borders));
  return borders.slice(1).map((_, d) => indexes.every((index) => index[d] === index[d + 1]));
}
