/**
 * Counts how often the statistics are right about simulated runs.
 *
 * @module
 */

import { compareVariants } from "../../../replay/compare.ts";
import { clusterMean, detectable, meanInterval } from "../../../replay/statistics/cluster_mean.ts";
import { pairByCase } from "../../../replay/statistics/paired_difference.ts";
import { type Scenario, simulate, trueDifference } from "./simulate.ts";

/** Rates over the runs of a scenario. */
export interface Measured {
  /** What was simulated. */
  readonly scenario: Scenario;
  /** How many times. */
  readonly runs: number;
  /** How often the interval held the true difference. */
  readonly coverage: number;
  /** The same of an interval that takes every alert for independent. */
  readonly naiveCoverage: number;
  /** How often some verdict was `better` or `worse`. */
  readonly verdicts: number;
  /** How often some verdict had the wrong direction. */
  readonly wrongWay: number;
}

/** Measures a scenario. */
export function measure(scenario: Scenario, runs: number, seed: number): Measured {
  const truth = trueDifference(scenario.shift);
  let covered = 0, naive = 0, intervals = 0, verdicts = 0, wrongWay = 0;
  for (let run = 0; run < runs; run++) {
    const scores = simulate(scenario, seed + run);
    const comparisons = compareVariants(scores, { baseline: "old", seed: 1, draws: 1999 });
    for (const { candidate, interval } of comparisons) {
      intervals++;
      if (interval!.low <= truth && truth <= interval!.high) covered++;
      const one = scores.filter(({ variant }) => variant === candidate);
      const old = scores.filter(({ variant }) => variant === "old");
      const as = (list: typeof scores) => list.map((of) => ({ ...of, value: of.value! }));
      const alone = meanInterval(
        clusterMean(
          pairByCase(as(old), as(one)).map((pair) => ({
            cluster: pair.case,
            value: pair.candidate - pair.baseline,
          })),
        ),
        0.95,
      )!;
      if (alone.low <= truth && truth <= alone.high) naive++;
    }
    const findings = comparisons.map(({ verdict }) => verdict!.finding);
    if (findings.some((finding) => finding !== "no evidence")) verdicts++;
    if (findings.includes("worse") && scenario.shift >= 0) wrongWay++;
  }
  return {
    scenario,
    runs,
    coverage: covered / intervals,
    naiveCoverage: naive / intervals,
    verdicts: verdicts / runs,
    wrongWay: wrongWay / runs,
  };
}

/** The shift in log odds that makes a difference, found by bisection. */
export function shiftFor(difference: number): number {
  let low = 0, high = 10;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (trueDifference(middle) < difference) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The difference that a scenario of a shape can be expected to see. */
export function expectedDetectable(scenario: Omit<Scenario, "shift" | "candidates">): number {
  const alone = { ...scenario, candidates: 1, shift: 0 };
  let squares = 0;
  const runs = 200;
  for (let run = 0; run < runs; run++) {
    const scores = simulate(alone, 900_000 + run).map((of) => ({ ...of, value: of.value! }));
    const of = (name: string) => scores.filter(({ variant }) => variant === name);
    const { error } = clusterMean(
      pairByCase(of("old"), of("new0")).map(({ cluster, baseline, candidate }) => ({
        cluster,
        value: candidate - baseline,
      })),
    );
    squares += error! ** 2;
  }
  const error = Math.sqrt(squares / runs);
  return detectable(
    { mean: 0, error, values: 0, clusters: scenario.clusters },
    { alpha: 0.05, power: 0.8 },
  )!;
}
