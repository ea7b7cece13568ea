import { type EnergyTable, totalRow } from "../energy/table.ts";
import { quantity } from "./quantity.ts";

/**
 * The period in a few sentences, as a person would tell it.
 *
 * @param days A table of days.
 */
export function summaryOf(days: EnergyTable): string {
  // Only days of which everything is known add up.
  const known = days.rows.filter((row) => row.consumption_kwh !== null);
  const total = totalRow({ ...days, rows: known });
  if (!total) {
    const imported = totalRow(days)?.import_kwh ?? null;
    return imported === null
      ? "Nothing is known of this period."
      : `The house drew ${quantity(imported, "kWh")} from the grid.`;
  }
  const kwh = (value: number | null) => quantity(value ?? 0, "kWh");
  const { consumption_kwh, self_consumed_kwh, import_kwh, export_kwh, yield_kwh, autarky } = total;
  const isPart = known.length < days.rows.length;
  return (isPart ? `On the ${known.length} days of which all is known, the` : "The") +
    ` house used ${kwh(consumption_kwh)}: ${kwh(self_consumed_kwh)} straight from its roof and ${
      kwh(import_kwh)
    } from the grid.` +
    (autarky === null ? "" : ` It covered ${quantity(autarky, "0–1")} of its needs itself.`) +
    ` The roof gave ${kwh(yield_kwh)}, of which ${kwh(export_kwh)} went into the grid.`;
}
