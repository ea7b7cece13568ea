import type { EnergyRow, EnergyTable } from "../../energy/table.ts";
import { formatInstant } from "../../time.ts";
import { decimalsOf, fixed } from "../../terminal/decimals.ts";
import { csvText } from "./csv_text.ts";
import { reportColumns } from "./report_columns.ts";

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
  const columns = reportColumns(table);
  return csvText([
    columns.map(({ name }) => name),
    ...table.rows.map((row, index) =>
      columns.map(({ name, valueOf }) => cellOf(name, valueOf(row, index), table.zone))
    ),
  ]);
}

function cellOf(name: string, value: EnergyRow[keyof EnergyRow], zone: string): string {
  if (value === null) return "";
  if (Array.isArray(value)) return value.join(";");
  if (typeof value !== "number") return String(value);
  if (name === "start" || name === "end") return formatInstant(value, zone);
  const decimals = decimalsOf(name);
  return decimals === undefined ? String(value) : fixed(value, decimals);
}
