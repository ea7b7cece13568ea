import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { bisect } from "../../../src/bisect.ts";
import { mean } from "./by_name.ts";
import { pBelow } from "./gaffke.ts";

export interface PilotAlert {
  readonly baseline: readonly number[];
  /** Shows how much two prompts differ by chance; absent without a candidate. */
  readonly candidate?: readonly number[];
}

/** Alerts of each name. */
export type Pilot = readonly (readonly PilotAlert[])[];

interface SizeOptions {
  /** The loss to find. */
  readonly loss: number;
  readonly repeats: number;
  /** One-sided. @default {0.025} */
  readonly level?: number;
}

const DRAWS = 400;
/** A share this large in simulation means four of five runs, whichever names the pilot has. */
const FOUND = 0.85;
/** Losses that are tried, up to a total loss. */
const STEPS = 256;
const SIZES = [7, 10, 13, 16, 20, 25, 30, 36, 43, 52, 62, 75, 90, 110, 130, 160, 190, 230, 280, 340]
  .concat([410, 500]);

/**
 * Number of names that finds a loss in four of five runs.
 *
 * The candidate loses everything at some names, which is harder to find than a small loss
 * everywhere. The pilot's names get random weights, because another pilot would have other names.
 *
 * @returns `null` if 500 names are too few, or the baseline has less to lose.
 */
export function namesNeeded(pilot: Pilot, options: SizeOptions): number | null {
  const found = (at: number) => shareFound(pilot, SIZES[at]!, options) >= FOUND;
  return SIZES[bisect(-1, SIZES.length, found)] ?? null;
}

/** The smallest loss that so many names find in four of five runs; `null` if none is found. */
export function smallestLoss(pilot: Pilot, names: number, options: Omit<SizeOptions, "loss">) {
  const most = pilotMean(pilot);
  const lossAt = (step: number) => most * step / STEPS;
  const isFound = (step: number) =>
    shareFound(pilot, names, { ...options, loss: lossAt(step) }) >= FOUND;
  return isFound(STEPS) ? lossAt(bisect(0, STEPS, isFound)) : null;
}

/** Share of simulated comparisons that find the loss. */
function shareFound(pilot: Pilot, names: number, { loss, repeats, level = 0.025 }: SizeOptions) {
  const broken = loss / pilotMean(pilot);
  if (!(broken <= 1)) return 0;
  // The same random numbers for every size keep the search monotone.
  const generator = xoroshiro128plus(1);
  const uniform = () => uniformFloat64(generator);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(uniform() * all.length)]!;
  const drawn = (scores: readonly number[]) =>
    mean(Array.from({ length: repeats }, () => pick(scores)))!;
  // The pilot candidate's own gain or loss is removed.
  const shift = pilotMean(
    pilot,
    ({ baseline, candidate = baseline }) => mean(candidate)! - mean(baseline)!,
  );
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

/** Mean over names of something of their alerts. @default the baseline */
function pilotMean(pilot: Pilot, of = ({ baseline }: PilotAlert) => mean(baseline)!): number {
  return mean(pilot.map((alerts) => mean(alerts.map(of))!)) ?? 0;
}
