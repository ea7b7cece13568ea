/**
 * The past of a simulated house: what Wattbook makes of its samples, and the truth of every second.
 *
 * @module
 */

import { analyseDays } from "../../src/energy/days.ts";
import { parseHousehold } from "../../src/household.ts";
import { type BatteryHistory, batteryHistory } from "../../src/money/battery_history.ts";
import type { House } from "../houses/house.ts";
import { simulateMonth } from "../houses/house_month.ts";
import { daysOfMonth } from "../houses/local_days.ts";
import { sourceOf } from "../houses/memory.ts";
import { powersOf } from "../houses/physics.ts";

/** A battery of the truth. [kWh, kW] */
export interface TrueBattery {
  readonly kwh: number;
  readonly kw: number;
  /** One way. [0–1] */
  readonly efficiency: number;
  /** How its control follows the house: at once, or after a dead time and with a lag. [s] */
  readonly control?: { readonly dead: number; readonly lag: number };
}

/** What a month truly was. [kWh] */
export interface TrueMonth {
  /** With the house's own battery, if it has one. */
  imported: number;
  exported: number;
  /** Without any. */
  importedWithout: number;
  exportedWithout: number;
  /** With each asked battery in its place, empty at first, in every second. */
  readonly batteries: readonly { imported: number; exported: number; stored: number }[];
}

/** Lives through a month, second by second. Shares no code with `src`. */
export function trueMonth(house: House, batteries: readonly TrueBattery[]): TrueMonth {
  const days = daysOfMonth(house.month, house.place.zone, 1), own = days.slice(1, -1);
  const sums = batteries.map(() => ({ imported: 0, exported: 0, stored: 0 }));
  const controls = batteries.map(controlOf);
  const month = { imported: 0, exported: 0, importedWithout: 0, exportedWithout: 0 };
  for (const { day, seconds, grid, charging } of powersOf(house, days)) {
    if (!own.includes(day)) continue;
    for (let s = 0; s < seconds; s++) {
      const now = grid[s]! / 3.6e6, net = (grid[s]! - charging[s]!) / 3.6e6;
      if (now > 0) month.imported += now;
      else month.exported -= now;
      if (net > 0) month.importedWithout += net;
      else month.exportedWithout -= net;
      batteries.forEach(({ kwh, kw, efficiency }, b) => {
        const sum = sums[b]!, wanted = controls[b]!(net * 3600) / 3600;
        let rest = net;
        if (wanted < 0) {
          const into = Math.min(-wanted, kw / 3600, (kwh - sum.stored) / efficiency);
          sum.stored += into * efficiency;
          rest += into;
        } else {
          const out = Math.min(wanted, kw / 3600, sum.stored * efficiency);
          sum.stored -= out / efficiency;
          rest -= out;
        }
        if (rest > 0) sum.imported += rest;
        else sum.exported -= rest;
      });
    }
  }
  return { ...month, batteries: sums };
}

/**
 * The power that a control asks of the battery, second by second, given what the house would draw without
 * it: after a dead time it closes in on that. [kW]
 */
export function controlOf({ control, kw }: TrueBattery): (kw: number) => number {
  if (!control) return (power) => power;
  const { dead, lag } = control, share = 1 - Math.exp(-1 / lag);
  const heard = new Float64Array(dead + 1);
  let set = 0, at = 0;
  return (power) => {
    heard[at % heard.length] = Math.max(-kw, Math.min(kw, power));
    const then = heard[++at % heard.length]!;
    set += (then - set) * share;
    return set;
  };
}

/** What Wattbook knows of the month by its samples. */
export async function knownPast(house: House, step: number): Promise<BatteryHistory> {
  const { series, file, days } = simulateMonth(house);
  const household = parseHousehold(file);
  const { table, reconciled, power } = await analyseDays(sourceOf(series), household, {
    from: days[0]!.label,
    to: days.at(-1)!.label,
    now: days.at(-1)!.end + 3_600_000,
    power: [{ step }],
  });
  return batteryHistory({ rows: table.rows, reconciled, power: power[0]!, household });
}

/** A house whose devices are all read so often. */
export function readEvery(house: House, seconds: number): House {
  const cadence = { kind: "regular", step: seconds, deadband: 0 } as const;
  return {
    ...house,
    meter: { ...house.meter, cadence },
    inverters: house.inverters.map((one) => ({ ...one, cadence })),
  };
}
