/**
 * The temperature outside.
 *
 * @module
 */

import { type Random, random } from "../house/random.ts";
import { type Sky, weather } from "../house/weather.ts";

/** Half the difference between the warmest and the coldest hour of a day. [K] */
const SWING: Readonly<Record<Sky, number>> = { clear: 5.5, broken: 3.5, overcast: 1.5 };

/**
 * The temperature of every minute of a year and the days around it, hour by hour of local winter
 * time. Warm and cold spells last some days; clear days are warmer in summer, colder in winter, and
 * swing more between night and afternoon.
 *
 * @param seed Root of all chance; the same as that of the weather.
 * @param labels The local days, in order.
 * @returns For each day its mean and half its swing. [°C], [K]
 */
export function climate(seed: string, labels: readonly string[]): DayClimate[] {
  const chance = random(`${seed}/climate`);
  let spell = 0;
  return labels.map((label) => {
    spell = 0.82 * spell + 2.1 * bell(chance);
    const summer = -Math.cos(2 * Math.PI * (dayOfYear(label) - 20) / 365.25);
    const { halves } = weather(seed, label, { seconds: 86_400 });
    const swing = (SWING[halves[0]] + SWING[halves[1]]) / 2;
    return { mean: 9.4 + 10.2 * summer + spell + 0.35 * (swing - 3) * summer, swing };
  });
}

/** The temperature of a day. */
export interface DayClimate {
  /** [°C] */
  readonly mean: number;
  /** Half the difference between the warmest and the coldest moment. [K] */
  readonly swing: number;
}

/**
 * The temperature in a second of a day. It goes straight from the mean of one noon to that of the
 * next, and swings around it; the warmest moment is at about three in the afternoon. [°C]
 */
export function temperatureAt(
  second: number,
  [before, day, after]: readonly [DayClimate, DayClimate, DayClimate],
): number {
  const share = second / 86_400 - 0.5;
  const other = share < 0 ? before : after, weight = Math.abs(share);
  const between = (own: number, neighbour: number) => own + (neighbour - own) * weight;
  return between(day.mean, other.mean) -
    between(day.swing, other.swing) * Math.cos(2 * Math.PI * (second - 3 * 3600) / 86_400);
}

/** Roughly a normal distribution with mean 0 and deviation 1. */
function bell(chance: Random): number {
  let sum = 0;
  for (let i = 0; i < 12; i++) sum += chance.between(0, 1);
  return sum - 6;
}

function dayOfYear(label: string): number {
  return (Date.parse(label) - Date.UTC(Number(label.slice(0, 4)), 0, 1)) / 86_400_000 + 1;
}
