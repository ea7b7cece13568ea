/**
 * The best and the worst days.
 *
 * @module
 */

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
 * among the complete days: a day that lacks something would win every lowest one.
 *
 * @param table A table of days.
 * @throws {RangeError} If the table is not one of days.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { dayRecords } from "./records.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * assert(dayRecords(none).length === 0);
 * ```
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
