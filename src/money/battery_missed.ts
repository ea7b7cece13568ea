/**
 * What a battery misses because it follows the house with a delay.
 *
 * When the power of the house changes, a battery goes on for some seconds as before: the house draws
 * although the battery could give, or feeds in although it could take. A change of 1 kW with a delay of
 * 3 s is 0.83 Wh of import or export. Samples of a meter are too rare to show it, so the simulation
 * counts how much the power of the battery changes from sample to sample and takes a share of that.
 *
 * @module
 */

import type { PowerTable } from "../energy/power.ts";
import { HOUR, MINUTE, SECOND } from "../time.ts";

/**
 * What is missed in each direction, as a share of the change of the battery's power between samples
 * times the time between them.
 */
export interface MissedShare {
  /** The share. */
  readonly value: number;
  /** Lower end. */
  readonly low: number;
  /** Upper end. */
  readonly high: number;
}

/**
 * Reaction time that is assumed of a battery. Tested systems have a dead time of 0.6 to 1.6 s and settle
 * within 2.7 to 14.2 s, three times the delay of their control. [s]
 */
export const REACTION = 3;

/** The range ends at so many times the reaction time: the slowest tested system takes twice the default. */
const SLOWEST = 3;
/**
 * Power changes faster within a sample interval than samples suggest, because their means hide it. These
 * are the shares of the exponent that samples show, and the least exponents, for the value and for the
 * upper end; houses whose every second is known gave them (`tests/money/range_coverage.ts`).
 */
const FLATTER = { value: [0.7, 0.3], high: [0.35, 0.15] } as const;

/**
 * The share that a reaction time misses.
 *
 * Changes within a sample interval are not known. How much less the battery changes within one interval
 * than within four is known: a power law continues that down to the reaction time.
 *
 * @param seconds Reaction time. [s]
 * @param step Time between samples. [ms]
 * @param churn Change of the battery's power, added up at this step and at four times it.
 */
export function missedByReaction(
  seconds: number,
  { step, churn, coarse }: {
    readonly step: number;
    readonly churn: number;
    readonly coarse: number;
  },
): MissedShare {
  if (seconds === 0 || churn === 0) return { value: 0, low: 0, high: 0 };
  const growth = coarse > 0 ? Math.log(coarse / churn) / Math.log(4) : 1;
  const within = (time: number, [share, least]: readonly [number, number]) =>
    (time * SECOND / step) ** Math.min(1, Math.max(least, share * growth)) / 2;
  const value = within(seconds, FLATTER.value);
  return { value, low: 0, high: Math.max(value, within(SLOWEST * seconds, FLATTER.high)) };
}

/** The battery is at work above this power. [W] */
const AT_WORK = 20;
/** Energy that says how fast a battery reacts: the changes of its power, times the time. [kWh] */
const LEAST_CHURN = 5;
/**
 * Import while it charges, or export while it discharges, is intended if it is this share of its power or
 * more in more than `LONGEST` intervals in a row: it charges from the grid, or feeds in.
 */
const INTENDED = 0.2;
const LONGEST = 3;
/** Samples that are further apart show what the battery does, but not how fast. [ms] */
const RAREST = 15 * MINUTE;
/** Standard deviations on either side. */
const WIDTH = 2.5;

/**
 * The share that the battery of the house misses, from its own power: feeding in while it discharges, or
 * drawing while it charges, is what it misses in one direction; as much is missed in the other, because
 * rises and falls of power balance.
 *
 * @returns `null` if its power says too little.
 */
export function missedByOwn(
  { step, import_w, export_w, battery_w }: Pick<
    PowerTable,
    "step" | "import_w" | "export_w" | "battery_w"
  >,
): MissedShare | null {
  if (!battery_w || step > RAREST) return null;
  const kwh = step / HOUR / 1000;
  let churn = 0, missed = 0, squares = 0, run: number[] = [];
  const close = () => {
    if (run.length <= LONGEST) {
      for (const one of run) {
        missed += one;
        squares += one * one;
      }
    }
    run = [];
  };
  for (let i = 1; i + 1 < battery_w.length; i++) {
    const before = battery_w[i - 1]!,
      now = battery_w[i]!,
      after = battery_w[i + 1]!;
    const isGiving = Math.min(before, now, after) > AT_WORK;
    const isTaking = Math.max(before, now, after) < -AT_WORK;
    const wrong = isGiving ? export_w[i]! : isTaking ? import_w[i]! : NaN;
    if (Number.isNaN(wrong)) {
      close();
      continue;
    }
    churn += Math.abs(now - before) * kwh;
    if (wrong > INTENDED * Math.abs(now)) run.push(wrong * kwh);
    else {
      close();
      missed += wrong * kwh;
      squares += (wrong * kwh) ** 2;
    }
  }
  close();
  if (churn < LEAST_CHURN) return null;
  const value = missed / churn, unsure = WIDTH * Math.sqrt(squares) / churn;
  // Between rare samples a battery that changes its direction looks like one that is late.
  const low = step > MINUTE ? 0 : Math.max(0, value - unsure);
  return { value, low, high: value + unsure };
}
