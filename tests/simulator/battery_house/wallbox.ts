/**
 * The car and the wallbox: driving by day, charging in the evening or from the sun.
 *
 * @module
 */

import { type Random, random } from "../house/random.ts";
import type { BatteryHouse } from "./house.ts";

/** Power without a charging car: nothing plugged in, and a car plugged in. [W] */
const FREE = 3, PLUGGED = 5;
/** Share of the AC energy that reaches the car's battery. */
const CHARGER = 0.9;
/** A car charges with this current or not at all. [A] */
const LEAST = 6;
const VOLTS = 231;
/** In the evening it is charged at full power below the first share, up to the second. */
const EVENING = { below: 0.5, to: 0.75 } as const;
/** The sun may fill it up to this share. */
const SUN_TO = 0.95;
/** Time between two settings of the current; it varies, so that no clock keeps step with it. [s] */
const SETTING = { least: 9, most: 15 } as const;
/** Time before it starts, before a change of phases, before it stops. [s] */
const START = 60, PHASES = 180, STOP = 240;
const HOUR = 3600;

/** What the car does on a day. */
interface Plan {
  /** When it leaves and comes back; several trips are rare and left out. [s] */
  readonly trip: { readonly from: number; readonly to: number; readonly energy: number } | null;
  /** When charging at full power starts, if the car needs it. [s] */
  readonly evening: number;
}

/** The wallbox through the year: call `live` to begin a day, then `run` once a second. */
export class Wallbox {
  readonly #house: BatteryHouse;
  /** Energy in the car. [Wh] */
  energy: number;
  /** Whether the car charges at full power, whatever the sun does. */
  isFast = false;
  #plan: Plan = { trip: null, evening: 0 };
  #phases: 0 | 1 | 3 = 0;
  #amperes = 0;
  /** Seconds for which the wish to start, to stop or to change phases has lasted. */
  #waiting = 0;
  #power = FREE;
  /** When the current is set next, and how long that is after the last time. [s] */
  #next = 0;
  #interval = 0;
  #chance: Random;

  /** Starts with a car that is two thirds full. */
  constructor(house: BatteryHouse) {
    this.#house = house;
    this.energy = 0.65 * house.car.capacity;
    this.#chance = random(`${house.seed}/wallbox`);
  }

  /** Begins a day. */
  live(label: string): void {
    const { seed, away } = this.#house;
    const isAway = away.from <= label && label <= away.to;
    this.#plan = planOf(random(`${seed}/car/${label}`), label, isAway);
    this.#chance = random(`${seed}/wallbox/${label}`);
    this.#next = 0;
  }

  /**
   * Lives through a second and returns the power of the wallbox. [W]
   *
   * @param surplus What the roof gives beyond the needs of the house. [W]
   */
  run(second: number, surplus: number): number {
    const { trip } = this.#plan, { capacity } = this.#house.car;
    const isOut = trip !== null && second >= trip.from && second < trip.to;
    if (trip && second === trip.to) {
      this.energy = Math.max(0.08 * capacity, this.energy - trip.energy);
    }
    if (isOut) this.#stop();
    else this.#decide(second, surplus);
    if (this.#phases === 0) return this.#power = isOut ? FREE : PLUGGED;
    // Nearly full, the car takes less.
    const room = 1 - this.energy / capacity;
    const amperes = this.#amperes * Math.min(1, 0.3 + room / 0.06);
    const wanted = amperes * VOLTS * this.#phases;
    this.#power += 0.4 * (wanted - this.#power);
    this.energy += this.#power * CHARGER / HOUR;
    return this.#power;
  }

  #stop(): void {
    this.isFast = false;
    this.#phases = 0;
    this.#amperes = 0;
    this.#waiting = 0;
  }

  #decide(second: number, surplus: number): void {
    const { capacity, amperes } = this.#house.car;
    const share = this.energy / capacity, { evening } = this.#plan;
    if (second === evening && share < EVENING.below) {
      this.#stop();
      this.isFast = true;
      this.#phases = 3;
      this.#amperes = amperes;
    }
    if (this.isFast) {
      if (share >= EVENING.to) this.#stop();
      return;
    }
    if (share >= SUN_TO) return this.#stop();
    if (second < this.#next) return;
    this.#interval = Math.round(this.#chance.between(SETTING.least, SETTING.most));
    this.#next = second + this.#interval;
    this.#follow(surplus, amperes);
  }

  /** Sets the current to the surplus: one phase first, three when one is not enough. */
  #follow(surplus: number, most: number): void {
    const phases = this.#phases || 1;
    const now = Math.floor(surplus / VOLTS / phases);
    const shouldGrow = phases === 1 && surplus > 1.05 * LEAST * VOLTS * 3;
    if (this.#phases === 0) {
      this.#waiting = now >= LEAST ? this.#waiting + this.#interval : 0;
      if (this.#waiting < START) return;
      this.#phases = 1;
      this.#waiting = 0;
    } else if (now < LEAST || shouldGrow) {
      this.#waiting += this.#interval;
      if (shouldGrow && this.#waiting >= PHASES) this.#phases = 3;
      else if (now < LEAST && this.#waiting >= STOP) {
        // Three phases may be too many, and one still right.
        if (this.#phases === 1 || surplus < LEAST * VOLTS) return this.#stop();
        this.#phases = 1;
      } else {
        this.#amperes = Math.min(most, Math.max(LEAST, now));
        return;
      }
      this.#waiting = 0;
    } else this.#waiting = 0;
    this.#amperes = Math.min(most, Math.max(LEAST, Math.floor(surplus / VOLTS / this.#phases)));
  }
}

function planOf(chance: Random, label: string, isAway: boolean): Plan {
  const weekday = new Date(`${label}T12:00:00Z`).getUTCDay(), isWeekend = weekday % 6 === 0;
  const evening = Math.round(chance.between(18, 20.5) * HOUR);
  const stays = chance.chance(isWeekend ? 0.45 : weekday === 3 || weekday === 5 ? 0.7 : 0.08);
  const kilometres = chance.between(15, 35) + chance.exponential(isWeekend ? 45 : 12);
  const [from, to] = isWeekend
    ? [chance.between(9.5, 13), chance.between(15, 18)]
    : [chance.between(6.9, 7.7), chance.between(16.4, 17.8)];
  // On holiday the family takes the train.
  if (isAway || stays) return { trip: null, evening };
  const winter = Math.cos(2 * Math.PI * (Date.parse(label) / 86_400_000 % 365.25 - 15) / 365.25);
  const energy = kilometres * 2 * 0.5 * (170 + 35 * winter);
  return {
    trip: { from: Math.round(from * HOUR), to: Math.round(to * HOUR), energy },
    evening,
  };
}
