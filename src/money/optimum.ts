/**
 * The least cost that any use of a battery could have reached, by someone who knew the future.
 *
 * @module
 */

import { WattbookError } from "../errors.ts";
import { AMOUNTS, SOURCE, type Steps } from "./optimum_steps.ts";

/** What is asked of the charge at the end. */
export type End =
  /** Each stored kWh is worth so much. [currency/kWh] */
  | { readonly value: number }
  /** So much must be stored, neither more nor less. [kWh] */
  | { readonly stored: number }
  /** At least so much must be stored. [kWh] */
  | { readonly atLeast: number };

/**
 * For each amount of each interval, the charge up to which it is worth storing. [kWh]
 *
 * The least cost from an interval to the end is a convex, piecewise linear function of the charge. Going
 * backward, an interval merges its amounts, sorted by cost, into the sorted slopes of that function and
 * cuts what no longer fits into the battery. Only the charge at which each amount would be merged is kept;
 * that is all a controller needs, and 40 bytes per interval.
 */
export function levelsOf(
  steps: Steps,
  { room, end, from = 0, to = steps.count.length }: {
    readonly room: number;
    readonly end: End;
    readonly from?: number;
    readonly to?: number;
  },
): Levels {
  const { count, slope, length, lowest, highest } = steps;
  const levels = new Float64Array(AMOUNTS * (to - from));
  // Slopes of the cost by charge, ascending; an interval writes from one list into the other.
  let slopes = new Float64Array(1024), lengths = slopes.slice();
  let nextSlopes = slopes.slice(), nextLengths = slopes.slice();
  let low = 0, high = room, size = 0;
  if ("stored" in end) low = high = end.stored;
  else {
    const value = "value" in end ? end.value : 0;
    if ("atLeast" in end) low = end.atLeast;
    if (high > low) {
      slopes[0] = -value;
      lengths[0] = high - low;
      size = 1;
    }
  }
  for (let i = to - 1; i >= from; i--) {
    const amounts = count[i]!;
    if (amounts === 0) continue;
    if (size + amounts + 1 > slopes.length) {
      [slopes, lengths] = [twiceAsLong(slopes), twiceAsLong(lengths)];
      [nextSlopes, nextLengths] = [twiceAsLong(nextSlopes), twiceAsLong(nextLengths)];
    }
    const nextLow = Math.max(0, low - highest[i]!), nextHigh = Math.min(room, high - lowest[i]!);
    let cut = nextLow - (low - highest[i]!), left = nextHigh - nextLow;
    let charge = low, next = 0, j = 0, before = NaN;
    for (let k = amounts - 1; j < size || k >= 0;) {
      let steep: number, amount: number;
      const own = k >= 0 ? -slope[AMOUNTS * i + k]! : Infinity;
      if (k >= 0 && (j >= size || own <= slopes[j]!)) {
        levels[AMOUNTS * (i - from) + k] = charge;
        steep = own;
        amount = length[AMOUNTS * i + k]!;
        k--;
      } else {
        steep = slopes[j]!;
        amount = lengths[j]!;
        charge += amount;
        j++;
        if (left <= 0 && k < 0) break;
      }
      if (cut > 0) {
        const taken = cut < amount ? cut : amount;
        cut -= taken;
        amount -= taken;
      }
      if (amount > left) amount = left;
      // Slivers that rounding leaves would never be used up.
      if (!(amount > 1e-13)) continue;
      left -= amount;
      if (steep === before) nextLengths[next - 1]! += amount;
      else {
        nextSlopes[next] = steep;
        nextLengths[next++] = amount;
        before = steep;
      }
    }
    [slopes, nextSlopes] = [nextSlopes, slopes];
    [lengths, nextLengths] = [nextLengths, lengths];
    [low, high, size] = [nextLow, nextHigh, next];
  }
  return { levels, from, to, low, high };
}

function twiceAsLong(list: Float64Array): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(2 * list.length);
  longer.set(list);
  return longer;
}

/** What {@linkcode levelsOf} finds. */
export interface Levels {
  /** `AMOUNTS` entries per interval from `from` to before `to`. [kWh] */
  readonly levels: Float64Array;
  readonly from: number;
  readonly to: number;
  /** Least charge before the first interval from which the end can be reached. [kWh] */
  readonly low: number;
  /** Greatest such charge. [kWh] */
  readonly high: number;
}

/** What happened in some intervals under a plan. [kWh, currency] */
export interface PlanSums {
  /** Cost with the battery, as low as the convex hull of the prices allows. [currency] */
  bound: number;
  /** Cost with the battery that the plan truly has. [currency] */
  cost: number;
  /** Into the battery, AC side. [kWh] */
  charged: number;
  /** Out of the battery, AC side. [kWh] */
  discharged: number;
}

/**
 * Follows a plan through its intervals, or the first of them.
 *
 * @param stored Charge before the first interval. [kWh]
 * @param until The interval before which it ends. Default: all.
 * @param onStep Receives each interval and the charge after it.
 * @throws {WattbookError} `BAD_OPTION` if the charge at the end cannot be reached.
 */
export function followPlan(
  steps: Steps,
  plan: Levels,
  stored: number,
  { until = plan.to, onStep }: {
    readonly until?: number;
    readonly onStep?: (interval: number, stored: number) => void;
  } = {},
): { sums: PlanSums; stored: number } {
  const { count, slope, price, length, source, lowest, costAtLowest, up, down } = steps;
  const slack = 1e-9 * Math.max(1, plan.high);
  if (stored < plan.low - slack || stored > plan.high + slack) {
    throw new WattbookError(
      "BAD_OPTION",
      `The battery cannot get from ${stored} kWh to the charge that is asked for at the end`,
      { hint: "Ask for a charge at the end that its power can reach." },
    );
  }
  const sums: PlanSums = { bound: 0, cost: 0, charged: 0, discharged: 0 };
  for (let i = plan.from; i < until; i++) {
    const first = AMOUNTS * i, past = first + count[i]!, shift = AMOUNTS * plan.from;
    let level = stored + lowest[i]!, bound = costAtLowest[i]!, cost = bound;
    for (let k = first; k < past; k++) {
      const wanted = plan.levels[k - shift]! - level, whole = length[k]!;
      const taken = wanted <= 0 ? 0 : wanted < whole ? wanted : whole;
      level += taken;
      bound += slope[k]! * taken;
      cost += price[k]! * taken;
      // Discharge that is not given up takes place.
      if (source[k]! <= SOURCE.toHouse) sums.discharged += (whole - taken) / down;
      else sums.charged += taken / up;
    }
    stored = level;
    sums.bound += bound;
    sums.cost += cost;
    onStep?.(i, stored);
  }
  return { sums, stored };
}
