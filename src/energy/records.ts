/**
 * Days and years compared: records, years like for like, moving ratios.
 *
 * @module
 */

import { type Energies, type Ratios, ratiosOf, sumEnergies } from "./balance.ts";
import type { EnergyRow, EnergyTable } from "./table.ts";

/** What a record is held in. */
export type RecordColumn =
  | "yield_kwh"
  | "consumption_kwh"
  | "import_kwh"
  | "export_kwh"
  | "self_consumed_kwh"
  | "autarky";

/** One record. */
export interface DayRecord {
  /** Column of the daily table. */
  readonly column: RecordColumn;
  /** Whether it is the greatest or the least value. */
  readonly kind: "highest" | "lowest";
  /** The day; the first of several. */
  readonly date: string;
  /** [kWh, or 0–1 for autarky] */
  readonly value: number;
}

const COLUMNS: readonly RecordColumn[] = [
  "yield_kwh",
  "consumption_kwh",
  "import_kwh",
  "export_kwh",
  "self_consumed_kwh",
  "autarky",
];

/**
 * The day with the highest and the day with the lowest value of each energy and of the autarky,
 * among the complete days. An incomplete day would always be the lowest.
 *
 * @param table A table of days.
 * @throws {RangeError} If the table is not one of days.
 */
export function dayRecords(table: EnergyTable): DayRecord[] {
  if (table.kind !== "day") throw new RangeError(`Days hold records, not a ${table.kind}`);
  const complete = table.rows.filter((row) => row.complete);
  return COLUMNS.flatMap((column) => {
    const known = complete.filter((row) => row[column] !== null);
    if (known.length === 0) return [];
    const pick = (isBetter: (a: number, b: number) => boolean): EnergyRow =>
      known.reduce((best, row) => isBetter(row[column]!, best[column]!) ? row : best);
    return (["highest", "lowest"] as const).map((kind) => {
      const row = pick(kind === "highest" ? (a, b) => a > b : (a, b) => a < b);
      return { column, kind, date: row.date, value: row[column]! };
    });
  });
}

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
export interface YearComparison {
  /** The compared days, `MM-DD`, ascending. */
  readonly days: readonly string[];
  /** Days, `MM-DD`, that are left out because they are complete in some years only. */
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
 */
export function likeForLike(table: EnergyTable, options: LikeForLikeOptions = {}): YearComparison {
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

/** Options of {@linkcode rollingRatios}. */
export interface RollingRatiosOptions {
  /**
   * Length of the window, which ends with the day itself. [days]
   *
   * @default {30}
   */
  readonly window?: number;
  /**
   * Share of the days in the window whose energies must all be known. [0–1]
   *
   * @default {0.8}
   */
  readonly minKnown?: number;
}

/** The ratios of the window that ends with a day. */
export interface RollingRatios extends Ratios {
  /** Last local day of the window. */
  readonly date: string;
}

/**
 * Ratios of a moving window of days, from summed energies, never from the days' ratios.
 *
 * @param table A table of days.
 * @returns One entry per day; `null` where the window is not full or too little is known.
 * @throws {RangeError} If the table is not one of days.
 */
export function rollingRatios(
  table: EnergyTable,
  options: RollingRatiosOptions = {},
): RollingRatios[] {
  const { window = 30, minKnown = 0.8 } = options;
  if (table.kind !== "day") throw new RangeError(`A window moves over days, not a ${table.kind}`);
  return table.rows.map(({ date }, last) => {
    const days = table.rows.slice(Math.max(0, last + 1 - window), last + 1);
    const known = days.filter((day) => day.consumption_kwh !== null);
    if (days.length < window || known.length < minKnown * window) {
      return { date, autarky: null, self_consumption_rate: null };
    }
    return { date, ...ratiosOf(sumEnergies(known)) };
  });
}
