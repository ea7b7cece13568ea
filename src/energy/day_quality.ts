/**
 * How good the data of each day are.
 *
 * @module
 */

import type { Role } from "../catalogue.ts";
import type { GapClass } from "../frames/gaps.ts";
import { gapsWithin } from "./day_row.ts";
import type { Analysis } from "./analysis.ts";
import type { TimeRange } from "../time.ts";

/** What went wrong with the data of one day. */
export interface DayQuality {
  /** Local day. */
  readonly date: string;
  /** Share of the day with grid power samples; `null` where nothing is known. [0–1] */
  readonly coverage_grid: number | null;
  /** Share of the daylight with inverter samples; `null` without daylight or inverter. [0–1] */
  readonly coverage_pv: number | null;
  /** Whether every energy is known and nothing is missing. */
  readonly complete: boolean;
  /** Classes of the gaps in the grid power that touch the day. */
  readonly gridGaps: readonly GapClass[];
  /** Classes of the gaps in the generation power that touch the day, but nights. */
  readonly pvGaps: readonly GapClass[];
  /** How many repairs the meter's samples needed on the day. */
  readonly gridRepairs: number;
  /** How many repairs the inverter's samples needed on the day. */
  readonly pvRepairs: number;
}

/**
 * Sums up gaps and repairs per day.
 *
 * @param analysis Days with the gaps and repairs behind them.
 * @returns One entry per row of the table.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { analyseDays } from "./analysis.ts";
 * import { dayQualities } from "./day_quality.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const analysis = await analyseDays(nothing, defaultHousehold({ zone: "UTC" }), {
 *   from: "2025-06-01",
 *   to: "2025-06-02",
 * });
 * assert(dayQualities(analysis)[1]?.complete === false);
 * ```
 */
export function dayQualities(
  { table, gaps, repairs }: Pick<Analysis, "table" | "gaps" | "repairs">,
): DayQuality[] {
  const awake = gaps.generation.filter((gap) => gap.class !== "night");
  const classes = (list: Analysis["gaps"]["grid"]) => [...new Set(list.map((gap) => gap.class))];
  const countOf = (roles: readonly Role[], { start, end }: TimeRange) =>
    repairs.filter(({ role, time }) => roles.includes(role) && time >= start && time < end).length;
  return table.rows.map((row) => ({
    date: row.date,
    coverage_grid: row.flags.includes("no_data") ? null : row.coverage_grid,
    coverage_pv: row.flags.includes("no_data") ? null : row.coverage_pv,
    complete: row.complete,
    gridGaps: classes(gapsWithin(gaps.grid, row)),
    pvGaps: classes(gapsWithin(awake, row)),
    gridRepairs: countOf(["grid_power", "import_energy", "export_energy"], row),
    pvRepairs: countOf(["generation_power", "yield_today", "yield_total", "string_power"], row),
  }));
}
