import type { BatteryFigures } from "../../src/energy/battery_balance.ts";
import type { EnergyRow, EnergyTable } from "../../src/energy/table.ts";

/** A complete day of 24 hours, with round numbers. */
export function energyRow(date: string, part: Partial<EnergyRow> = {}): EnergyRow {
  const start = Date.parse(date);
  return {
    date,
    start,
    end: start + 86_400_000,
    hours: 24,
    import_kwh: 2,
    export_kwh: 6,
    yield_kwh: 9,
    self_consumed_kwh: 3,
    consumption_kwh: 5,
    autarky: 0.6,
    self_consumption_rate: 1 / 3,
    coverage_grid: 1,
    coverage_pv: 1,
    complete: true,
    method: "",
    flags: [],
    ...part,
  };
}

/** Columns of a battery on a complete day. */
export function batteryFigures(part: Partial<BatteryFigures> = {}): BatteryFigures {
  return {
    battery_charged_kwh: 2,
    battery_discharged_kwh: 1,
    battery_from_grid_kwh: 0,
    battery_to_grid_kwh: 0,
    direct_use_kwh: 1,
    stored_use_kwh: 1,
    battery_loss_kwh: 0.25,
    soc_start: 0.2,
    soc_end: 0.5,
    autarky_direct: 0.2,
    autarky_battery: 0.2,
    coverage_battery: 1,
    ...part,
  };
}

/** What a day without samples has. */
export const UNKNOWN = {
  import_kwh: null,
  export_kwh: null,
  yield_kwh: null,
  self_consumed_kwh: null,
  consumption_kwh: null,
  autarky: null,
  self_consumption_rate: null,
  coverage_grid: 0,
  coverage_pv: 0,
  complete: false,
} as const satisfies Partial<EnergyRow>;

/** A table of days. */
export function tableOf(rows: readonly EnergyRow[]): EnergyTable {
  return { kind: "day", zone: "UTC", source: "test", rows, notices: [] };
}
