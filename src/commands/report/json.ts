import type { EnergyRow, EnergyTable } from "../../energy/table.ts";
import { formatInstant } from "../../time.ts";
import { decimalsOf, fixed } from "../../terminal/decimals.ts";
import { reportColumns } from "./report_columns.ts";

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
  const columns = reportColumns(table);
  const units = Object.fromEntries(
    columns.flatMap(({ name, unit }) => unit === "" ? [] : [[name, unit]]),
  );
  const rows = table.rows.map((row, index) =>
    Object.fromEntries(
      columns.map(({ name, valueOf }) => [name, shown(name, valueOf(row, index), zone)]),
    )
  );
  const about = { source, zone, period: kind, ...repairsOff(table), notices };
  return `${JSON.stringify({ ...about, units, rows }, null, 2)}\n`;
}

/** Says where repairs were off; without it they were on. */
function repairsOff({ isRepaired = true }: EnergyTable): { repairs?: "off" } {
  return isRepaired ? {} : { repairs: "off" };
}

function shown(name: string, value: EnergyRow[keyof EnergyRow], zone: string): unknown {
  if (typeof value !== "number") return value;
  if (name === "start" || name === "end") return formatInstant(value, zone);
  const decimals = decimalsOf(name);
  return decimals === undefined ? value : Number(fixed(value, decimals));
}
