/**
 * Whether a candidate fails more answers than the baseline at these very alerts.
 *
 * If both prompts are alike, the answers to an alert are exchangeable, however alerts hang together:
 * the candidate's share of an alert's failures is hypergeometric. The sum over alerts is the test.
 *
 * @module
 */

import jstat from "jstat";

/** Answers of one variant to one alert, and how many of them failed. */
export interface Failures {
  readonly answers: number;
  readonly failed: number;
}

/** Both variants at one alert. */
export interface FailurePair {
  readonly baseline: Failures;
  readonly candidate: Failures;
}

/** Result of {@linkcode gateTest}. */
export interface GateTest {
  /** One-sided p: how likely so many failures of the candidate are if both prompts are alike. */
  readonly p: number;
  /** The smallest p that so many failures in all could have given. */
  readonly least: number;
}

/** Exact test by exchanging answers within each alert. */
export function gateTest(pairs: readonly FailurePair[]): GateTest {
  // Chances of the candidate's count, which begins at `start`: what cannot be otherwise takes no room.
  let chances = [1], start = 0, seen = 0;
  for (const { baseline, candidate } of pairs) {
    const failed = baseline.failed + candidate.failed;
    seen += candidate.failed;
    const least = Math.max(0, failed - baseline.answers);
    const own = hypergeometric(baseline.answers + candidate.answers, failed, candidate.answers);
    start += least;
    if (own.length > 1) chances = convolve(chances, own);
  }
  const tail = chances.slice(seen - start).reduceRight((sum, one) => sum + one, 0);
  return { p: Math.min(1, tail), least: chances.at(-1)! };
}

/** Chances of each possible number of failures among `drawn` of `all` answers with `failed` in all. */
function hypergeometric(all: number, failed: number, drawn: number): number[] {
  const from = Math.max(0, failed + drawn - all), to = Math.min(failed, drawn);
  if (from === to) return [1];
  return Array.from(
    { length: to - from + 1 },
    (_, at) => jstat.hypgeom.pdf(from + at, all, failed, drawn),
  );
}

function convolve(one: readonly number[], other: readonly number[]): number[] {
  const sum = new Array<number>(one.length + other.length - 1).fill(0);
  for (const [i, a] of one.entries()) {
    for (const [j, b] of other.entries()) sum[i + j]! += a * b;
  }
  return sum;
}

/**
 * The level at which each of several discrete tests is made, so that any of them is wrong with a chance
 * of at most `alpha`: tests that cannot reach it cost nothing (Tarone 1990).
 *
 * @param least The smallest p that each test could have given.
 */
export function taroneLevel(least: readonly number[], alpha: number): number {
  let tests = 1;
  while (least.filter((p) => p <= alpha / tests).length > tests) tests++;
  return alpha / tests;
}
