/**
 * The zone: the inverter's days against the sun's.
 *
 * @module
 */

import { gapCap } from "../../frames/samples.ts";
import { HOUR } from "../../time.ts";
import { type Contradiction, DAYS, type Facts, powerAt, STEP } from "./facts.ts";

/** The sun is highest within this of noon by the clock, wherever people live. [h] */
const NOON = 3;
/** The middle of the hours of generation moves by less than this from day to day. [h] */
const PUNCTUAL = 0.75;
/** If the inverter's clock says the same, less is enough. [h] */
const CLOCK = 2.5, BETTER = 0.5;

/** The times of a day on a circle. */
const CIRCLE = Array.from({ length: 26 * HOUR / STEP }, (_, slot) => {
  const angle = slot * STEP / HOUR / 12 * Math.PI;
  return { x: Math.cos(angle), y: Math.sin(angle) };
});

/** The greatest of several powers at each instant; 0 where none is known. [W] */
function greatest(powers: readonly Float64Array[], length: number): Float64Array {
  const out = new Float64Array(length);
  for (const watts of powers) {
    for (let i = 0; i < length; i++) if (watts[i]! > out[i]!) out[i] = watts[i]!;
  }
  return out;
}

/** The middle of the hours of generation, which is about solar noon whatever the panels face. */
export function wrongZone(facts: Facts): Contradiction[] {
  const { days, at, day, signals: { inverters, generation }, household } = facts;
  const powers = generation.time.length > 0 ? [generation] : inverters;
  // It is light between two samples, however far apart they are.
  const held = powers.map((one) => powerAt(one, at, Math.max(gapCap(one), HOUR)));
  const seen = held.length === 1 ? held[0]! : greatest(held, at.length);
  const x = new Float64Array(days.length), y = new Float64Array(days.length);
  let count = 0;
  const lit: number[] = [];
  for (let i = 0; i < at.length; i++) {
    if (!(seen[i]! > 5)) continue;
    const time = CIRCLE[Math.round((at[i]! - days[day[i]!]!.start) / STEP)]!;
    x[day[i]!]! += time.x;
    y[day[i]!]! += time.y;
    count++;
    if (lit.at(-1) !== day[i]) lit.push(day[i]!);
  }
  const allX = x.reduce((sum, one) => sum + one, 0), allY = y.reduce((sum, one) => sum + one, 0);
  if (lit.length < DAYS || Math.hypot(allX, allY) < 0.2 * count) return [];
  const middle = (dx: number, dy: number) => (Math.atan2(dy, dx) / Math.PI * 12 + 24) % 24;
  const noon = middle(allX, allY), off = noon - 12;
  // The sun is punctual. What ends at another time each evening comes from a battery.
  const late =
    lit.reduce((sum, d) => sum + Math.abs((middle(x[d]!, y[d]!) - noon + 36) % 24 - 12), 0) /
    lit.length;
  if (late > PUNCTUAL) return [];
  const isTold = facts.clocks.some((clock) => {
    if (!clock || clock.latest - clock.earliest > 3 * HOUR) return false;
    const hours = (clock.earliest + clock.latest) / 2 / HOUR;
    const rest = Math.abs((off - hours + 36) % 24 - 12);
    return Math.abs(hours) > CLOCK && rest < Math.abs(off) - BETTER;
  });
  if (Math.abs(off) <= NOON && !isTold) return [];
  const text = `${String(Math.floor(noon)).padStart(2, "0")}:${
    String(Math.floor(noon % 1 * 60)).padStart(2, "0")
  }`;
  return [{
    flag: "zone_wrong",
    holds: days.map(() => true),
    says: `The inverter generates around ${text} of ${household.zone}, not around noon: ` +
      "the zone is not the house's",
    mend:
      `"zone": the zone of the house instead of "${household.zone}" (or --zone, HOUSEHOLD_ZONE)`,
  }];
}
