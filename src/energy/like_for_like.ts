/**
 * Years, compared on the days that all of them know.
 *
 * @module
 */

import type { Energies, EnergyTable } from "./table.ts";

/** Options of {@linkcode likeForLike}. */
export interface LikeForLikeOptions {
  /**
   * Which energy.
   *
   * @default {"yield_kwh"}
   */
  readonly of?: keyof Energies;
}

/** One year on the compared days. */
export interface ComparedYear {
  /** The year. */
  readonly year: string;
  /** Running sum at the end of each compared day. [kWh] */
  readonly cumulative: readonly number[];
  /** Sum over the compared days. [kWh] */
  readonly total: number;
}

/** Years on the days that all of them know. */
export interface Comparison {
  /** The compared days, `MM-DD`, ascending. */
  readonly days: readonly string[];
  /** Days, `MM-DD`, that at least one year knows but not all, and that are left out. */
  readonly leftOut: readonly string[];
  /** The years, ascending. */
  readonly years: readonly ComparedYear[];
}

/**
 * Compares years like for like: only days of the calendar count that are complete in every year, so
 * that an unfinished or a patchy year is not compared with a whole one. 29 February never counts.
 *
 * @param table A table of days.
 * @throws {RangeError} If the table is not one of days.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { likeForLike } from "./like_for_like.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * assert(likeForLike(none).days.length === 0);
 * ```
 */
export function likeForLike(table: EnergyTable, options: LikeForLikeOptions = {}): Comparison {
  const { of = "yield_kwh" } = options;
  if (table.kind !== "day") throw new RangeError(`Days are compared, not a ${table.kind}`);
  const years = Map.groupBy(table.rows, ({ date }) => date.slice(0, 4));
  const known = [...years].map(([year, rows]) => ({
    year,
    kwh: new Map(
      rows.flatMap((row) =>
        row.complete && row[of] !== null ? [[row.date.slice(5), row[of]] as const] : []
      ),
    ),
  }));
  const any = [...new Set(known.flatMap(({ kwh }) => [...kwh.keys()]))].sort();
  const days = any.filter((day) => known.every(({ kwh }) => kwh.has(day)));
  return {
    days,
    leftOut: any.filter((day) => !days.includes(day)),
    years: known.map(({ year, kwh }) => {
      let total = 0;
      const cumulative = days.map((day) => total += kwh.get(day)!);
      return { year, cumulative, total };
    }),
  };
}
