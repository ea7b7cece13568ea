/**
 * Runs whose truth is known: what the statistics say of them can be counted.
 *
 * @module
 */

import type { Score } from "../../../replay/checks/check.ts";
import type { Numbers } from "./numbers.ts";

/** Scores of the baseline and of each candidate at an alert. */
export type AlertScores = readonly number[];
/** Alerts by name. */
export type World = readonly (readonly AlertScores[])[];

/** Checks that make a score. */
const CHECKS = 6;
/** Log odds of a check at an alert of middling difficulty. */
const MIDDLE = 0.8;
/**
 * Spreads in log odds. Alerts differ in how hard they are, and so do names; a prompt that is good at
 * one alert is not as good at another, and that holds for names as well: it is why a name that fires
 * forty times is not forty alerts.
 */
const SPREAD = { name: 1, alert: 1, promptAtName: 0.8, promptAtAlert: 0.5 };

/** How {@linkcode between} makes a run. */
export interface BetweenOptions {
  /** Answers to each alert. */
  readonly repeats: number;
  /** How much better candidates are, in log odds of each check, by name. @default {() => 0} */
  readonly shift?: (name: number) => number;
  /** Number of candidates. @default {1} */
  readonly candidates?: number;
}

/** Scores in between: each alert has its difficulty, each prompt its strengths. */
export function between(
  sizes: readonly number[],
  { repeats, shift = () => 0, candidates = 1 }: BetweenOptions,
  { normal, binomial }: Numbers,
): World {
  return sizes.map((size, at) => {
    const name = SPREAD.name * normal();
    const skills = Array.from({ length: candidates + 1 }, () => SPREAD.promptAtName * normal());
    return Array.from({ length: size }, () => {
      const difficulty = MIDDLE + name + SPREAD.alert * normal();
      return skills.map((skill, variant) => {
        const odds = difficulty + skill + SPREAD.promptAtAlert * normal() +
          (variant === 0 ? 0 : shift(at));
        const trials = CHECKS * repeats;
        return binomial(trials, 1 / (1 + Math.exp(-odds))) / trials;
      });
    });
  });
}

/** The difference that a shift makes on average, by quadrature: odds are one normal sum. */
export function differenceOf(shift: number): number {
  const spread = Math.hypot(...Object.values(SPREAD));
  const steps = 4000, reach = 8;
  let difference = 0, weights = 0;
  for (let step = 0; step <= steps; step++) {
    const z = -reach + 2 * reach * step / steps;
    const weight = Math.exp(-z * z / 2);
    const odds = MIDDLE + spread * z;
    difference += weight * (1 / (1 + Math.exp(-odds - shift)) - 1 / (1 + Math.exp(-odds)));
    weights += weight;
  }
  return difference / weights;
}

/** The shift in log odds that makes a difference, by bisection. */
export function shiftFor(difference: number): number {
  let low = -10, high = 10;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (differenceOf(middle) < difference) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** A rate of its own for each of `count` names, `mean` on average. */
export function ratesOf(
  mean: number,
  correlation: number,
  count: number,
  { beta }: Numbers,
): number[] {
  const shape = (1 - correlation) / correlation;
  return Array.from(
    { length: count },
    () => mean === 0 ? 0 : beta(mean * shape, (1 - mean) * shape),
  );
}

/** Scores 1, or 0 where an answer fails; each name has a failing share of its own for each variant. */
export function ceiling(
  sizes: readonly number[],
  { repeats, failing, correlation = 0.3 }: {
    /** Answers to each alert. */
    readonly repeats: number;
    /** Share of failing answers, of the baseline and of the candidate. */
    readonly failing: readonly [number, number];
    /** Of failures within a name. @default {0.3} */
    readonly correlation?: number;
  },
  random: Numbers,
): World {
  const rates = failing.map((mean) => ratesOf(mean, correlation, sizes.length, random));
  return sizes.map((size, at) =>
    Array.from(
      { length: size },
      () => rates.map((rate) => 1 - random.binomial(repeats, rate[at]!) / repeats),
    )
  );
}

/** Differences at names of one alert each, drawn from a list with chances. */
export function pointsOf(
  names: number,
  points: readonly (readonly [chance: number, difference: number])[],
  { uniform }: Numbers,
): World {
  return Array.from({ length: names }, () => {
    let at = uniform();
    const [, difference] = points.find(([chance]) => (at -= chance) < 0) ?? points.at(-1)!;
    return [[0.5 - difference / 2, 0.5 + difference / 2]];
  });
}

/** A world as scores of a run: the baseline is `old`, candidates are `new1`, `new2`, … */
export function scoresOf(world: World): Score[] {
  return world.flatMap((alerts, name) =>
    alerts.flatMap((scores, alert) =>
      scores.map((value, variant): Score => ({
        case: `${name}-${alert}`,
        cluster: `${name}`,
        variant: variant === 0 ? "old" : `new${variant}`,
        sample: 0,
        check: "score",
        kind: "score",
        value,
        reason: "",
      }))
    )
  );
}
