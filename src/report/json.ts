import { DAILY_COLUMNS } from "../catalogue.ts";
import type { EnergyRow, EnergyTable } from "../energy/table.ts";
import { formatInstant } from "../time.ts";
import { decimalsOf, fixed } from "./decimals.ts";

/**
 * Writes a table as JSON: what it is, and one object per row with `null` for unknown values. Numbers
 * are rounded as in the CSV. The same table gives the same bytes.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { toJson } from "./json.ts";
 *
 * const json = toJson({ kind: "day", zone: "Asia/Tokyo", source: "none", rows: [], notices: [] });
 * assert(JSON.parse(json).zone === "Asia/Tokyo");
 * ```
 */
export function toJson(table: EnergyTable): string {
  const { source, zone, kind, notices } = table;
  const units = Object.fromEntries(
    DAILY_COLUMNS.flatMap(({ name, unit }) => unit === "" ? [] : [[name, unit]]),
  );
  const rows = table.rows.map((row) =>
    Object.fromEntries(DAILY_COLUMNS.map(({ name }) => [name, valueOf(row, name, zone)]))
  );
  return `${JSON.stringify({ source, zone, period: kind, notices, units, rows }, null, 2)}\n`;
}

function valueOf(row: EnergyRow, column: keyof EnergyRow, zone: string): unknown {
  if (column === "start" || column === "end") return formatInstant(row[column], zone);
  const value = row[column], decimals = decimalsOf(column);
  return typeof value === "number" && decimals !== undefined
    ? Number(fixed(value, decimals))
    : value;
}
