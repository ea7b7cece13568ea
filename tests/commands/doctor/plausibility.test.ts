import { expect, test } from "vitest";
import { metric } from "../../../src/catalogue/metrics.ts";
import { implausible } from "../../../src/commands/doctor/metrics.ts";
import { selector } from "../../../src/selector.ts";
import { minutely } from "./fakes.ts";

const complaint = (name: string, values: number[]) => {
  const { unit, kind } = metric(name);
  const probe = { selector: selector(name), name, unit, kind };
  return implausible({ probe, series: [minutely({}, values)] })?.found ?? null;
};
const POWER = "inverter_ac_active_power_watts", GRID = "gridbox_ha_multimeter_power_W";
const REGISTER = "gridbox_ha_multimeter_energy_Wh";

test.each<[string, number[], string | null]>([
  [POWER, [2310, 2412, 0], null],
  [POWER, [0, 0, 3], null],
  [POWER, [4.2, 6.9, 12.5], null],
  [POWER, [2.317, 2.412, 2.401], "2.401 look like kW"],
  [GRID, [-2.317, -0.412, 0.401], "0.401 look like kW"],
  [GRID, [-2317, 250_000], "250000 W is not plausible"],
  [REGISTER, [3_482_915, 3_482_915, 3_482_916], null],
  [REGISTER, [3_482_915, 3_482_914, 3_482_916], "falls from 3482915 to 3482914"],
  ["inverter_production_today_kwh", [21.3, 0, 0.1], null],
  ["inverter_uptime_minutes", [600, 0, 1], null],
  ["inverter_ac_voltage_volts", [231, 0, 232], null],
  ["inverter_ac_voltage_volts", [0.231], "0.231 V"],
  ["inverter_ac_frequency_hertz", [49.98], null],
  ["inverter_ac_frequency_hertz", [231], "231 Hz"],
  ["inverter_radiator_temperature_celsius", [-12, 65], null],
  ["inverter_radiator_temperature_celsius", [311], "311 °C"],
  ["inverter_logger_online", [0, 1], null],
  ["inverter_logger_online", [1, 2], "neither 0 nor 1"],
])("implausible() of %s %j", (name, values, found) => {
  if (found === null) expect(complaint(name, values)).toBeNull();
  else expect(complaint(name, values)).toContain(found);
});

test.each<[number[], string | null]>([
  [[0.1, 0.56, 1.003], null],
  [[0, 0, 0], null],
  // Percent that the household file takes for shares.
  [[10, 56, 100], "a share of 10 is not plausible"],
  [[-0.2, 0.5], "a share of -0.2 is not plausible"],
  // Shares that it takes for percent.
  [[0.001, 0.0056, 0.01], "it stays below 1 %, as shares from 0 to 1 would"],
])("implausible() of a state of charge %j", (values, found) => {
  const probe = { name: "battery_soc", unit: "1", kind: "gauge" } as const;
  expect(implausible({ probe, series: [minutely({}, values)] })?.found ?? null).toBe(found);
});
