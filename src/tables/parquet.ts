import { parquetWriteBuffer, type SchemaElement } from "hyparquet-writer";
import type { EnergyTable } from "../energy/table.ts";
import { type ReportColumn, reportColumns } from "./csv_json.ts";

/**
 * Writes a table as Parquet. Instants are UTC milliseconds, energies and ratios are doubles in full
 * precision with null for unknown, flags are one text as in the CSV. Source, zone, kind of period
 * and the columns' units are in the file's key-value metadata under `wattbook.*`.
 */
export function toParquet(
  table: EnergyTable,
  money: readonly ReportColumn[] = [],
): Uint8Array {
  const columns = reportColumns(table, money);
  const units = Object.fromEntries(columns.map(({ name, unit }) => [name, unit]));
  const about = {
    source: table.source,
    zone: table.zone,
    period: table.kind,
    ...(table.isRepaired === false && { repairs: "off" }),
    units: JSON.stringify(units),
  };
  const buffer = parquetWriteBuffer({
    schema: [
      { name: "schema", num_children: columns.length },
      ...columns.map(({ name }): SchemaElement => ({ name, ...typeOf(name) })),
    ],
    columnData: columns.map(({ name, valueOf }) => ({
      name,
      data: table.rows.map((row, index) => stored(name, valueOf(row, index))),
    })),
    kvMetadata: Object.entries(about).map(([key, value]) => ({ key: `wattbook.${key}`, value })),
    createdBy: "wattbook",
  });
  return new Uint8Array(buffer);
}

function typeOf(column: string): Omit<SchemaElement, "name"> {
  switch (column) {
    case "date":
    case "method":
    case "flags":
      return { type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "REQUIRED" };
    case "start":
    case "end":
      return {
        type: "INT64",
        converted_type: "TIMESTAMP_MILLIS",
        // Without the logical type, some readers take a UTC instant for a local time.
        logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
        repetition_type: "REQUIRED",
      };
    case "complete":
      return { type: "BOOLEAN", repetition_type: "REQUIRED" };
    default:
      return { type: "DOUBLE", repetition_type: "OPTIONAL" };
  }
}

function stored(name: string, value: ReturnType<ReportColumn["valueOf"]>): unknown {
  if (name === "start" || name === "end") return new Date(value as number);
  return Array.isArray(value) ? value.join(";") : value;
}
