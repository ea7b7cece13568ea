/**
 * The heat pump: what the house loses in heat and the people use in hot water, as electric power.
 *
 * @module
 */

import { type Random, random } from "../house/random.ts";
import type { BatteryHouse } from "./house.ts";
import { type DayClimate, temperatureAt } from "./outdoors.ts";

/** Power while it waits, and of the pump that moves the water. [W] */
const STANDBY = 9, CIRCULATION = 42;
/** Temperature of the water in the floors at 0 °C outside, and of that for the taps. [°C] */
const FLOOR = 33, TAP = 52;
/** Thermal output while it heats water for the taps. [W] */
const TAP_OUTPUT = 5000;
/** The floors hold this much heat between two runs. [Wh] */
const FLOOR_STORE = 2600;
/** Outside it starts to heat below this temperature, averaged over half a day. [°C] */
const HEATING_LIMIT = 13.5;
const MINUTE = 60, HOUR = 3600;

/** The heat pump of a house through the year: call `live` with the days in order. */
export class HeatPump {
  readonly #house: BatteryHouse;
  /** Averaged over half a day. [°C] */
  #slow = NaN;
  /** Heat that the floors lack. [Wh] */
  #lack = FLOOR_STORE / 2;
  /** Heat that the tank lacks. [Wh] */
  #tank = 0;
  #mode: "off" | "floor" | "tap" = "off";
  /** Seconds in this mode. */
  #since = 0;
  /** Seconds with ice growing on the evaporator, and of the thaw. */
  #ice = 0;
  #thaw = 0;
  /** When the next thaw is due. [s] of `#ice` */
  #due = 4000;

  /** Starts with warm floors. */
  constructor(house: BatteryHouse) {
    this.#house = house;
  }

  /**
   * Lives through a day.
   *
   * @param power Gets the electric power of each second. [W]
   */
  live(
    power: Float64Array,
    { label, seconds, climates }: {
      readonly label: string;
      readonly seconds: number;
      readonly climates: readonly [DayClimate, DayClimate, DayClimate];
    },
  ): void {
    const chance = random(`${this.#house.seed}/heat pump/${label}`);
    const isAway = this.#house.away.from <= label && label <= this.#house.away.to;
    const fills = isAway ? [] : tapTimes(chance);
    let outside = 0;
    for (let s = 0; s < seconds; s++) {
      if (s % MINUTE === 0) outside = temperatureAt(s, climates);
      if (s === fills[0]?.at) this.#tank = fills.shift()!.heat;
      power[s] = this.#second(outside, chance);
    }
  }

  #second(outside: number, chance: Random): number {
    const { loss, indoors, gains, output } = this.#house.heating;
    this.#slow = Number.isNaN(this.#slow) ? outside : this.#slow + (outside - this.#slow) / 43_200;
    const isSeason = this.#slow < HEATING_LIMIT;
    const lost = Math.max(0, loss * (indoors - this.#slow) - gains);
    if (isSeason) this.#lack += lost / HOUR;
    this.#switch(isSeason, chance);
    this.#since++;
    if (this.#mode === "off") return STANDBY;
    if (this.#isThawing(outside, chance)) {
      this.#lack += 2500 / HOUR;
      return 620 + CIRCULATION;
    }
    const isTap = this.#mode === "tap";
    const wanted = isTap ? TAP_OUTPUT : Math.max(output.least, 1.12 * lost);
    // It cannot give as much when it is cold outside, and starts slowly.
    const most = output.greatest * (1 + 0.018 * (outside - 2));
    const heat = Math.min(wanted, most) * Math.min(1, 0.35 + this.#since / 400);
    if (isTap) this.#tank -= heat / HOUR;
    else this.#lack -= heat / HOUR;
    const water = isTap ? TAP : FLOOR - 0.35 * outside;
    return STANDBY + CIRCULATION + heat / performance(water, outside);
  }

  #switch(isSeason: boolean, chance: Random): void {
    const before = this.#mode, isLong = this.#since > 10 * MINUTE;
    // The tank comes first; the floors are slow and do not notice.
    if (this.#tank > 0) this.#mode = "tap";
    else if (before === "tap") this.#mode = "off";
    else if (before === "floor" && isLong && (!isSeason || this.#lack < 0)) this.#mode = "off";
    else if (before === "off" && isLong && isSeason && this.#lack > FLOOR_STORE) {
      this.#mode = "floor";
    }
    if (this.#mode === before) return;
    this.#since = 0;
    if (before === "off") this.#due = chance.between(50, 95) * MINUTE;
  }

  /** In damp cold the evaporator freezes; every hour or so the machine thaws it. */
  #isThawing(outside: number, chance: Random): boolean {
    if (this.#thaw > 0) {
      this.#thaw--;
      return true;
    }
    if (outside > 4) {
      this.#ice = Math.max(0, this.#ice - 1);
      return false;
    }
    this.#ice += outside > -7 ? 1 : 0.5;
    if (this.#ice < this.#due) return false;
    this.#ice = 0;
    this.#due = chance.between(50, 95) * MINUTE;
    this.#thaw = Math.round(chance.between(3, 6) * MINUTE);
    return false;
  }
}

/** Heat for electricity: a share of what physics allows between the two temperatures. */
function performance(water: number, outside: number): number {
  return 0.46 * (water + 276) / (water - outside + 8);
}

/** When the tank is filled, on the owner's timer at noon and sometimes after showers. */
function tapTimes(chance: Random): { at: number; heat: number }[] {
  const noon = Math.round((12.5 + chance.between(0, 0.4)) * HOUR);
  const fills = [{ at: noon, heat: chance.between(3200, 5600) }];
  if (chance.chance(0.4)) {
    fills.push({
      at: Math.round(chance.between(19, 21.5) * HOUR),
      heat: chance.between(1400, 2800),
    });
  }
  return fills;
}
