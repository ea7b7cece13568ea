/**
 * The household file of a house with battery, wallbox and heat pump.
 *
 * @module
 */

import type { BatteryHouse } from "./house.ts";

/** Binds all roles, with the units and signs of the house's devices. */
export function batteryHouseholdFile(house: BatteryHouse): Record<string, unknown> {
  const { zone, latitude, longitude, strings, battery } = house;
  const bound = (selector: string, unit: string) => ({ selector, unit });
  const consumer = (name: string) => ({
    power: { name, ...bound(`${name}_power_watts`, "W") },
    energy: { name, ...bound(`${name}_energy_wh_total`, "Wh") },
  });
  const consumers = ["wallbox", "heat_pump"].map(consumer);
  return {
    zone,
    latitude,
    longitude,
    strings: strings.map(({ name, kwp }) => ({ name, kwp })),
    fuse_amperes: 35,
    phases: 3,
    battery_coupling: "ac",
    roles: {
      grid_power: bound("grid_power_watts", "W"),
      import_energy: bound("grid_import_wh_total", "Wh"),
      export_energy: bound("grid_export_wh_total", "Wh"),
      generation_power: bound("pv_power_watts", "W"),
      yield_today: bound("pv_yield_today_wh", "Wh"),
      yield_total: bound("pv_yield_total_kwh", "kWh"),
      string_power: bound("pv_string_power_watts", "W"),
      logger_online: null,
      battery_power: { ...bound("battery_power_watts", "W"), sign: "discharge_positive" },
      battery_charged_energy: bound("battery_charged_wh_total", "Wh"),
      battery_discharged_energy: bound("battery_discharged_wh_total", "Wh"),
      state_of_charge: {
        ...bound("battery_soc_percent", "%"),
        capacity_kwh: battery.capacity / 1000,
      },
      consumer_power: consumers.map(({ power }) => power),
      consumer_energy: consumers.map(({ energy }) => energy),
    },
  };
}
