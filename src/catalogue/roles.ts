/**
 * What a series can mean to the energy code, and how a battery can be connected.
 *
 * @module
 */

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
