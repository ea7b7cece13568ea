/**
 * The energy table as text for programs: its columns, CSV and JSON, and its gaps as CSV.
 *
 * @module
 */

import { type ColumnInfo, DAILY_COLUMNS } from "../catalogue/columns.ts";
import type { Analysis } from "../energy/days.ts";
import { detailCells, detailColumns } from "../energy/accuracy/bands.ts";
import { deviceColumns, type EnergyRow, type EnergyTable } from "../energy/table.ts";
import { moneyColumns, type MoneyTable } from "../money/money_table.ts";
import { csvText, fixed } from "../text.ts";
import { formatInstant, hoursOf } from "../time.ts";

/** One column. */
export interface ReportColumn extends ColumnInfo {
  /** Decimals in text. @default those of its unit */
  readonly decimals?: number;
  /** Its value in a row; `null` is unknown. */
  valueOf(row: EnergyRow, index: number): Cell;
}

/** A value of a table. */
type Cell = EnergyRow[typeof DAILY_COLUMNS[number]["name"]];

/**
 * The columns of a table in their order: those of days, those of battery and consumers if the house
 * has such, those of the detail if the table has one, and those of money.
 */
export function reportColumns(
  { detail, devices }: Pick<EnergyTable, "detail" | "devices">,
  money: readonly ReportColumn[] = [],
): ReportColumn[] {
  const daily: ReportColumn[] = [
    ...DAILY_COLUMNS.map((column) => (
      { ...column, valueOf: (row: EnergyRow) => row[column.name] }
    )),
    ...deviceColumns({ ...(devices && { devices }) }),
  ];
  if (!detail) return [...daily, ...money];
  const cells = detail.map((period) => detailCells(period, devices));
  return [
    ...daily,
    ...detailColumns(devices).map((column) => (
      { ...column, valueOf: (_: EnergyRow, index: number) => cells[index]![column.name]! }
    )),
    ...money,
  ];
}

/** The columns of money of the same rows, with bands where the table has its detail. */
export function moneyReportColumns(
  money: MoneyTable,
  { detail }: Pick<EnergyTable, "detail">,
): ReportColumn[] {
  return moneyColumns(money, { bands: detail !== undefined }).map((column) => ({
    ...column,
    // Days of hundredths would not add up to a month.
    decimals: column.unit === "h" ? 2 : column.unit === "kWh" ? 3 : 4,
    valueOf: (_: EnergyRow, index: number) => column.valueOf(money.rows[index]!),
  }));
}

/** Decimals per unit: enough to add up days, without rounding noise. */
const DECIMALS: Readonly<Record<string, number>> = { "kWh": 3, "0–1": 4 };

/** Columns with a fixed number of decimals: 3 for energies (Wh), 4 for ratios. */
function decimalsOf(columns: readonly ReportColumn[]): ReadonlyMap<string, number> {
  return new Map(
    columns.flatMap(({ name, unit, decimals = DECIMALS[unit] }) =>
      decimals === undefined ? [] : [[name, decimals]]
    ),
  );
}

/**
 * Writes a table as CSV after RFC 4180: comma, CRLF, a header line, quotes where needed. An unknown
 * value is an empty cell. `start` and `end` are ISO 8601 in the table's zone, with their offset.
 */
export function toCsv(table: EnergyTable, money: readonly ReportColumn[] = []): string {
  const columns = reportColumns(table, money),
    show = { zone: table.zone, decimals: decimalsOf(columns) };
  return csvText([
    columns.map(({ name }) => name),
    ...table.rows.map((row, index) =>
      columns.map(({ name, valueOf }) => cellOf(name, valueOf(row, index), show))
    ),
  ]);
}

/** How values are written. */
interface Writing {
  readonly zone: string;
  readonly decimals: ReadonlyMap<string, number>;
}

function cellOf(name: string, value: Cell, show: Writing): string {
  if (value === null) return "";
  return Array.isArray(value) ? value.join(";") : String(textOf(name, value, show));
}

/** An instant as ISO 8601, a number with the decimals of its column; anything else as it is. */
function textOf<T>(name: string, value: T, { zone, decimals }: Writing): T | string {
  if (typeof value !== "number") return value;
  if (name === "start" || name === "end") return formatInstant(value, zone);
  const places = decimals.get(name);
  return places === undefined ? value : fixed(value, places);
}

/**
 * Writes a table as JSON: what it is, and one object per row with `null` for unknown values. Numbers
 * are rounded as in the CSV. The same table gives the same bytes.
 */
export function toJson(table: EnergyTable, money: readonly ReportColumn[] = []): string {
  const { source, zone, kind, notices, isRepaired = true } = table;
  const columns = reportColumns(table, money);
  const units = Object.fromEntries(
    columns.flatMap(({ name, unit }) => unit === "" ? [] : [[name, unit]]),
  );
  const decimals = decimalsOf(columns);
  const shown = (name: string, value: Cell) => {
    const text = textOf(name, value, { zone, decimals });
    return decimals.has(name) && value !== null ? Number(text) : text;
  };
  const rows = table.rows.map((row, index) =>
    Object.fromEntries(columns.map(({ name, valueOf }) => [name, shown(name, valueOf(row, index))]))
  );
  const about = { source, zone, period: kind, ...(!isRepaired && { repairs: "off" }), notices };
  return `${JSON.stringify({ ...about, units, rows }, null, 2)}\n`;
}

/**
 * Writes the gaps in the samples as CSV, in the order of their start: the signal (`grid`,
 * `generation`, `battery` or the name of a consumer), start and end (ISO 8601 with the zone's offset), hours, class and evidence. Nights
 * are gaps, too.
 */
export function gapsCsv(
  { grid, generation, devices = {} }: Analysis["gaps"],
  zone: string,
): string {
  const gaps = [
    ...grid.map((gap) => ({ signal: "grid", gap })),
    ...generation.map((gap) => ({ signal: "generation", gap })),
    ...Object.entries(devices).flatMap(([signal, own]) => own.map((gap) => ({ signal, gap }))),
  ].sort((a, b) => a.gap.start - b.gap.start);
  return csvText([
    ["signal", "start", "end", "hours", "class", "evidence"],
    ...gaps.map(({ signal, gap }) => [
      signal,
      formatInstant(gap.start, zone),
      formatInstant(gap.end, zone),
      hoursOf(gap).toFixed(2),
      gap.class,
      gap.evidence,
    ]),
  ]);
}
