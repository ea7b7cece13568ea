/**
 * The truth in the columns of the table, and how far a table with battery and consumers is from it.
 *
 * @module
 */

import type { Analysis } from "../../src/energy/days.ts";
import type { HouseMonth } from "./house_month.ts";
import type { TrueDay } from "./truth.ts";

/** The truth in the columns of the table. */
export function trueColumns(day: TrueDay): Record<string, number> {
  const stored = day.charged_kwh - day.from_grid_kwh;
  return {
    import_kwh: day.import_kwh,
    export_kwh: day.export_kwh,
    yield_kwh: day.yield_kwh,
    self_consumed_kwh: day.self_consumed_kwh,
    consumption_kwh: day.consumption_kwh,
    autarky: Math.max(0, 1 - day.import_kwh / day.consumption_kwh),
    self_consumption_rate: day.self_consumed_kwh / day.yield_kwh,
    battery_charged_kwh: day.charged_kwh,
    battery_discharged_kwh: day.discharged_kwh,
    battery_from_grid_kwh: day.from_grid_kwh,
    battery_to_grid_kwh: day.to_grid_kwh,
    direct_use_kwh: day.self_consumed_kwh - stored,
    stored_use_kwh: day.discharged_kwh - day.to_grid_kwh,
    battery_loss_kwh: day.battery_loss_kwh,
    wallbox_kwh: day.wallbox_kwh,
    heat_pump_kwh: day.heat_pump_kwh,
  };
}

/** Columns of battery and consumers on complete days whose truth lies far outside their bands. */
export function farFromTruth({ truth }: HouseMonth, { table, reconciled }: Analysis): string[] {
  return table.rows.flatMap((row, d) => {
    if (!row.complete) return [];
    const columns = trueColumns(truth[d]!);
    return Object.entries(reconciled[d]!.devices?.bands ?? {}).flatMap(([column, band]) => {
      const is = columns[column];
      if (is === undefined || !band) return [];
      const off = Math.max(band.low - is, is - band.high);
      return off <= band.high - band.low ? [] : [`${row.date} ${column}`];
    });
  });
}
