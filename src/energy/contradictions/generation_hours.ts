/**
 * The hours of generation, as hands on a clock.
 *
 * @module
 */

import type { Samples } from "../../columns.ts";
import { gapCap } from "../../frames/samples.ts";
import { HOUR, type Period } from "../../time.ts";
import type { HouseholdSignals } from "../signals/household_signals.ts";
import { HOURS, interpolatedAt, STEP } from "./instants.ts";

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

/** The times of a day on a circle. */
const SLOTS = 24 * HOUR / STEP;
const CIRCLE = Array.from({ length: SLOTS }, (_, slot) => {
  const angle = slot / SLOTS * 2 * Math.PI;
  return { x: Math.cos(angle), y: Math.sin(angle) };
});

export function hoursOf(
  { at, day, days, generation_w, powers, signals: { inverters } }: {
    readonly at: Float64Array;
    readonly day: Uint16Array;
    readonly days: readonly Period[];
    readonly generation_w: Float64Array;
    /** The powers behind it; none if only counters are bound. */
    readonly powers: readonly Samples[];
    readonly signals: Pick<HouseholdSignals, "inverters">;
  },
): GenerationHours | null {
  // It is light between two samples, however far apart they are, and when any inverter generates.
  const seen = generation_w.slice();
  for (const one of powers.length > 0 ? powers : inverters) {
    const watts = interpolatedAt(one, at, Math.max(gapCap(one), HOUR));
    for (let i = 0; i < at.length; i++) {
      if (Number.isNaN(seen[i]!) || watts[i]! > seen[i]!) seen[i] = watts[i]!;
    }
  }
  const x = new Float64Array(days.length), y = new Float64Array(days.length);
  let count = 0;
  const lit: number[] = [];
  for (let i = 0; i < at.length; i++) {
    if (!(seen[i]! > SOME)) continue;
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

/** From one hour of the day to another, the shorter way around. [−12 to 12 h] */
export function hoursApart(hour: number, other: number): number {
  return (hour - other + 60) % 24 - 12;
}
