/**
 * The hours of generation, as hands on a clock.
 *
 * @module
 */

import { rowAfter, type Samples } from "../../columns.ts";
import { deadbandOf } from "../../frames/deadband.ts";
import { gapCap } from "../../frames/samples.ts";
import { HOUR, type Period } from "../../time.ts";
import { HOURS, interpolatedAt, LONGEST_HOLD, STEP } from "./instants.ts";

/** At which hours there is generation. */
export interface GenerationHours {
  /** The middle of the hours, which is about solar noon whatever the panels face. UTC. [h] */
  readonly middle: number;
  /**
   * Whether the hours may be the sun's: long, and with the same middle every day. What ends at another
   * time each evening comes from a battery; what lasts for some hours is a consumer with a timer.
   */
  readonly isSunlike: boolean;
}

/** Fewer days with generation say nothing. */
const DAYS = 3;
/** The middle moves by less than this from day to day. [h] */
const PUNCTUAL = 0.75;
/** The sun shines for so long, also in winter. [h] */
const DAYLIGHT = 5;
/** Concentration of the hours: 0 for hours all around the clock, 1 for a moment. */
const CONCENTRATED = 0.2;
/** Less is no generation. [W] */
const SOME = 5;
/** It is light between two steps of a counter that lie no farther apart. [ms] */
const BETWEEN_STEPS = 3 * HOUR;

/** The times of a day on a circle. */
const SLOTS = 24 * HOUR / STEP;
const CIRCLE = Array.from({ length: SLOTS }, (_, slot) => {
  const angle = slot / SLOTS * 2 * Math.PI;
  return { x: Math.cos(angle), y: Math.sin(angle) };
});

export function hoursOf(
  { at, day, days, generation_w, powers, counters }: {
    readonly at: Float64Array;
    readonly day: Uint16Array;
    readonly days: readonly Period[];
    readonly generation_w: Float64Array;
    /** The powers behind it; none if only counters are bound. */
    readonly powers: readonly Samples[];
    /** Counters of the generation, which stand in for the powers. */
    readonly counters: readonly Samples[];
  },
): GenerationHours | null {
  // It is light between two samples, however far apart they are, and when any inverter generates.
  const deadbands = powers.map(deadbandOf);
  const areHeld = powers.length > 0 && !deadbands.includes(null);
  const seen = areHeld
    ? generation_w.map((watts, i) => powers.every((one) => isAsleep(one, at[i]!)) ? NaN : watts)
    : generation_w.slice();
  const each = powers.length > 0
    ? powers.map((one) => interpolatedAt(one, at, Math.max(gapCap(one), HOUR)))
    : counters.map((one) => interpolatedAt(stepPower(one), at, BETWEEN_STEPS));
  for (const watts of each) {
    for (let i = 0; i < at.length; i++) {
      if (Number.isNaN(seen[i]!) || watts[i]! > seen[i]!) seen[i] = watts[i]!;
    }
  }
  // Within its deadband, a device that writes on change may have fallen to zero unheard.
  const least = deadbands.reduce<number>((sum, one) => sum + (one ?? 0), SOME);
  const x = new Float64Array(days.length), y = new Float64Array(days.length);
  let count = 0;
  const lit: number[] = [];
  for (let i = 0; i < at.length; i++) {
    if (!(seen[i]! > least)) continue;
    const time = CIRCLE[Math.round(at[i]! / STEP) % SLOTS]!, d = day[i]!;
    x[d]! += time.x;
    y[d]! += time.y;
    count++;
    if (lit.at(-1) !== d) lit.push(d);
  }
  const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0);
  const allX = sum(x), allY = sum(y);
  if (lit.length < DAYS || Math.hypot(allX, allY) < CONCENTRATED * count) return null;
  const hourOf = (dx: number, dy: number) => (Math.atan2(dy, dx) / Math.PI * 12 + 24) % 24;
  const middle = hourOf(allX, allY);
  const apart = lit.reduce((all, d) => all + Math.abs(hoursApart(hourOf(x[d]!, y[d]!), middle)), 0);
  const isPunctual = apart / lit.length <= PUNCTUAL;
  return { middle, isSunlike: isPunctual && count * HOURS >= DAYLIGHT * lit.length };
}

/**
 * Whether an instant lies in a silence that is too long for a device that writes on change. Before a
 * night without samples, its last value is no generation of the evening.
 */
function isAsleep({ time }: Samples, instant: number): boolean {
  const next = rowAfter(time, instant);
  return !(time[next]! - time[next - 1]! <= LONGEST_HOLD);
}

/** The power of a counter between its steps, however coarse they are. [W] */
function stepPower({ time, value }: Samples): Samples {
  const at: number[] = [], watts: number[] = [];
  for (let row = 1, last = 0; row < time.length; row++) {
    if (value[row] === value[row - 1]) continue;
    const span = time[row]! - time[last]!, rise = value[row]! - value[row - 1]!;
    if (last > 0 && span <= BETWEEN_STEPS) {
      at.push(time[last]! + 1, time[row]!);
      const mean = rise > 0 ? 1000 * rise * HOUR / span : 0;
      watts.push(mean, mean);
    }
    last = row;
  }
  return { time: Float64Array.from(at), value: Float64Array.from(watts) };
}

/** From one hour of the day to another, the shorter way around. [−12 to 12 h] */
export function hoursApart(hour: number, other: number): number {
  return (hour - other + 60) % 24 - 12;
}
