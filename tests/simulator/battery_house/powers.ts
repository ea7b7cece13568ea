/**
 * All powers in the house, second by second. Power is constant within a second, so sums are exact.
 *
 * @module
 */

import type { LocalDay } from "../../houses/local_days.ts";
import { demand } from "../house/demand.ts";
import { generation } from "../house/roof.ts";
import { weather } from "../house/weather.ts";
import { HomeBattery } from "./battery.ts";
import { HeatPump } from "./heat_pump.ts";
import type { BatteryHouse } from "./house.ts";
import { climate } from "./outdoors.ts";
import { Wallbox } from "./wallbox.ts";

/** All powers of a local day. The arrays are used again for the next day and may be longer. */
export interface DayPowers {
  readonly day: LocalDay;
  /** Length of the day. [s] */
  readonly seconds: number;
  /** At the grid connection: positive import. [W] */
  readonly grid: Float64Array;
  /** Everything that uses energy: household, wallbox, heat pump; not the battery. [W] */
  readonly demand: Float64Array;
  /** [W] */
  readonly wallbox: Float64Array;
  /** [W] */
  readonly heatPump: Float64Array;
  /** AC power of the PV inverter. [W] */
  readonly generation: Float64Array;
  /** DC power of each string. [W] */
  readonly strings: readonly Float64Array[];
  /** The PV inverter is awake in [from, to). [s] */
  readonly awake: { readonly from: number; readonly to: number };
  /** AC power of the battery: positive while charging. [W] */
  readonly charging: Float64Array;
  /** Energy in the battery at the end of each second. [Wh] */
  readonly stored: Float64Array;
}

/** Seconds of the longest day. */
export const LONGEST = 90_000;
/** Below this state of charge the battery goes before the car. */
const BATTERY_FIRST = 0.5;
/**
 * A battery that has not been full for so many days is filled from the grid at night, so that its
 * cells stay balanced: at this hour, with this power. [d], [s], [W]
 */
const BALANCING = { after: 12, at: 2 * 3600, power: 3000 } as const;

/**
 * Lives through local days in order.
 *
 * @param isBatteryOff Tells at which moments the battery's inverter is off.
 */
export function* powersOf(
  house: BatteryHouse,
  days: readonly LocalDay[],
  isBatteryOff: (time: number) => boolean,
): Generator<DayPowers> {
  const { seed, battery: { capacity, power, reserve } } = house;
  const array = () => new Float64Array(LONGEST);
  const grid = array(), wallbox = array(), heatPump = array(), charging = array();
  const stored = array();
  const climates = climate(seed, days.map(({ label }) => label));
  const battery = new HomeBattery(house.battery, 0.35);
  const pump = new HeatPump(house), charger = new Wallbox(house);
  let sinceFull = 0, isBalancing = false;
  for (const [index, day] of days.entries()) {
    const { label, start } = day, seconds = Math.round((day.end - start) / 1000);
    const { ac, dc, awake } = generation(house, weather(seed, label, { seconds }), day);
    const load = demand(house, label, { seconds });
    const near = (offset: number) => climates[index + offset] ?? climates[index]!;
    pump.live(heatPump, { label, seconds, climates: [near(-1), near(0), near(1)] });
    charger.live(label);
    const month = Number(label.slice(5, 7)), isWinter = month >= 11 || month <= 2;
    const kept = isWinter ? reserve.winter : reserve.summer;
    for (let s = 0; s < seconds; s++) {
      load[s]! += heatPump[s]!;
      const own = ac[s]! - load[s]!;
      const surplus = battery.energy < BATTERY_FIRST * capacity ? own - power : own;
      load[s]! += wallbox[s] = charger.run(s, surplus);
      if (s === BALANCING.at && sinceFull >= BALANCING.after) isBalancing = true;
      const net = load[s]! - ac[s]!;
      const now = charging[s] = battery.run({
        net,
        least: isBalancing ? BALANCING.power : null,
        mayDischarge: !charger.isFast,
        reserve: kept,
        isOff: isBatteryOff(start + s * 1000),
      });
      stored[s] = battery.energy;
      grid[s] = net + now;
      if (battery.energy > 0.995 * capacity) {
        sinceFull = 0;
        isBalancing = false;
      }
    }
    sinceFull++;
    yield {
      ...{ day, seconds, grid, wallbox, heatPump, charging, stored },
      ...{ demand: load, generation: ac, strings: dc, awake },
    };
  }
}
