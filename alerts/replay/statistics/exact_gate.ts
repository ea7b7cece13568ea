/**
 * Tests whether a candidate fails more answers than the baseline at the same alerts.
 *
 * If the prompts are equally good, the answers to an alert are exchangeable, so the candidate's
 * share of its failures is hypergeometric. The test uses the sum over alerts.
 *
 * @module
 */

import jstat from "jstat";

export interface Failures {
  readonly answers: number;
  readonly failed: number;
}

export interface FailurePair {
  readonly baseline: Failures;
  readonly candidate: Failures;
}

export interface GateTest {
  /** One-sided: probability of so many failures if the prompts are equally good. */
  readonly p: number;
  /** The smallest p possible with this total of failures. */
  readonly least: number;
}

/** Exact test by exchanging answers within each alert. */
export function gateTest(pairs: readonly FailurePair[]): GateTest {
  // Probabilities of the candidate's count; the first one belongs to `start`.
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

/** Probabilities of each number of failures among `drawn` of `all` answers. */
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
 * The level for each of several discrete tests, so that the probability of any error is at most
 * `alpha`. Tests that cannot reach it cost nothing (Tarone 1990).
 *
 * @param least The smallest possible p of each test.
 */
export function taroneLevel(least: readonly number[], alpha: number): number {
  let tests = 1;
  while (least.filter((p) => p <= alpha / tests).length > tests) tests++;
  return alpha / tests;
}
