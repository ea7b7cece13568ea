import { type ColumnSource, parquetWriteBuffer } from "hyparquet-writer";
import { DAILY_COLUMNS } from "../catalogue.ts";
import type { EnergyRow, EnergyTable } from "../energy/table.ts";

/**
 * Writes a table as Parquet. Instants are UTC milliseconds, energies and ratios are doubles in full
 * precision with null for unknown, flags are one text as in the CSV. Source, zone, kind of period
 * and the columns' units are in the file's key-value metadata under `wattbook.*`.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { toParquet } from "./parquet.ts";
 *
 * const bytes = toParquet({ kind: "day", zone: "UTC", source: "none", rows: [], notices: [] });
 * assert(new TextDecoder().decode(bytes.subarray(0, 4)) === "PAR1");
 * ```
 */
export function toParquet(table: EnergyTable): Uint8Array {
  const units = Object.fromEntries(DAILY_COLUMNS.map(({ name, unit }) => [name, unit]));
  const about = {
    source: table.source,
    zone: table.zone,
    period: table.kind,
    units: JSON.stringify(units),
  };
  const buffer = parquetWriteBuffer({
    columnData: DAILY_COLUMNS.map(({ name }) => columnOf(table.rows, name)),
    kvMetadata: Object.entries(about).map(([key, value]) => ({ key: `wattbook.${key}`, value })),
    createdBy: "wattbook",
  });
  return new Uint8Array(buffer);
}

function columnOf(rows: readonly EnergyRow[], name: keyof EnergyRow): ColumnSource {
  switch (name) {
    case "start":
    case "end":
      return { name, type: "TIMESTAMP", data: rows.map((row) => new Date(row[name])) };
    case "flags":
      return { name, type: "STRING", data: rows.map((row) => row.flags.join(";")) };
    case "date":
    case "method":
      return { name, type: "STRING", data: rows.map((row) => row[name]) };
    case "complete":
      return { name, type: "BOOLEAN", data: rows.map((row) => row[name]) };
    default:
      return { name, type: "DOUBLE", data: rows.map((row) => row[name]) };
  }
}
