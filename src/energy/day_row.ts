/**
 * One day of the table: energies, trust and flags put together.
 *
 * @module
 */

import type { Flag } from "../catalogue.ts";
import type { Gap, GapClass } from "../frames/gaps.ts";
import { hoursOf, MINUTE, type Period, type TimeRange } from "../time.ts";
import { dayBalance } from "./day_balance.ts";
import type { Direction } from "./grid_energy.ts";
import { UNTRUSTED_FLAGS } from "./incomplete_flags.ts";
import type { PvDay } from "./pv_energy.ts";
import { type EnergyRow, ratiosOf } from "./table.ts";

/** What is known of a day besides its energies. */
export interface DayCircumstances {
  /** The present. [ms] */
  readonly now: number;
  /** Share of a day that grid power must cover for its export to be complete. [0–1] */
  readonly completeCoverage: number;
  /** Neither meter nor inverter has a sample on the day. */
  readonly isSilent: boolean;
  /** The house has an inverter. */
  readonly hasInverter: boolean;
  /** A recording rule stands in for raw samples. */
  readonly isFallback: boolean;
  /** Power samples that cannot be true were left out. */
  readonly hadImpossiblePower: boolean;
  /** Gaps of the grid power and of the generation power. */
  readonly gaps: { readonly grid: readonly Gap[]; readonly generation: readonly Gap[] };
  /**
   * Who computed the energies; the server's ways are called so in `method`.
   *
   * @default {"wattbook"}
   */
  readonly computedBy?: "wattbook" | "server";
}

/** The grid on a day, as far as a row shows it. */
export interface GridFigures {
  /** Share of the day, as far as it is over, that grid power covers. [0–1] */
  readonly coverage: number;
  /** Drawn from the grid. */
  readonly imports: Pick<Direction, "kwh" | "method" | "flags">;
  /** Fed into the grid. */
  readonly exports: Pick<Direction, "kwh" | "method" | "flags">;
}

/**
 * Puts a day together.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { dayRow } from "./day_row.ts";
 *
 * const one = (kwh: number) => ({ kwh, method: "counter" as const, flags: [] });
 * const row = dayRow(
 *   { label: "2025-06-01", start: 0, end: 86_400_000 },
 *   { coverage: 1, imports: one(2), exports: one(6) },
 *   { kwh: 8, method: "day_counter", coverage: 1, flags: [] },
 *   {
 *     now: 86_400_000, completeCoverage: 0.99, isSilent: false, hasInverter: true,
 *     isFallback: false, hadImpossiblePower: false, gaps: { grid: [], generation: [] },
 *   },
 * );
 * assert(row.complete && row.consumption_kwh === 4);
 * ```
 */
export function dayRow(
  day: Period,
  grid: GridFigures,
  pv: Pick<PvDay, "kwh" | "method" | "coverage" | "flags">,
  circumstances: DayCircumstances,
): EnergyRow {
  const { now, completeCoverage, isSilent, hasInverter, isFallback, gaps } = circumstances;
  const { hadImpossiblePower, computedBy = "wattbook" } = circumstances;
  const { imports, exports } = grid;
  const way = (method: string) =>
    computedBy === "server" && method !== "unknown" ? `server_${method}` : method;
  const isOver = day.end <= now, isCovered = grid.coverage >= completeCoverage;
  const balance = dayBalance(imports.kwh, exports.kwh, pv.kwh, exports.method);
  const lacksPv = hasInverter && pv.coverage !== null && pv.coverage < completeCoverage;
  const flags = new Set<Flag>(isOver ? [] : ["running"]);
  const gridGaps = notable(gaps.grid, day), pvGaps = notable(gaps.generation, day);
  if (isSilent) {
    flags.add("no_data");
    // That nobody knows why is what `no_data` says by itself.
    [...gridGaps, ...pvGaps].filter((one) => one !== "gap_unknown").forEach((one) =>
      flags.add(one)
    );
  } else {
    if (!isCovered || gridGaps.length > 0) flags.add("grid_gap");
    if (lacksPv || pvGaps.length > 0) flags.add("pv_gap");
    for (const flag of [...gridGaps, ...pvGaps]) flags.add(flag);
    for (const flag of [...imports.flags, ...exports.flags, ...pv.flags, ...balance.flags]) {
      flags.add(flag);
    }
    if (imports.method === "integral") flags.add("import_integrated");
    if (hadImpossiblePower) flags.add("impossible_power");
    if (isFallback) flags.add("rule_fallback");
  }
  return {
    date: day.label,
    start: day.start,
    end: day.end,
    hours: hoursOf(day),
    ...balance.energies,
    ...ratiosOf(balance.energies),
    coverage_grid: grid.coverage,
    coverage_pv: hasInverter ? pv.coverage : null,
    complete: isOver && imports.kwh !== null && exports.kwh !== null &&
      (isCovered || (imports.method === "counter" && exports.method === "counter")) &&
      (!hasInverter || balance.energies.consumption_kwh !== null) &&
      !UNTRUSTED_FLAGS.some((flag) => flags.has(flag)),
    method: `import:${way(imports.method)} export:${way(exports.method)} yield:${way(pv.method)}`,
    flags: [...flags],
  };
}

/** Less than this is no news: a restart of an exporter, some scrapes that failed. [ms] */
const NOTABLE = 5 * MINUTE;

/** Flags of the gaps that take more than five minutes of a day, in the order of the catalogue. */
function notable(gaps: readonly Gap[], { start, end }: TimeRange): Flag[] {
  const classes = new Set(
    gaps.filter((gap) => Math.min(gap.end, end) - Math.max(gap.start, start) > NOTABLE)
      .map((gap) => gap.class),
  );
  return GAP_FLAGS.flatMap(([one, flag]) => classes.has(one) ? [flag] : []);
}

/** What a person may want to look into; a night is as it should be. */
const GAP_FLAGS: readonly [GapClass, Flag][] = [
  ["logger_down", "logger_down"],
  ["outage", "outage"],
  ["unknown", "gap_unknown"],
];

/**
 * The gaps that touch a day.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { gapsWithin } from "./day_row.ts";
 *
 * const gap = { start: 5, end: 9, class: "outage" as const, evidence: "" };
 * assert(gapsWithin([gap], { start: 0, end: 6 }).length === 1);
 * ```
 */
export function gapsWithin(gaps: readonly Gap[], { start, end }: TimeRange): Gap[] {
  return gaps.filter((gap) => gap.start < end && gap.end > start);
}
