/**
 * The true energies of a local day, summed over the power of every second. This file uses no code of
 * Wattbook.
 *
 * @module
 */

import type { LocalDay } from "../../houses/local_days.ts";
import type { BatteryHouse } from "./house.ts";
import type { DayPowers } from "./powers.ts";

/** Energies of a local day [kWh] and the battery's state of charge [0–1], as they truly were. */
export interface TrueDay extends Record<Energy, number> {
  readonly day: LocalDay;
  readonly soc_start: number;
  readonly soc_end: number;
}

const ENERGIES = [
  "import_kwh",
  "export_kwh",
  "yield_kwh",
  "self_consumed_kwh",
  "consumption_kwh",
  "battery_charged_kwh",
  "battery_discharged_kwh",
  "battery_from_grid_kwh",
  "battery_to_grid_kwh",
  "direct_use_kwh",
  "stored_use_kwh",
  "battery_loss_kwh",
  "wallbox_kwh",
  "heat_pump_kwh",
  "other_kwh",
] as const;

/** A column of the truth that holds an energy. */
export type Energy = typeof ENERGIES[number];

/**
 * The truth of a day. In every second the roof serves the house first, then the battery, then the
 * grid; what a battery takes while the house imports comes from the grid, up to the import.
 *
 * @param before Energy in the battery when the day begins. [Wh]
 */
export function truthOf({ battery }: BatteryHouse, powers: DayPowers, before: number): TrueDay {
  const { day, seconds, grid, demand, wallbox, heatPump, generation, charging, stored } = powers;
  const sums = {
    ...{ imported: 0, exported: 0, generated: 0, used: 0, car: 0, heat: 0 },
    ...{ charged: 0, discharged: 0, fromGrid: 0, toGrid: 0 },
  };
  for (let s = 0; s < seconds; s++) {
    const imported = Math.max(grid[s]!, 0), exported = Math.max(-grid[s]!, 0);
    const into = Math.max(charging[s]!, 0), out = Math.max(-charging[s]!, 0);
    sums.imported += imported;
    sums.exported += exported;
    sums.charged += into;
    sums.discharged += out;
    sums.fromGrid += Math.min(into, imported);
    sums.toGrid += Math.min(out, exported);
    sums.generated += generation[s]!;
    sums.used += demand[s]!;
    sums.car += wallbox[s]!;
    sums.heat += heatPump[s]!;
  }
  const kwh = (wattSeconds: number) => wattSeconds / 3_600_000;
  const ofRoofFed = sums.exported - sums.toGrid, ofRoofStored = sums.charged - sums.fromGrid;
  const after = stored[seconds - 1]!;
  return {
    day,
    import_kwh: kwh(sums.imported),
    export_kwh: kwh(sums.exported),
    yield_kwh: kwh(sums.generated),
    self_consumed_kwh: kwh(sums.generated - ofRoofFed),
    consumption_kwh: kwh(sums.used),
    battery_charged_kwh: kwh(sums.charged),
    battery_discharged_kwh: kwh(sums.discharged),
    battery_from_grid_kwh: kwh(sums.fromGrid),
    battery_to_grid_kwh: kwh(sums.toGrid),
    direct_use_kwh: kwh(sums.generated - ofRoofFed - ofRoofStored),
    stored_use_kwh: kwh(sums.discharged - sums.toGrid),
    battery_loss_kwh: kwh(sums.charged - sums.discharged) - (after - before) / 1000,
    wallbox_kwh: kwh(sums.car),
    heat_pump_kwh: kwh(sums.heat),
    other_kwh: kwh(sums.used - sums.car - sums.heat),
    soc_start: before / battery.capacity,
    soc_end: after / battery.capacity,
  };
}

/** The truth as CSV, energies to a tenth of a watt-hour; the last row is the sum of all days. */
export function truthCsv(days: readonly TrueDay[], zone: string): string {
  const head = ["date", "start", "end", "hours", ...ENERGIES, "soc_start", "soc_end"].join(",");
  const row = (
    label: string,
    [start, end]: readonly [number, number],
    energies: Readonly<Record<Energy, number>>,
    charge: readonly [number, number],
  ) =>
    [
      ...[label, localTime(start, zone), localTime(end, zone), (end - start) / 3_600_000],
      ...ENERGIES.map((name) => energies[name].toFixed(4)),
      ...charge.map((share) => share.toFixed(4)),
    ].join(",");
  const rows = days.map((one) =>
    row(one.day.label, [one.day.start, one.day.end], one, [one.soc_start, one.soc_end])
  );
  const first = days[0]!, last = days.at(-1)!;
  const sums = Object.fromEntries(ENERGIES.map((name) => [
    name,
    days.reduce((sum, one) => sum + one[name], 0),
  ])) as Record<Energy, number>;
  const year = row(
    first.day.label.slice(0, 4),
    [first.day.start, last.day.end],
    sums,
    [first.soc_start, last.soc_end],
  );
  return [head, ...rows, year, ""].join("\n");
}

function localTime(instant: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
    .toString({ timeZoneName: "never", smallestUnit: "second" });
}
