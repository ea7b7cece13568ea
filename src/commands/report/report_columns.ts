/**
 * The columns of a report: those of the daily table, and those of its detail if it has one.
 *
 * @module
 */

import { type ColumnInfo, DAILY_COLUMNS, DETAIL_COLUMNS } from "../../catalogue.ts";
import { detailCells } from "../../energy/detail.ts";
import type { EnergyRow, EnergyTable } from "../../energy/table.ts";

/** One column. */
export interface ReportColumn extends ColumnInfo {
  /** Its value in a row; `null` is unknown. */
  valueOf(row: EnergyRow, index: number): EnergyRow[keyof EnergyRow];
}

/**
 * The columns of a table, in their order.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { reportColumns } from "./report_columns.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * assert(reportColumns(none).length === 16);
 * assert(reportColumns({ ...none, detail: [] }).at(-1)?.name === "self_consumption_rate_high");
 * ```
 */
export function reportColumns({ detail }: Pick<EnergyTable, "detail">): ReportColumn[] {
  const daily = DAILY_COLUMNS.map((column) => (
    { ...column, valueOf: (row: EnergyRow) => row[column.name] }
  ));
  if (!detail) return daily;
  const cells = detail.map(detailCells);
  return [
    ...daily,
    ...DETAIL_COLUMNS.map((column) => (
      { ...column, valueOf: (_: EnergyRow, index: number) => cells[index]![column.name]! }
    )),
  ];
}
