import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { mean } from "./by_name.ts";
import { pBelow } from "./gaffke.ts";

/** Scores of the answers to an alert. */
export interface PilotAlert {
  readonly baseline: readonly number[];
  /** Of a candidate, if there was one: it shows how much two prompts differ by chance. */
  readonly candidate?: readonly number[];
}

/** Alerts of each name. */
export type Pilot = readonly (readonly PilotAlert[])[];

/** What is to be found. */
export interface SizeOptions {
  readonly loss: number;
  readonly repeats: number;
  /** One-sided level of the test. @default {0.025} */
  readonly level?: number;
}

/** Simulated comparisons of each size. */
const DRAWS = 400;
/** What is found in so many of them is found in four of five, whichever names the pilot had. */
const FOUND = 0.85;
/** Sizes that are tried. */
const SIZES = [7, 10, 13, 16, 20, 25, 30, 36, 43, 52, 62, 75, 90, 110, 130, 160, 190, 230, 280, 340]
  .concat([410, 500]);

/**
 * The number of names with which a loss is found in four of five runs.
 *
 * The loss is all at some names, where the candidate's score is 0: that is harder to find than a small
 * loss everywhere. The pilot's names get random weights, as another pilot would have had others.
 *
 * @returns `null` if 500 names are too few, or the baseline has not so much to lose.
 */
export function namesNeeded(pilot: Pilot, options: SizeOptions): number | null {
  let low = 0, high = SIZES.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (shareFound(pilot, SIZES[middle]!, options) >= FOUND) high = middle;
    else low = middle + 1;
  }
  return SIZES[low] ?? null;
}

/**
 * The smallest loss that is found in four of five runs with so many names.
 *
 * @returns `null` if not even the loss of everything is.
 */
export function smallestLoss(
  pilot: Pilot,
  names: number,
  options: Omit<SizeOptions, "loss">,
): number | null {
  const most = baselineMean(pilot);
  const isFound = (loss: number) => shareFound(pilot, names, { ...options, loss }) >= FOUND;
  if (!isFound(most)) return null;
  let low = 0, high = most;
  while (high - low > 0.005) {
    const middle = (low + high) / 2;
    if (isFound(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Share of simulated comparisons that find the loss. */
function shareFound(
  pilot: Pilot,
  names: number,
  { loss, repeats, level = 0.025 }: SizeOptions,
): number {
  const broken = loss / baselineMean(pilot);
  if (!(broken <= 1)) return 0;
  // The same numbers for every size: what is found does not hang on luck twice.
  const generator = xoroshiro128plus(1);
  const uniform = () => uniformFloat64(generator);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(uniform() * all.length)]!;
  const drawn = (scores: readonly number[]) =>
    mean(Array.from({ length: repeats }, () => pick(scores)))!;
  // What a candidate of the pilot gained or lost is not what is simulated.
  const shift = mean(
    pilot.map((alerts) =>
      mean(alerts.map(({ baseline, candidate = baseline }) => mean(candidate)! - mean(baseline)!))!
    ),
  )!;
  let found = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    let sum = 0;
    const weights = pilot.map(() => sum -= Math.log(1 - uniform()));
    const differences = Array.from({ length: names }, () => {
      const at = uniform() * sum;
      const alerts = pilot[weights.findIndex((weight) => weight > at)]!;
      const isBroken = uniform() < broken;
      const changes = alerts.map(({ baseline, candidate = baseline }) =>
        isBroken ? -drawn(baseline) : drawn(candidate) - drawn(baseline) - shift
      );
      return Math.max(-1, Math.min(1, mean(changes)!));
    });
    if (pBelow(differences, 0, 1) <= level) found++;
  }
  return found / DRAWS;
}

function baselineMean(pilot: Pilot): number {
  return mean(pilot.map((alerts) => mean(alerts.map(({ baseline }) => mean(baseline)!))!)) ?? 0;
}
