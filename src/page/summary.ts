/**
 * The period in a few sentences.
 *
 * @module
 */

import type { Energies } from "../energy/balance.ts";
import { type EnergyRow, type EnergyTable, totalRow } from "../energy/table.ts";
import { counted } from "../text.ts";
import { quantity } from "./quantity.ts";

/**
 * The period in a few sentences. Each sum is the one of its card: over all days on which that energy is
 * known. Where these are not the same days, the sentences say on how many it is known.
 *
 * @param days A table of days.
 */
export function summaryOf(days: EnergyTable): string {
  const total = totalRow(days);
  const known = (name: keyof Energies) => days.rows.filter((row) => row[name] !== null).length;
  const kwh = (name: keyof Energies) => quantity(total?.[name] ?? 0, "kWh");
  const drawn = known("import_kwh"), used = known("consumption_kwh");
  if (!total || drawn + used === 0) return "There is no data for this period.";
  if (used === 0) return `The house drew ${kwh("import_kwh")} from the grid.`;
  const own = total.autarky === null
    ? ""
    : ` It covered ${quantity(total.autarky, "0–1")} of its needs itself.`;
  if (["import_kwh", "export_kwh", "yield_kwh"].every((name) => known(name as Way) === used)) {
    const isPart = used < days.rows.length;
    return (isPart
      ? `On the ${counted(used, "day")} on which all energies are known, the`
      : "The") +
      ` house used ${kwh("consumption_kwh")}: ${sourcesOf(total)}${own} The panels generated ` +
      `${kwh("yield_kwh")}, of which ${kwh("export_kwh")} went into the grid.`;
  }
  // These sums do not add up, because they are of different days.
  const on = (name: Way) => `on ${known(name)} of ${counted(days.rows.length, "day")}`;
  return `On the ${counted(used, "day")} on which all energies are known, the house used ` +
    `${kwh("consumption_kwh")}${
      total.battery ? "" : `, ${kwh("self_consumed_kwh")} of it straight from its roof`
    }.${own} ` +
    `It drew ${kwh("import_kwh")} from the grid (known ${
      on("import_kwh")
    }). The panels generated ` +
    `${kwh("yield_kwh")} (${on("yield_kwh")}), and ${kwh("export_kwh")} went into the grid ` +
    `(${on("export_kwh")}).`;
}

/** Import that is no consumption yet; less is noise of two meters. [kWh] */
const CHARGED = 0.5;

/** Where the consumption came from. */
function sourcesOf({ import_kwh, self_consumed_kwh, battery }: EnergyRow): string {
  const kwh = (value: number | null) => quantity(value ?? 0, "kWh");
  if (!battery) {
    return `${kwh(self_consumed_kwh)} straight from its roof and ${kwh(import_kwh)} from the grid.`;
  }
  if (battery.direct_use_kwh === null) {
    return `${kwh(import_kwh)} from the grid, the rest from its roof and its battery.`;
  }
  const { battery_from_grid_kwh: charged } = battery;
  return `${kwh(battery.direct_use_kwh)} straight from its roof, ${
    kwh(battery.stored_use_kwh)
  } from the battery and the rest from the grid. It drew ${kwh(import_kwh)}${
    charged === null || charged < CHARGED ? "" : `, of which ${kwh(charged)} charged the battery`
  }.`;
}

type Way = "import_kwh" | "export_kwh" | "yield_kwh";
