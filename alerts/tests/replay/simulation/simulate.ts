/**
 * Runs whose truth is known: what the statistics say of them can be counted.
 *
 * @module
 */

import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Score } from "../../../replay/checks/check.ts";

/** How a run is made. */
export interface Scenario {
  /** Kinds of alerts. */
  readonly clusters: number;
  /** Alerts of each kind. */
  readonly size: number;
  /** Answers to each alert. */
  readonly repeats: number;
  /** Candidates, besides the baseline. */
  readonly candidates: number;
  /** How much better each candidate is, in log odds of each check. */
  readonly shift: number;
}

/** Checks that make a score. */
const CHECKS = 6;
/**
 * Spreads in log odds. Alerts differ in how hard they are, and kinds of alerts do; a prompt that is
 * good at one alert is not as good at another, and that holds for kinds as well: it is why a kind
 * that fires forty times is not forty alerts.
 */
const SPREAD = { kind: 1, alert: 1, promptAtKind: 0.8, promptAtAlert: 0.5 };
/** Log odds of a check at an alert of middling difficulty. */
const MIDDLE = 0.8;

/** Numbers of a seed. */
export function numbers(seed: number): { uniform(): number; normal(): number } {
  const generator = xoroshiro128plus(seed);
  const uniform = () => uniformFloat64(generator);
  return {
    uniform,
    // Box and Muller.
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  };
}

/** Scores of one run; its names are `old` and `new0`, `new1`, … */
export function simulate(scenario: Scenario, seed: number): Score[] {
  const { clusters, size, repeats, candidates, shift } = scenario;
  const { uniform, normal } = numbers(seed);
  const variants = ["old", ...Array.from({ length: candidates }, (_, at) => `new${at}`)];
  const scores: Score[] = [];
  for (let cluster = 0; cluster < clusters; cluster++) {
    const kind = SPREAD.kind * normal();
    const skills = variants.map(() => SPREAD.promptAtKind * normal());
    for (let alert = 0; alert < size; alert++) {
      const difficulty = MIDDLE + kind + SPREAD.alert * normal();
      for (const [at, variant] of variants.entries()) {
        const odds = difficulty + skills[at]! + SPREAD.promptAtAlert * normal() +
          (at === 0 ? 0 : shift);
        const chance = 1 / (1 + Math.exp(-odds));
        for (let sample = 0; sample < repeats; sample++) {
          let passed = 0;
          for (let check = 0; check < CHECKS; check++) if (uniform() < chance) passed++;
          scores.push({
            case: `${cluster}-${alert}`,
            cluster: `${cluster}`,
            variant,
            sample,
            check: "score",
            kind: "score",
            value: passed / CHECKS,
            reason: "",
          });
        }
      }
    }
  }
  return scores;
}

/**
 * The difference that a shift makes on average over all alerts there could be, by quadrature: the
 * chance of a check depends on one normal sum.
 */
export function trueDifference(shift: number): number {
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
