/**
 * The vocabulary of the house as one typed table each: metrics, roles, columns of the daily table,
 * flags. `docs/nomenclature.md` is rendered from it.
 *
 * @module
 */

/** Units that a series may carry. Energy code works in W and kWh. */
export type Unit =
  | "W"
  | "kW"
  | "mW"
  | "mWh"
  | "Wh"
  | "kWh"
  | "J"
  | "V"
  | "A"
  | "Hz"
  | "°C"
  | "min"
  | "%"
  | "1";

/** How the values of a series behave. A `day_counter` starts again at zero each local day. */
export type MetricKind = "gauge" | "counter" | "day_counter" | "flag";

/** What a series means to the energy code. */
export type Role =
  | "grid_power"
  | "import_energy"
  | "export_energy"
  | "generation_power"
  | "yield_today"
  | "yield_total"
  | "string_power"
  | "logger_online"
  | "battery_power"
  | "battery_charged_energy"
  | "battery_discharged_energy"
  | "state_of_charge"
  | "consumer_power"
  | "consumer_energy";

/** One metric of the specification. */
export interface Metric {
  /** Its name on the server. */
  readonly name: string;
  /** Unit of its values. */
  readonly unit: Unit;
  /** How its values behave. */
  readonly kind: MetricKind;
  /** Which exporter or rule provides it. */
  readonly from: "inverter" | "meter" | "rule";
  /** Labels that distinguish its series, besides those that a restart changes. */
  readonly identity: readonly string[];
  /** What it measures. */
  readonly meaning: string;
}

const inverter = (
  name: string,
  unit: Unit,
  meaning: string,
  kind: MetricKind = "gauge",
  identity: readonly string[] = [],
): Metric => ({ name: `inverter_${name}`, unit, kind, from: "inverter", identity, meaning });
const meter = (name: string, unit: Unit, meaning: string, kind: MetricKind): Metric => (
  { name: `gridbox_ha_${name}`, unit, kind, from: "meter", identity: ["ain"], meaning }
);
const rule = (name: string, unit: Unit, meaning: string): Metric => (
  { name: `home:${name}`, unit, kind: "gauge", from: "rule", identity: [], meaning }
);

/** Every metric of the specification, sections 2.1 to 2.3. */
export const METRICS: readonly Metric[] = [
  inverter("ac_active_power_watts", "W", "Current generation, AC side"),
  inverter("ac_voltage_volts", "V", "Grid voltage at the inverter"),
  inverter("ac_current_amperes", "A", "AC current"),
  inverter("ac_frequency_hertz", "Hz", "Grid frequency"),
  inverter(
    "production_today_kwh",
    "kWh",
    "Yield since local midnight; resets daily",
    "day_counter",
  ),
  inverter("production_total_kwh", "kWh", "Yield over the inverter's life", "counter"),
  inverter("dc_power_watts", "W", "Power of one string", "gauge", ["string"]),
  inverter("dc_voltage_volts", "V", "Voltage of one string", "gauge", ["string"]),
  inverter("dc_current_amperes", "A", "Current of one string", "gauge", ["string"]),
  inverter(
    "dc_production_today_kwh",
    "kWh",
    "Yield of one string since local midnight",
    "day_counter",
    ["string"],
  ),
  inverter("dc_total_power_watts", "W", "Power of all strings together"),
  inverter("operating_power_watts", "W", "The inverter's own consumption"),
  inverter("radiator_temperature_celsius", "°C", "Temperature of the inverter's heat sink"),
  inverter("uptime_minutes", "min", "Time since the inverter started", "counter"),
  inverter("logger_online", "1", "1 when the logger answered the last poll", "flag"),
  meter("multimeter_power_W", "W", "Grid power: positive import, negative export", "gauge"),
  meter("multimeter_energy_Wh", "Wh", "Imported energy, cumulative; never decreases", "counter"),
  meter("device_present", "1", "1 while the meter is reachable", "flag"),
  rule("power_grid_import:watts", "W", "Grid power: positive import, negative export"),
  rule("power_generation:watts", "W", "Generation; zero where the inverter is silent"),
  rule("power_total:watts", "W", "Household load"),
  rule("autarky:ratio", "1", "Share of the load covered by own generation, at most 1"),
];

/** Which dimension the values of a role have; it decides the units that a binding may name. */
export interface RoleInfo {
  /** Dimension of the values. */
  readonly dimension: "power" | "energy" | "ratio" | "flag";
  /** What a series with this role measures. */
  readonly meaning: string;
  /** The specification's metric, `null` where its meter has no such register. */
  readonly metric: string | null;
  /** Recording rule that is used if the metric has no samples at all. */
  readonly fallback?: string;
  /** Labels that distinguish several series of the role. */
  readonly by: readonly string[];
}

/** The roles that the energy code uses, with the specification's metrics. */
export const ROLES: Readonly<Record<Role, RoleInfo>> = {
  grid_power: {
    dimension: "power",
    meaning: "Power at the grid connection: positive import, negative export",
    metric: "gridbox_ha_multimeter_power_W",
    fallback: "home:power_grid_import:watts",
    by: [],
  },
  import_energy: {
    dimension: "energy",
    meaning: "The meter's import register (OBIS 1-0:1.8.0)",
    metric: "gridbox_ha_multimeter_energy_Wh",
    by: [],
  },
  export_energy: {
    dimension: "energy",
    meaning: "The meter's export register (OBIS 1-0:2.8.0), where it has one",
    metric: null,
    by: [],
  },
  generation_power: {
    dimension: "power",
    meaning: "AC power of the PV inverter",
    metric: "inverter_ac_active_power_watts",
    fallback: "home:power_generation:watts",
    by: [],
  },
  yield_today: {
    dimension: "energy",
    meaning: "The inverter's day counter",
    metric: "inverter_production_today_kwh",
    by: [],
  },
  yield_total: {
    dimension: "energy",
    meaning: "The inverter's lifetime counter",
    metric: "inverter_production_total_kwh",
    by: [],
  },
  string_power: {
    dimension: "power",
    meaning: "DC power per string",
    metric: "inverter_dc_power_watts",
    by: ["string"],
  },
  logger_online: {
    dimension: "flag",
    meaning: "1 when the inverter's logger answered the last poll",
    metric: "inverter_logger_online",
    by: [],
  },
  battery_power: {
    dimension: "power",
    meaning: "Power of the battery, with its sign",
    metric: null,
    by: [],
  },
  battery_charged_energy: {
    dimension: "energy",
    meaning: "The battery's lifetime counter of charged energy",
    metric: null,
    by: [],
  },
  battery_discharged_energy: {
    dimension: "energy",
    meaning: "The battery's lifetime counter of discharged energy",
    metric: null,
    by: [],
  },
  state_of_charge: {
    dimension: "ratio",
    meaning: "State of charge of the battery",
    metric: null,
    by: [],
  },
  consumer_power: {
    dimension: "power",
    meaning: "Power of a separately measured consumer, such as a wallbox",
    metric: null,
    by: [],
  },
  consumer_energy: {
    dimension: "energy",
    meaning: "Lifetime counter of a separately measured consumer, such as a heat pump",
    metric: null,
    by: [],
  },
};

/**
 * How the battery of a house is connected, which says what the generation roles contain. With
 * `hybrid_output` they count the AC output of an inverter that battery and panels share, with
 * `hybrid_panels` the panels in front of it.
 */
export const BATTERY_COUPLINGS = ["ac", "hybrid_output", "hybrid_panels"] as const;

/** How a battery is connected. */
export type BatteryCoupling = typeof BATTERY_COUPLINGS[number];

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
  { name: "autarky_direct", unit: "0–1", meaning: "Part of autarky: direct use ÷ consumption" },
  {
    name: "autarky_battery",
    unit: "0–1",
    meaning: "Rest of autarky: from the battery, without energy charged from the grid",
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
 * import { consumerColumns } from "./catalogue.ts";
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
 * import { bandColumns } from "./catalogue.ts";
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

/** Key figures of a period. */
export const KPIS = [
  {
    name: "self_consumption_rate",
    unit: "0–1",
    meaning: "Self-consumed ÷ yield, of the summed energies",
  },
  { name: "autarky", unit: "0–1", meaning: "1 − import ÷ consumption, of the summed energies" },
  { name: "specific_yield", unit: "kWh/kWp", meaning: "Yield ÷ nameplate power (final yield)" },
  { name: "capacity_factor", unit: "0–1", meaning: "Yield ÷ (nameplate power × real hours)" },
  { name: "base_load", unit: "W", meaning: "Low percentile of the load at night" },
  { name: "peak_import", unit: "W", meaning: "Greatest mean import of an interval" },
  { name: "peak_import_raw", unit: "W", meaning: "Greatest single sample of import" },
  { name: "peak_export", unit: "W", meaning: "Greatest mean export of an interval" },
  { name: "peak_export_raw", unit: "W", meaning: "Greatest single sample of export" },
  { name: "load_factor", unit: "0–1", meaning: "Mean load ÷ greatest mean load of an interval" },
  { name: "inverter_efficiency", unit: "0–1", meaning: "AC energy ÷ DC energy of all strings" },
] as const satisfies readonly ColumnInfo[];

/** Key figures of a house with a battery, besides the others. */
export const BATTERY_KPIS = [
  { name: "autarky_direct", unit: "0–1", meaning: "Part of autarky that PV covered directly" },
  {
    name: "autarky_battery",
    unit: "0–1",
    meaning: "Part of autarky that the battery covered, without energy charged from the grid",
  },
  {
    name: "battery_efficiency",
    unit: "0–1",
    meaning: "Discharged ÷ (charged − change of what is stored)",
  },
  { name: "battery_cycles", unit: "1", meaning: "Discharged ÷ usable capacity (full cycles)" },
  { name: "grid_charge_share", unit: "0–1", meaning: "Charged from the grid ÷ charged" },
] as const satisfies readonly ColumnInfo[];

/** Name of a key figure of a battery. */
export type BatteryKpiName = typeof BATTERY_KPIS[number]["name"];

/** Name of a key figure. */
export type KpiName = typeof KPIS[number]["name"];

/** Flags of the daily table and their meanings. */
export const FLAGS = {
  no_data: "Neither meter nor inverter has a sample in the period",
  running: "The day is not over",
  days_missing: "On some days of the period an energy is unknown; sums contain the other days",
  period_cut: "The range contains only part of the period",
  grid_gap: "Grid power samples are missing, so export may be too low",
  pv_gap: "Inverter samples are missing by day, or when it may be day",
  register_interpolated: "No meter reading near one of the midnights; it is interpolated",
  register_partial: "The meter's register is known for only part of the day",
  register_mismatch:
    "The server's increase exceeds the difference of the register readings; the readings count",
  import_integrated: "The meter's register has no samples; import is integrated from power",
  logger_down:
    "The device ran but its readings were lost: its counter advanced, or power was exported",
  outage: "The device did not run: its counter stood still when it should have advanced",
  gap_unknown: "Samples are missing for an unknown reason",
  recovered: "A counter shows the energy of a gap, but not the time of day",
  counter_reset: "A counter restarted at zero; counting continued",
  counter_repaired: "A counter fault was left out; see the repairs",
  counter_replaced: "A counter jumped further than is physically possible; the jump does not count",
  impossible_power:
    "A power sample exceeds what the fuse or the panels allow; left out, see the repairs",
  late_reset: "The inverter's day counter still showed the previous day; left out",
  yield_recovered: "The day counter misses part of the day; the lifetime counter is used",
  yield_integrated: "No counter has the yield; it is integrated from power",
  yield_partial: "The inverter's counters miss the end of the day",
  yield_mismatch: "Day counter and lifetime counter disagree by more than their resolution",
  export_exceeds_yield: "More energy was fed in than generated; self-consumption is unknown",
  sign_reversed: "Grid power seems to have the opposite sign of the household file; see the notice",
  unit_wrong: "A power or a counter seems to have another unit than the household file says",
  registers_swapped: "The registers of import and export seem to be swapped in the household file",
  meter_partial: "Grid power seems to cover only part of the house, such as one phase",
  meter_doubled: "Grid power or a register seems to contain a series or a consumer twice",
  series_repeated: "Two roles of the household file have the same series",
  generation_wrong: "The generation seems to be a consumer's power",
  zone_wrong: "The zone seems to be wrong, judging by the coordinates or the sun",
  place_wrong: "The coordinates seem to be wrong, judging by the sun",
  battery_gap: "Samples of the battery's power are missing",
  consumer_gap: "Samples of a consumer are missing; its energy is too low",
  charge_exceeds_yield:
    "More energy was charged and fed in than generated and drawn; the consumption is unknown",
  consumers_exceed_consumption:
    "The named consumers used more than the whole house; one may not be behind the meter",
  inverter_loss_included:
    "The consumption includes the losses of the hybrid inverter, which nothing measures",
  battery_unbound: "Grid power stays near zero at night: a battery seems to be missing in the file",
  battery_reversed:
    "The battery seems to charge while it discharges: a wrong sign, or exchanged counters",
  balanced: "Export and yield differ within their error; the less certain one was set to the other",
  rule_fallback: "Raw samples are missing; a recording rule is used",
  unchecked: "There is no second number yet to check the server's number against",
} as const;

/** A flag of the daily table. */
export type Flag = keyof typeof FLAGS;

/**
 * Looks up a metric of the specification.
 *
 * @throws {RangeError} If the specification has no such metric.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { metric } from "./catalogue.ts";
 *
 * assert(metric("inverter_dc_power_watts").identity.includes("string"));
 * ```
 */
export function metric(name: string): Metric {
  const found = METRICS.find((one) => one.name === name);
  if (!found) throw new RangeError(`No metric '${name}' in the catalogue`);
  return found;
}
