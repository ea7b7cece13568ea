/**
 * What replays were compared by before: a cluster-robust t interval over alerts and sign flips.
 *
 * @module
 */

import jstat from "jstat";
import type { Numbers } from "./numbers.ts";
import type { World } from "./worlds.ts";

/** What it said of a candidate. */
export interface Former {
  /** Lower bound of the 95 % interval of the mean over alerts. */
  readonly low: number;
  /** Upper bound. */
  readonly high: number;
  /** Of the sign flips, two-sided. */
  readonly p: number;
}

/** Flips that are drawn. */
const FLIPS = 499;

/** Compares a candidate with the baseline as it was done before. */
export function former(world: World, candidate: number, { uniform }: Numbers): Former {
  const names = world.map((alerts) => ({
    count: alerts.length,
    sum: alerts.reduce((sum, scores) => sum + scores[candidate]! - scores[0]!, 0),
  }));
  const all = names.reduce((sum, { count }) => sum + count, 0);
  const total = names.reduce((sum, one) => sum + one.sum, 0);
  const mean = total / all, degrees = names.length - 1;
  const squares = names.reduce((sum, one) => sum + (one.sum - one.count * mean) ** 2, 0);
  const error = Math.sqrt(names.length / degrees * squares) / all;
  const reach = jstat.studentt.inv(0.975, degrees) * error;
  let extreme = 1;
  for (let flip = 0; flip < FLIPS; flip++) {
    const flipped = names.reduce((sum, one) => sum + (uniform() < 0.5 ? one.sum : -one.sum), 0);
    if (Math.abs(flipped) >= Math.abs(total) - 1e-9) extreme++;
  }
  return { low: mean - reach, high: mean + reach, p: extreme / (FLIPS + 1) };
}

/** Its verdict: 1 better, -1 worse, 0 no evidence. */
export function formerVerdict({ low, high, p }: Former, alpha = 0.05): -1 | 0 | 1 {
  return p > alpha ? 0 : low > 0 ? 1 : high < 0 ? -1 : 0;
}
