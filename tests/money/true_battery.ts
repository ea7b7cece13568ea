/**
 * A simulated house with a battery, and what its meters tell.
 *
 * @module
 */

import type { LabelledSamples } from "../../src/columns.ts";
import { type Household, parseHousehold } from "../../src/household.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { type BatteryHistory, batteryHistory } from "../../src/money/battery_history.ts";
import type { House } from "../houses/house.ts";
import { daysOfMonth } from "../houses/local_days.ts";
import { sourceOf } from "../houses/memory.ts";
import { powersOf } from "../houses/physics.ts";
import { controlOf, type TrueBattery } from "./house_past.ts";

/** What happened, and what Wattbook makes of the samples. */
export interface BatteryMonth {
  /** True import with the battery. [kWh] */
  readonly imported: number;
  /** True export with the battery. [kWh] */
  readonly exported: number;
  /** The past without the battery, by cadence. */
  past(seconds: number): Promise<BatteryHistory>;
}

/** A house with a meter and an AC battery that are known by their power only. */
export function batteryHousehold(zone: string): Household {
  return parseHousehold({
    zone,
    battery_coupling: "ac",
    roles: {
      grid_power: { selector: "grid", unit: "W", sign: "import_positive" },
      battery_power: { selector: "battery", unit: "W", sign: "discharge_positive" },
      import_energy: null,
      generation_power: null,
      yield_today: null,
      yield_total: null,
    },
  });
}

/** Lives through a month. Shares no code with `src`. */
export function liveWithBattery(house: House, spec: TrueBattery): BatteryMonth {
  const { kwh, kw, efficiency } = spec, control = controlOf(spec);
  const days = daysOfMonth(house.month, house.place.zone, 1), own = days.slice(1, -1);
  const start = days[0]!.start, seconds = (days.at(-1)!.end - start) / 1000;
  const grid = new Float32Array(seconds), battery = new Float32Array(seconds);
  let stored = 0, at = 0, imported = 0, exported = 0;
  for (const powers of powersOf({ ...house, battery: null }, days)) {
    if (powers.day === own[0]) stored = 0;
    for (let s = 0; s < powers.seconds; s++, at++) {
      const net = powers.grid[s]!, wanted = 1000 * control(net / 1000);
      let given: number;
      if (wanted < 0) {
        given = -Math.min(-wanted, 1000 * kw, (kwh - stored) / efficiency * 3.6e6);
        stored -= given * efficiency / 3.6e6;
      } else {
        given = Math.min(wanted, 1000 * kw, stored * efficiency * 3.6e6);
        stored -= given / efficiency / 3.6e6;
      }
      battery[at] = given;
      grid[at] = net - given;
      if (!own.includes(powers.day)) continue;
      if (grid[at]! > 0) imported += grid[at]! / 3.6e6;
      else exported -= grid[at]! / 3.6e6;
    }
  }
  const sampled = (name: string, watts: Float32Array, every: number): LabelledSamples => {
    const rows = Math.floor(seconds / every);
    return {
      labels: { __name__: name },
      time: Float64Array.from({ length: rows }, (_, i) => start + 1000 * every * i),
      value: Float64Array.from({ length: rows }, (_, i) => watts[every * i]!),
    };
  };
  const household = batteryHousehold(house.place.zone);
  return {
    imported,
    exported,
    async past(every) {
      const series = [sampled("grid", grid, every), sampled("battery", battery, every)];
      const { table, reconciled, power } = await analyseDays(sourceOf(series), household, {
        from: own[0]!.label,
        to: own.at(-1)!.label,
        now: days.at(-1)!.end,
        power: [{ step: 1000 * every }],
      });
      return batteryHistory({ rows: table.rows, reconciled, power: power[0]!, household });
    },
  };
}
