import { DAILY_COLUMNS } from "../catalogue.ts";
import type { EnergyRow, EnergyTable } from "../energy/table.ts";
import { formatInstant } from "../time.ts";
import { decimalsOf, fixed } from "./decimals.ts";

/**
 * Writes a table as CSV after RFC 4180: comma, CRLF, a header line, quotes where needed. An unknown
 * value is an empty cell. `start` and `end` are ISO 8601 in the table's zone, with their offset.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { toCsv } from "./csv.ts";
 *
 * const csv = toCsv({ kind: "day", zone: "Europe/Berlin", source: "none", rows: [], notices: [] });
 * assert(csv.startsWith("date,start,end,hours,import_kwh") && csv.endsWith("flags\r\n"));
 * ```
 */
export function toCsv(table: EnergyTable): string {
  const header = DAILY_COLUMNS.map(({ name }) => name).join(",");
  const lines = table.rows.map((row) =>
    DAILY_COLUMNS.map(({ name }) => quoted(cellOf(row, name, table.zone))).join(",")
  );
  return [header, ...lines, ""].join("\r\n");
}

function cellOf(row: EnergyRow, column: keyof EnergyRow, zone: string): string {
  const value = row[column];
  if (value === null) return "";
  if (column === "start" || column === "end") return formatInstant(row[column], zone);
  if (column === "flags") return row.flags.join(";");
  const decimals = decimalsOf(column);
  return typeof value === "number" && decimals !== undefined
    ? fixed(value, decimals)
    : String(value);
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
