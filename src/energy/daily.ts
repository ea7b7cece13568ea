/**
 * The daily table: energies per local day, with their coverage, method and flags.
 *
 * @module
 */

import type { Household } from "../household.ts";
import { addDays, localDays, type TimeRange } from "../time.ts";
import { dayEnergies } from "./day_energies.ts";
import { pullSignals } from "./signals.ts";
import type { Source, SourceOptions } from "./source.ts";
import type { EnergyTable } from "./table.ts";

/** Which days, and how. */
export interface DailyTableOptions extends SourceOptions {
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
   * The present. [ms]
   *
   * @default {Date.now()}
   */
  readonly now?: number;
}

/**
 * Computes the daily table of a household.
 *
 * Import comes from the meter's register, read at both midnights; yield from the inverter's day
 * counter, checked against its lifetime counter; export from a register where the meter has one,
 * else from signed power, clipped and then integrated, never across a gap. Then
 * self-consumed = yield − export and consumption = self-consumed + import. A number that cannot be
 * known is `null`, and a day without samples is there, empty.
 *
 * @throws {WattbookError} `BAD_DAY`, `BAD_RANGE`, `BAD_ZONE`, `AMBIGUOUS_SERIES`, and whatever the
 * source throws.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { dailyTable } from "./daily.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const table = await dailyTable(nothing, defaultHousehold({ zone: "Europe/Berlin" }), {
 *   from: "2025-03-29",
 *   to: "2025-03-30",
 * });
 * assert(table.rows.map((row) => row.hours).join() === "24,23");
 * assert(table.rows[0]?.import_kwh === null && table.rows[0]?.flags[0] === "no_data");
 * ```
 */
export async function dailyTable(
  source: Source,
  household: Household,
  options: DailyTableOptions,
): Promise<EnergyTable> {
  const { from, to, now = Date.now(), completeCoverage = 0.998, includeToday = false } = options;
  const { zone } = household;
  // One day more on either side: the borders of a day belong to its neighbours too.
  localDays(from, to, zone);
  const days = localDays(addDays(from, -1), addDays(to, 1), zone);
  const signals = await pullSignals(source, household, days, { ...options, now });
  const energies = dayEnergies(days, signals, household, { completeCoverage, now });
  const rows = energies.filter((row) =>
    row.date >= from && row.date <= to && isWanted(row, now, includeToday)
  );
  return { kind: "day", zone, source: source.description, rows, notices: signals.notices };
}

/** Days to come are no rows; the running day is one if asked for. */
function isWanted(day: TimeRange, now: number, includeToday: boolean): boolean {
  return day.end <= now || (includeToday && day.start < now);
}
