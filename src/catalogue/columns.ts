/**
 * The columns of the daily table: names, units, meanings.
 *
 * @module
 */

/** One column of the daily table. */
export interface ColumnInfo {
  /** Name of the column. */
  readonly name: string;
  /** Unit of the values, empty where there is none. */
  readonly unit: string;
  /** What the column contains. */
  readonly meaning: string;
}

/** The daily table, in the order of its columns. */
export const DAILY_COLUMNS = [
  { name: "date", unit: "", meaning: "Local day, ISO week, month or year" },
  { name: "start", unit: "", meaning: "First instant of the period" },
  { name: "end", unit: "", meaning: "First instant after the period" },
  { name: "hours", unit: "h", meaning: "Real length of the period; 23, 24 or 25 for a day" },
  { name: "import_kwh", unit: "kWh", meaning: "Energy drawn from the grid" },
  { name: "export_kwh", unit: "kWh", meaning: "Energy fed into the grid (feed-in)" },
  { name: "yield_kwh", unit: "kWh", meaning: "PV yield, AC side = self-consumed + export" },
  {
    name: "self_consumed_kwh",
    unit: "kWh",
    meaning: "PV energy used in the house = yield − export",
  },
  {
    name: "consumption_kwh",
    unit: "kWh",
    meaning: "Energy used in the house = self-consumed + import",
  },
  {
    name: "autarky",
    unit: "0–1",
    meaning: "1 − import ÷ consumption (degree of self-sufficiency)",
  },
  { name: "self_consumption_rate", unit: "0–1", meaning: "Self-consumed ÷ yield" },
  { name: "coverage_grid", unit: "0–1", meaning: "Share of the period with grid power samples" },
  { name: "coverage_pv", unit: "0–1", meaning: "Share of the daylight with inverter samples" },
  { name: "complete", unit: "", meaning: "True if every energy of the period is fully known" },
  { name: "method", unit: "", meaning: "How import, export and yield were obtained" },
  { name: "flags", unit: "", meaning: "What a reader should know, separated by ;" },
] as const satisfies readonly ColumnInfo[];

/** What the daily table of a house with a battery has besides, after the others. */
export const BATTERY_COLUMNS = [
  { name: "battery_charged_kwh", unit: "kWh", meaning: "Energy into the battery" },
  { name: "battery_discharged_kwh", unit: "kWh", meaning: "Energy out of the battery" },
  {
    name: "battery_from_grid_kwh",
    unit: "kWh",
    meaning: "Charged from the grid: the smaller one of charging and import, at each moment",
  },
  {
    name: "battery_to_grid_kwh",
    unit: "kWh",
    meaning: "Fed in by the battery: the smaller one of discharging and export, at each moment",
  },
  {
    name: "direct_use_kwh",
    unit: "kWh",
    meaning: "PV energy used at once = self-consumed − (charged − from the grid)",
  },
  {
    name: "stored_use_kwh",
    unit: "kWh",
    meaning: "Energy from the battery used in the house = discharged − to the grid",
  },
  {
    name: "battery_loss_kwh",
    unit: "kWh",
    meaning: "Charged − discharged − (state of charge at the end − at the start) × capacity",
  },
  { name: "soc_start", unit: "0–1", meaning: "State of charge at the start of the period" },
  { name: "soc_end", unit: "0–1", meaning: "State of charge at the end of the period" },
  {
    name: "autarky_direct",
    unit: "0–1",
    meaning: "Part of the self-sufficiency (autarky): direct use ÷ consumption",
  },
  {
    name: "autarky_battery",
    unit: "0–1",
    meaning:
      "Rest of the self-sufficiency (autarky): from the battery, without energy charged from the grid",
  },
  {
    name: "coverage_battery",
    unit: "0–1",
    meaning: "Share of the period with samples of the battery's power",
  },
] as const satisfies readonly ColumnInfo[];

/**
 * The columns of consumers: one per name in the household file, and one for everything else.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { consumerColumns } from "./columns.ts";
 *
 * assert.deepEqual(consumerColumns(["wallbox"]).map(({ name }) => name), [
 *   "wallbox_kwh",
 *   "other_kwh",
 * ]);
 * ```
 */
export function consumerColumns(names: readonly string[]): ColumnInfo[] {
  if (names.length === 0) return [];
  return [
    ...names.map((name) => (
      { name: `${name}_kwh`, unit: "kWh", meaning: `Energy of the consumer \`${name}\`` }
    )),
    { name: "other_kwh", unit: "kWh", meaning: "Consumption − energy of all named consumers" },
  ];
}

/** Each energy, by every method. */
export const WAY_COLUMNS = [
  { name: "import_counter_kwh", unit: "kWh", meaning: "Import by the register" },
  { name: "import_integral_kwh", unit: "kWh", meaning: "Import by integration of power" },
  { name: "import_residual_kwh", unit: "kWh", meaning: "Integral − register: the measured error" },
  { name: "export_integral_kwh", unit: "kWh", meaning: "Export by integration of power" },
  { name: "yield_day_counter_kwh", unit: "kWh", meaning: "Yield by the day counter" },
  { name: "yield_lifetime_kwh", unit: "kWh", meaning: "Yield by the lifetime counter" },
  { name: "yield_integral_kwh", unit: "kWh", meaning: "Yield by integration of the AC power" },
  { name: "dc_integral_kwh", unit: "kWh", meaning: "DC energy of all strings, by integration" },
] as const satisfies readonly ColumnInfo[];

/** The columns of a battery that have an error band; those of consumers all have one. */
export const BATTERY_BANDED = [
  "battery_charged_kwh",
  "battery_discharged_kwh",
  "battery_from_grid_kwh",
  "battery_to_grid_kwh",
  "direct_use_kwh",
  "stored_use_kwh",
  "battery_loss_kwh",
] as const;

/** The columns of the daily table that have an error band. */
export const BANDED = [
  "import_kwh",
  "export_kwh",
  "yield_kwh",
  "self_consumed_kwh",
  "consumption_kwh",
  "autarky",
  "self_consumption_rate",
] as const;

/** A column of the daily table with an error band. */
export type Banded = typeof BANDED[number];

/** What `--detail` adds to the daily table: each energy by every method, and the error bands. */
export const DETAIL_COLUMNS: readonly ColumnInfo[] = [
  ...WAY_COLUMNS,
  ...bandColumns(BANDED),
];

/**
 * Both ends of the error bands of columns.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { bandColumns } from "./columns.ts";
 *
 * assert(bandColumns(["import_kwh"])[1]?.name === "import_kwh_high");
 * ```
 */
export function bandColumns(banded: readonly string[]): ColumnInfo[] {
  return banded.flatMap((name) => {
    const unit = name.endsWith("_kwh") ? "kWh" : "0–1";
    return [
      { name: `${name}_low`, unit, meaning: `Lower end of the error band of \`${name}\`` },
      { name: `${name}_high`, unit, meaning: `Upper end of the error band of \`${name}\`` },
    ];
  });
}
