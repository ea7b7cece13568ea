/**
 * An AC-coupled battery that tries to keep the power at the grid connection near zero.
 *
 * @module
 */

import type { Battery } from "./house.ts";

/** Losses of its inverter in each direction: constant, proportional, quadratic. [W], [W/W], [W/W²] */
const [IDLE, PROPORTIONAL, QUADRATIC] = [16, 0.011, 2.2e-6];
/** Share of the energy that the cells turn into heat in each direction, per watt. [1/W] */
const CELLS = 5e-6;
/** What its inverter draws from the house while it sleeps. [W] */
const SLEEPING = 7;
/** What the electronics draw from the cells, always. [W] */
const ELECTRONICS = 4;
/** It wakes up for a surplus or a demand beyond this for ten seconds, and sleeps below half. [W] */
const WAKE_UP = 70;
/** It aims to import a little rather than to feed in what it holds. [W] */
const TARGET = 12;
/** Share of the difference that it makes up for each second. */
const AGILITY = 0.3;
/** Seconds until it sees what its meter measured. */
const DELAY = 2;
/** Power with which it brings itself back to its reserve from the grid. [W] */
const UPKEEP = 800;

/** How a battery is run in a second. */
export interface BatteryCommand {
  /** Power at the grid connection without the battery: positive import. [W] */
  readonly net: number;
  /** Charges with at least this power, whatever the roof gives; `null` if it need not. [W] */
  readonly least: number | null;
  /** Whether it may discharge. */
  readonly mayDischarge: boolean;
  /** Share that it keeps for outages. */
  readonly reserve: number;
  /** Whether its inverter is off. */
  readonly isOff: boolean;
}

/** The battery through the year: call `run` once a second. */
export class HomeBattery {
  readonly #battery: Battery;
  /** Energy in the cells. [Wh] */
  energy: number;
  /** AC power of the last second: positive while charging. [W] */
  power = 0;
  readonly #seen: number[] = new Array(DELAY).fill(0);
  #isAwake = false;
  #quiet = 0;
  #isUpkeep = false;

  /** Starts at a share of its capacity. */
  constructor(battery: Battery, share: number) {
    this.#battery = battery;
    this.energy = share * battery.capacity;
  }

  /** Lives through a second and returns its AC power: positive while charging. [W] */
  run(command: BatteryCommand): number {
    const { capacity } = this.#battery, { reserve } = command;
    this.energy = Math.max(0, this.energy - ELECTRONICS / 3600);
    this.#seen.push(command.net);
    const net = this.#seen.shift()!;
    if (command.isOff) {
      this.#isAwake = false;
      return this.power = 0;
    }
    const charge = this.energy / capacity;
    if (charge < reserve - 0.025) this.#isUpkeep = true;
    if (charge >= reserve) this.#isUpkeep = false;
    const least = command.least ?? (this.#isUpkeep ? UPKEEP : null);
    const wanted = least === null ? this.#wanted(net, command) : Math.max(least, -net);
    this.#wake(wanted);
    if (!this.#isAwake) return this.power = SLEEPING;
    const from = this.power === SLEEPING ? 0 : this.power;
    const power = this.#limited(from + AGILITY * (wanted - from), reserve);
    this.energy += power > 0 ? stored(power) / 3600 : -drawn(-power) / 3600;
    return this.power = power;
  }

  #wanted(net: number, { mayDischarge, reserve }: BatteryCommand): number {
    const wanted = TARGET - net;
    if (wanted > 0) return wanted;
    return mayDischarge && this.energy > reserve * this.#battery.capacity ? wanted : 0;
  }

  /** It sleeps after a minute without work. */
  #wake(wanted: number): void {
    const canCharge = this.energy < 0.997 * this.#battery.capacity;
    const hasWork = Math.abs(wanted) > (this.#isAwake ? WAKE_UP / 2 : WAKE_UP) &&
      (wanted < 0 || canCharge);
    this.#quiet = hasWork === this.#isAwake ? 0 : this.#quiet + 1;
    if (this.#quiet < (this.#isAwake ? 60 : 10)) return;
    this.#isAwake = !this.#isAwake;
    this.#quiet = 0;
  }

  #limited(power: number, reserve: number): number {
    const { capacity, power: limit } = this.#battery;
    const room = 1 - this.energy / capacity;
    // The cells take less and less when they are nearly full.
    if (power > 0) return Math.min(power, limit * Math.min(1, 0.1 + room / 0.09), room * 4e6);
    return this.energy > reserve * capacity ? Math.max(power, -limit) : 0;
  }
}

function losses(power: number): number {
  return IDLE + PROPORTIONAL * power + QUADRATIC * power * power;
}

/** What reaches the cells of an AC power; a little power is lost whole, and more. [W] */
function stored(power: number): number {
  const direct = power - losses(power);
  return direct > 0 ? direct * (1 - CELLS * direct) : direct;
}

/** What the cells give for an AC power. [W] */
function drawn(power: number): number {
  const direct = power + losses(power);
  return direct * (1 + CELLS * direct);
}
