/**
 * A battery that no role describes.
 *
 * @module
 */

import { deadbandOf } from "../../frames/deadband.ts";
import { quantiles } from "../../frames/distribution.ts";
import { hasBattery } from "../../household.ts";
import { NEAR_ZERO } from "../../frames/regulated.ts";
import { counted } from "../../text.ts";
import { HOUR } from "../../time.ts";
import { hasInverter } from "../limits.ts";
import { consumerExcess } from "./consumer_excess.ts";
import type { Contradiction, Facts } from "./facts.ts";
import { powerAt, STEP } from "./instants.ts";

/**
 * Around midnight, no panel gives anything anywhere but in a polar summer. This is the dark if nothing else
 * tells it. [ms]
 */
const NIGHT = { before: HOUR / 2, after: 4.5 * HOUR } as const;
/** Dusk and dawn, where the dark is known less well. [ms] */
const EDGE = HOUR;
/**
 * Stretches near zero: two hours are more than any fridge leaves, and half an hour shows a battery together
 * with more. [instants]
 */
const LONG = { length: 2 * HOUR / STEP, least: 2 } as const;
const SHORT = { length: HOUR / 2 / STEP, least: 2 } as const;
/** So many instants at which nothing is drawn are no chance: nothing but a battery gives in the dark. */
const FREE = 5, RARELY = 3;
/** Share of the instants near zero with nothing drawn, and of the night near zero. [0–1] */
const NOT_DRAWN = 0.1, BY_NIGHT = 0.04;
/** Instants near zero that show a battery without long stretches. */
const ENOUGH = 12;
/**
 * Share of the sunny time near zero: the battery takes what the panels give. A heater that takes the
 * surplus does so too, but leaves the house to the grid when the sun is gone. [0–1]
 */
const BY_DAY = 0.2;
/** The same if nights and evenings show it, too. [0–1] */
const BY_DAY_AND_NIGHT = 0.12;
/** The same for a few panels, whose generation may equal what the house draws for hours. [0–1] */
const BY_DIM_DAY = 0.5, BY_DIM_DAY_AND_NIGHT = 0.4;
/** Half hours near zero after sunset, and the most of the night near zero if the house draws anything. */
const EVENINGS = 2, MOSTLY = 0.5;
/**
 * A battery that is soon empty gives after sunset on so many days, and the house draws during nearly all
 * of the night. [0–1]
 */
const DUSKS = 1 / 3, RARE = 0.1;
/** By day, chance does not hold a meter with a smaller deadband near zero. [W] */
const WIDE = 120;
/** Generation while the sun shines; half of its peak, if that is less. [W], [0–1] */
const SUNNY = 400, OF_PEAK = 0.5;
/** A house that uses no more by day, and draws little all night, has nobody living in it. [W] */
const LIVED_IN = 150;
/** Sunny instants that tell it, and share of the night otherwise. */
const SUN = 20, ALL_NIGHT = 0.9;
/**
 * Instants near zero in the first half of the night, and how many times as many as in the second half: people
 * use more before they sleep, and a battery gives until it is empty.
 */
const EARLY = 30, EARLIER = 4;
/** So many different values; a meter that says the same all the time is broken. */
const DIFFERENT = 5;

/** Grid power near zero, in the dark and while the sun shines. */
interface NearZero {
  /** Instants in the dark, those near zero, and those of them at which nothing is drawn. */
  readonly dark: number;
  readonly near: number;
  readonly free: number;
  /** Stretches near zero in the dark. */
  readonly long: number;
  readonly short: number;
  /** Half hours near zero without generation, dusk and dawn included. */
  readonly evenings: number;
  /** Instants near zero before the middle of the night. */
  readonly early: number;
  /** Different values of the grid's power, up to {@linkcode DIFFERENT}. */
  readonly values: number;
  /** Whether even the most generation is little. */
  readonly isDim: boolean;
  /** Instants with generation, and those near zero. */
  readonly sunny: number;
  readonly still: number;
  /** What the house seems to use meanwhile. [W] */
  readonly used: number;
}

function nearZero(facts: Facts): NearZero {
  const { at, days, sun_w } = facts;
  const dark = facts.dark.length > 0
    ? facts.dark
    : days.map(({ start }) => ({ start: start - NIGHT.before, end: start + NIGHT.after }));
  // A meter that writes on change is silent while a battery keeps its power near zero.
  const held_w = powerAt([facts.signals.grid], at);
  const grid_w = facts.grid_w.map((watts, i) => Number.isNaN(watts) ? held_w[i]! : watts);
  const found = {
    dark: 0,
    near: 0,
    free: 0,
    long: 0,
    short: 0,
    evenings: 0,
    early: 0,
    sunny: 0,
    still: 0,
  };
  const values = new Set<number>(), used: number[] = [];
  const isPower = facts.household.bindings.generation_power.length > 0;
  const peak = quantiles(sun_w, [0.98])[0]!, shines = Math.min(SUNNY, OF_PEAK * peak);
  for (let i = 0, next = 0, run = 0, still = 0; i < at.length; i++) {
    const watts = grid_w[i]!, isNear = Math.abs(watts) <= NEAR_ZERO;
    while (next < dark.length && dark[next]!.end <= at[i]!) next++;
    const night = dark[next], isDark = night !== undefined && night.start <= at[i]!;
    const isDeep = isDark && night.start + EDGE <= at[i]! && at[i]! < night.end - EDGE;
    run = isDeep && isNear ? run + 1 : 0;
    still = isNear && (isDark || sun_w[i]! <= NEAR_ZERO) ? still + 1 : 0;
    if (Number.isNaN(watts)) continue;
    if (still === SHORT.length) found.evenings++;
    if (values.size < DIFFERENT) values.add(watts);
    if (isDeep) {
      found.dark++;
      if (!isNear) continue;
      found.near++;
      if (watts <= 0) found.free++;
      if (at[i]! < (night.start + night.end) / 2) found.early++;
      if (run === SHORT.length) found.short++;
      if (run === LONG.length) found.long++;
    } else if (!isDark && sun_w[i]! > shines) {
      found.sunny++;
      used.push(watts + sun_w[i]!);
      if (isNear) found.still++;
    }
  }
  return {
    ...found,
    isDim: shines < SUNNY,
    values: values.size,
    // Counters show when the sun shines, but not to the minute how much it gives.
    used: isPower && used.length > 0 ? quantiles(used, [0.5])[0]! : usedByDay(facts),
  };
}

/** What a house without generation power seems to use while it is light, by its counters. [W] */
function usedByDay({ days, dark, pv, flows }: Facts): number {
  const night = dark.reduce((sum, { start, end }) => sum + end - start, 0);
  const light = (days.at(-1)!.end - days[0]!.start - night) / HOUR;
  const kwh = pv.reduce((sum, { kwh }, d) => sum + Math.max(0, kwh! - flows[d]!.exported), 0);
  return 1000 * kwh / light;
}

/**
 * A battery that the household file does not bind: grid power near zero where the house must draw, or
 * less of it than the consumers use.
 *
 * @param isMeterRight Whether nothing else speaks against the meter, so that it can be compared with consumers.
 * @param isPlaceRight Whether nothing speaks against the coordinates, which tell when it is dark.
 */
export function unboundBattery(
  facts: Facts,
  { isMeterRight, isPlaceRight }: Readonly<Record<"isMeterRight" | "isPlaceRight", boolean>>,
): Contradiction[] {
  const { household, days } = facts;
  if (hasBattery(household) || !hasInverter(household)) return [];
  const isDarkKnown = isPlaceRight &&
    (household.latitude !== undefined || household.bindings.generation_power.length > 0);
  const evidence = byZero(facts, isDarkKnown) ??
    (isMeterRight && isDarkKnown ? byConsumers(facts) : null);
  if (evidence === null) return [];
  return [{
    flag: "battery_unbound",
    holds: days.map(() => true),
    says:
      `${evidence}: there seems to be a battery that the household file does not bind, so the ` +
      "consumption is wrong",
    mend: '"battery_coupling": "ac" (or "hybrid_output", "hybrid_panels"), "roles": { ' +
      '"battery_power": { "selector": "…", "unit": "W", "sign": "charge_positive" } }',
  }];
}

/** When grid power is near zero, although the house uses something and no sun shines; `null` if never. */
function byZero(facts: Facts, isDarkKnown: boolean): string | null {
  const { days, signals: { written } } = facts;
  const { dark, near, free, long, short, evenings, early, values, isDim, sunny, still, used } =
    nearZero(
      facts,
    );
  const isGiven = free >= NOT_DRAWN * near;
  const isLivedIn = used > LIVED_IN || (sunny < SUN && (near < ALL_NIGHT * dark || isGiven));
  const isLong = long >= LONG.least && isLivedIn;
  // Within its deadband, a meter that writes on change may be anywhere.
  const deadband = written.grid.reduce((sum, one) => sum + (deadbandOf(one) ?? 0), 0);
  const isByEvening = evenings >= EVENINGS && near < MOSTLY * dark;
  const isSoonEmpty = near < RARE * dark;
  const isByShort = short > 0 && (free >= RARELY || isSoonEmpty);
  const [alone, together] = isDim ? [BY_DIM_DAY, BY_DIM_DAY_AND_NIGHT] : [BY_DAY, BY_DAY_AND_NIGHT];
  const share = isByEvening && isByShort ? together : alone;
  const isByDay = sunny >= SUN && still > share * sunny && (isByEvening || isByShort);
  const isByDusk = isSoonEmpty && evenings >= DUSKS * days.length && used > 2 * LIVED_IN;
  const isByNight = free >= FREE && isGiven && short >= SHORT.least;
  const isOften = free >= FREE && isGiven && near >= ENOUGH && near >= BY_NIGHT * dark;
  const isEarly = early >= EARLY && early >= EARLIER * (near - early) && used > LIVED_IN;
  const isAtNight = isLong ||
    (deadband < NEAR_ZERO && isDarkKnown && (isOften || isByNight || isEarly));
  const isRegulated = isDarkKnown &&
    ((deadband < WIDE && isByDay) || (deadband < NEAR_ZERO && isByDusk));
  if (values < DIFFERENT || !(isAtNight || isRegulated)) return null;
  const when = isAtNight
    ? `for ${shareText(near / dark)} of the dark, when the house must draw something`
    : isByDay
    ? `for ${shareText(still / sunny)} of the sunny time, whatever the house uses`
    : `after sunset on ${counted(evenings, "day")}, although the house draws at night`;
  return `Grid power stays within ${NEAR_ZERO} W of zero ${when}`;
}

/** How often consumers use more than the meter lets in while it is dark; `null` if hardly ever. */
function byConsumers(facts: Facts): string | null {
  const dark = facts.dark.map(({ start, end }) => ({ start: start + EDGE, end: end - EDGE }));
  const excess = consumerExcess(facts, dark);
  return excess && `For ${shareText(excess.share)} of the dark time in which it is on, ` +
      `${excess.names} draws more than the grid delivers`;
}

function shareText(share: number): string {
  const percent = 100 * share;
  return `${percent < 9.5 ? percent.toFixed(1) : Math.round(percent)} %`;
}
