/**
 * Every metric of the specification. `docs/nomenclature.md` is rendered from this folder.
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

/**
 * Looks up a metric of the specification.
 *
 * @throws {RangeError} If the specification has no such metric.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { metric } from "./metrics.ts";
 *
 * assert(metric("inverter_dc_power_watts").identity.includes("string"));
 * ```
 */
export function metric(name: string): Metric {
  const found = METRICS.find((one) => one.name === name);
  if (!found) throw new RangeError(`No metric '${name}' in the catalogue`);
  return found;
}
