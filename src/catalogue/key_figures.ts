/**
 * The key figures of a period: names, units, meanings.
 *
 * @module
 */

import type { ColumnInfo } from "./columns.ts";

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
  {
    name: "autarky_direct",
    unit: "0–1",
    meaning: "Part of the self-sufficiency (autarky) that PV covered directly",
  },
  {
    name: "autarky_battery",
    unit: "0–1",
    meaning:
      "Part of the self-sufficiency (autarky) that the battery covered, without energy charged from the grid",
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
