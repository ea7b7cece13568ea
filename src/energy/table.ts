/**
 * The energy table: one row per local period, each number with how it was obtained.
 *
 * @module
 */

import { BATTERY_COLUMNS, type ColumnInfo, consumerColumns } from "../catalogue/columns.ts";
import type { Flag } from "../catalogue/flags.ts";
import type { HouseDevices } from "../household.ts";
import { type Frame, rowFrame } from "../frames/frame.ts";
import { addDays, hoursOf, type PeriodKind, periodLabel } from "../time.ts";
import { type Energies, type Ratios, ratiosOf, sumEnergies } from "./balance.ts";
import { autarkyBySource, type BatteryFigures } from "./battery_balance.ts";
import type { ConsumerFigures } from "./consumers.ts";
import { type Reconciled, rollUpReconciled } from "./accuracy/bands.ts";

/** One period. The fields are the columns of the daily table; `null` is unknown. */
export interface EnergyRow extends Energies, Ratios {
  /** Local day, ISO week, month or year. */
  readonly date: string;
  /** First instant of the period. [ms] */
  readonly start: number;
  /** First instant after the period. [ms] */
  readonly end: number;
  /** Real length of the period. [h] */
  readonly hours: number;
  /** Share of the period with grid power samples. [0–1] */
  readonly coverage_grid: number | null;
  /** Share of the daylight with inverter samples; `null` without daylight. [0–1] */
  readonly coverage_pv: number | null;
  /** Whether every energy is known and nothing is missing. */
  readonly complete: boolean;
  /** How import, export and yield were obtained, e.g. `import:counter export:integral yield:day_counter`. */
  readonly method: string;
  /** What a reader should know. */
  readonly flags: readonly Flag[];
  /** Columns of the battery, in a house with one. */
  readonly battery?: BatteryFigures;
  /** Energy of each named consumer, and of everything else, in a house with such. */
  readonly consumed?: ConsumerFigures;
}

/** Rows of one kind of period, with where they came from. */
export interface EnergyTable {
  /** Kind of the periods. */
  readonly kind: PeriodKind;
  /** IANA zone of the periods. */
  readonly zone: string;
  /** Where the samples came from, for people. */
  readonly source: string;
  /** Ascending, without gap or overlap. */
  readonly rows: readonly EnergyRow[];
  /** Warnings of the source and remarks on the whole table. */
  readonly notices: readonly string[];
  /**
   * Whether faults of counters and of power samples were repaired.
   *
   * @default {true}
   */
  readonly isRepaired?: boolean;
  /** The days that longer periods were rolled up from. */
  readonly days?: readonly EnergyRow[];
  /** Each row with its energies by every method, if asked for. */
  readonly detail?: readonly Reconciled[];
  /** Battery and consumers of the house; none if it is left out. */
  readonly devices?: HouseDevices;
}

/** A column of the table, and its value in a row. */
export interface TableColumn extends ColumnInfo {
  /** Its value; `null` is unknown. */
  valueOf(row: EnergyRow): number | null;
}

/** The columns of battery and consumers, after those of every house. */
export function deviceColumns({ devices }: Pick<EnergyTable, "devices">): TableColumn[] {
  if (!devices) return [];
  return [
    ...(devices.battery ? BATTERY_COLUMNS : []).map((column) => (
      { ...column, valueOf: ({ battery }: EnergyRow) => battery?.[column.name] ?? null }
    )),
    ...consumerColumns(devices.consumers).map((column, index) => ({
      ...column,
      valueOf({ consumed }: EnergyRow) {
        const name = devices.consumers[index];
        return (name === undefined ? consumed?.other_kwh : consumed?.consumers[name]) ?? null;
      },
    })),
  ];
}

/**
 * The table as a frame, with the columns of the catalogue in their order.
 *
 * @returns `start` and `end` in UTC; `flags` separated by `;`; unknown values are `null`. A house with a
 * battery or named consumers has their columns at the end.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { energyFrame } from "./table.ts";
 *
 * const empty = energyFrame({ kind: "day", zone: "UTC", source: "none", rows: [], notices: [] });
 * assert(empty.height === 0 && empty.columns[4] === "import_kwh");
 * ```
 */
export function energyFrame(table: EnergyTable): Frame {
  return rowFrame(table.rows, {
    date: "text",
    start: "instant",
    end: "instant",
    hours: "number",
    import_kwh: "number",
    export_kwh: "number",
    yield_kwh: "number",
    self_consumed_kwh: "number",
    consumption_kwh: "number",
    autarky: "number",
    self_consumption_rate: "number",
    coverage_grid: "number",
    coverage_pv: "number",
    complete: "flag",
    method: "text",
    flags: ["text", ({ flags }) => flags.join(";")],
    ...Object.fromEntries(
      deviceColumns(table).map(({ name, valueOf }) => [name, ["number", valueOf] as const]),
    ),
  });
}

/** Flags of what the samples say against the household file. */
export const CONTRADICTION_FLAGS: readonly Flag[] = [
  "sign_reversed",
  "unit_wrong",
  "registers_swapped",
  "meter_partial",
  "meter_doubled",
  "series_repeated",
  "generation_wrong",
  "zone_wrong",
  "place_wrong",
  "battery_unbound",
  "battery_reversed",
];

/** Flags of a number that is known but not complete. */
export const UNTRUSTED_FLAGS: readonly Flag[] = [
  "register_interpolated",
  "register_partial",
  "register_mismatch",
  "counter_replaced",
  "yield_partial",
  "yield_mismatch",
  "export_exceeds_yield",
  "charge_exceeds_yield",
  "consumers_exceed_consumption",
  "unchecked",
  ...CONTRADICTION_FLAGS,
];

/** Every flag that may be the reason why a period is not complete, the broadest first. */
export const INCOMPLETE_FLAGS: readonly Flag[] = [
  "no_data",
  "running",
  "period_cut",
  "days_missing",
  "grid_gap",
  ...UNTRUSTED_FLAGS,
  "yield_integrated",
  "pv_gap",
  "battery_gap",
  "consumer_gap",
];

/**
 * Rolls a daily table up to longer periods. An energy is the sum of the days on which it is known.
 * Ratios come from the summed energies of the days on which all are known, never from the days'
 * ratios. A period is complete if the table has all of its days and each is complete.
 *
 * @param daily A table of days.
 * @throws {RangeError} If the table is not one of days.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { rollUp } from "./table.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * assert(rollUp(none, "month").kind === "month");
 * ```
 */
export function rollUp(daily: EnergyTable, kind: PeriodKind): EnergyTable {
  if (daily.kind !== "day") throw new RangeError(`Only days are rolled up, not a ${daily.kind}`);
  if (kind === "day") return daily;
  const groups = Map.groupBy(daily.rows, ({ date }) => periodLabel(date, kind));
  return {
    ...daily,
    kind,
    rows: [...groups].map(([label, days]) => sumRows(label, days)),
    days: daily.rows,
    ...(daily.detail && { detail: rollUpReconciled(daily.detail, kind) }),
  };
}

/**
 * All rows of a table as one.
 *
 * @returns The total, `null` if the table has no rows.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { totalRow } from "./table.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * assert(totalRow(none) === null);
 * ```
 */
export function totalRow(table: EnergyTable): EnergyRow | null {
  return table.rows.length === 0 ? null : sumRows("total", table.rows);
}

function sumRows(label: string, days: readonly EnergyRow[]): EnergyRow {
  const first = days[0]!, last = days.at(-1)!;
  const range = { start: first.start, end: last.end };
  const balanced = days.filter((day) => day.consumption_kwh !== null);
  const flags = new Set<Flag>(days.flatMap((day) => day.flags));
  // One day without data does not make a longer period one without data.
  if (days.some((day) => !day.flags.includes("no_data"))) flags.delete("no_data");
  if (balanced.length < days.length) flags.add("days_missing");
  const isWhole = label === "total" || coversPeriod(label, first.date, last.date);
  if (!isWhole) flags.add("period_cut");
  const ratios = ratiosOf(sumEnergies(balanced));
  return {
    date: label,
    ...range,
    hours: hoursOf(range),
    ...sumEnergies(days),
    ...ratios,
    coverage_grid: weightedMean(days, "coverage_grid"),
    coverage_pv: weightedMean(days, "coverage_pv"),
    complete: isWhole && days.every((day) => day.complete),
    method: [...new Set(days.map((day) => day.method))].join(" | "),
    flags: [...flags],
    ...(first.battery && { battery: sumBattery(days, balanced, ratios.autarky) }),
    ...(first.consumed && { consumed: sumConsumers(days) }),
  };
}

function sumKnown(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((one) => one !== null && one !== undefined);
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
}

/** The battery's columns of a period; shares come from the days on which all energies are known. */
function sumBattery(
  days: readonly EnergyRow[],
  balanced: readonly EnergyRow[],
  autarky: number | null,
): BatteryFigures {
  const sum = (name: keyof BatteryFigures, rows = days) =>
    sumKnown(rows.map(({ battery }) => battery?.[name]));
  const isShared = balanced.every(({ battery }) => battery?.direct_use_kwh !== null);
  const consumed = sumKnown(balanced.map(({ consumption_kwh }) => consumption_kwh));
  const hours = days.filter(({ battery }) => battery?.coverage_battery != null);
  return {
    battery_charged_kwh: sum("battery_charged_kwh"),
    battery_discharged_kwh: sum("battery_discharged_kwh"),
    battery_from_grid_kwh: sum("battery_from_grid_kwh"),
    battery_to_grid_kwh: sum("battery_to_grid_kwh"),
    direct_use_kwh: sum("direct_use_kwh"),
    stored_use_kwh: sum("stored_use_kwh"),
    battery_loss_kwh: sum("battery_loss_kwh"),
    soc_start: days[0]!.battery?.soc_start ?? null,
    soc_end: days.at(-1)!.battery?.soc_end ?? null,
    ...autarkyBySource(autarky, consumed, isShared ? sum("direct_use_kwh", balanced) : null),
    coverage_battery: hours.length === 0 ? null : hours.reduce(
      (sum, day) => sum + day.battery!.coverage_battery! * day.hours,
      0,
    ) / hours.reduce((sum, day) => sum + day.hours, 0),
  };
}

function sumConsumers(days: readonly EnergyRow[]): ConsumerFigures {
  const names = Object.keys(days[0]!.consumed!.consumers);
  return {
    consumers: Object.fromEntries(
      names.map((name) => [name, sumKnown(days.map(({ consumed }) => consumed?.consumers[name]))]),
    ),
    other_kwh: sumKnown(days.map(({ consumed }) => consumed?.other_kwh)),
  };
}

/** Mean of a coverage over the days that have one, weighted by their hours. */
function weightedMean(
  days: readonly EnergyRow[],
  name: "coverage_grid" | "coverage_pv",
): number | null {
  let sum = 0, hours = 0;
  for (const day of days) {
    if (day[name] === null) continue;
    sum += day[name] * day.hours;
    hours += day.hours;
  }
  return hours === 0 ? null : sum / hours;
}

/** Whether the days from `first` to `last` are all of the period. */
function coversPeriod(label: string, first: string, last: string): boolean {
  const kind = label.length === 4 ? "year" : label.includes("W") ? "week" : "month";
  return periodLabel(addDays(first, -1), kind) !== label &&
    periodLabel(addDays(last, 1), kind) !== label;
}
