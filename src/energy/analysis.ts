/**
 * Everything that is found out about the days of a household.
 *
 * @module
 */

import { joinClocks } from "../frames/day_counter.ts";
import type { Gap } from "../frames/gaps.ts";
import type { Household } from "../household.ts";
import { addDays, localDays, type TimeRange } from "../time.ts";
import type { AuditRow } from "./audit.ts";
import type { Calibrations } from "./calibration.ts";
import { gapsWithin } from "./day_row.ts";
import { type Findings, findingsOf, findingsWithin } from "./findings.ts";
import { clockNotice, clockRow } from "./inverter_clock.ts";
import { joinGaps } from "./join_gaps.ts";
import { reconcile } from "./reconcile.ts";
import type { Reconciled } from "./reconciled.ts";
import {
  checkStep,
  joinPower,
  powerOf,
  type PowerPart,
  type PowerSlots,
  type PowerTable,
} from "./power_table.ts";
import { openSignals } from "./signals.ts";
import type { Source, SourceOptions } from "./source.ts";
import { stretches } from "./stretches.ts";
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
   * Whether faults of counters and of power samples are repaired. Without it every fall is a reset,
   * every leap is energy, and every sample is true.
   *
   * @default {true}
   */
  readonly repair?: boolean;
  /**
   * How many days are looked at together, at the most; more take more memory. Results do not depend
   * on it, as long as faults are shorter.
   *
   * @default {31}
   */
  readonly stretch?: number;
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
  /** What the days say of this installation's integrals. */
  readonly calibrations: Calibrations;
  /** Mean power on the days of the table, one table per entry that was asked for. */
  readonly power: readonly PowerTable[];
}

/**
 * Everything about some days of a household, in one pass over its samples: the daily table, the gaps
 * and repairs behind it, and mean power where it is asked for. Each sample is pulled once, and only
 * the samples of some days are in memory.
 *
 * @throws {WattbookError} `BAD_DAY`, `BAD_RANGE` (also for a step of power that is not between a second
 * and a day), `BAD_ZONE`, `AMBIGUOUS_SERIES`, and whatever the source throws.
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
  const { repair = true, stretch = 31, power: slots = [] } = options;
  const { zone } = household;
  for (const { step } of slots) checkStep(step);
  const asked = localDays(from, to, zone);
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
    found.push(findingsWithin(findings, { start, end: days.at(-1)!.end }));
    const shown = days.filter((day) => isWanted(day, now, includeToday));
    if (slots.length === 0 || shown.length === 0) continue;
    // Power without what cannot be, even where the table takes every sample for true.
    const possible = repair ? heard : await signals.window(around, true);
    const { gaps } = repair ? findings : findingsOf(around, possible, { ...look, repair: true });
    const nights = hasGeneration ? gaps.generation.filter((gap) => gap.class === "night") : [];
    const material = { signals: possible, nights, hasGeneration };
    slots.forEach((one, index) => powers[index]!.push(powerOf(shown, material, one)));
  }
  const range = { start: asked[0]?.start ?? 0, end: asked.at(-1)?.end ?? 0 };
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
