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

/** One-sided p of so many failures, and the least p that is possible with their total. */
export function gateTest(
  pairs: readonly { readonly baseline: Failures; readonly candidate: Failures }[],
): { readonly p: number; readonly least: number } {
  // Probabilities of each count of the candidate's failures.
  let chances = [1], seen = 0;
  for (const { baseline, candidate } of pairs) {
    seen += candidate.failed;
    const all = baseline.answers + candidate.answers;
    const failed = baseline.failed + candidate.failed;
    chances = convolve(chances, hypergeometric(all, failed, candidate.answers));
  }
  const tail = chances.slice(seen).reduceRight((sum, one) => sum + one, 0);
  return { p: Math.min(1, tail), least: chances.at(-1)! };
}

/** Probabilities of each number of failures among `drawn` of `all` answers. */
function hypergeometric(all: number, failed: number, drawn: number): number[] {
  const from = Math.max(0, failed + drawn - all), to = Math.min(failed, drawn);
  return Array.from({ length: to + 1 }, (_, count) => {
    if (from === to) return count === to ? 1 : 0;
    return count < from ? 0 : jstat.hypgeom.pdf(count, all, failed, drawn);
  });
}

function convolve(one: readonly number[], other: readonly number[]): number[] {
  const sum = new Array<number>(one.length + other.length - 1).fill(0);
  for (const [i, a] of one.entries()) {
    for (const [j, b] of other.entries()) sum[i + j]! += a * b;
  }
  return sum;
}

/**
 * The level for each of several discrete tests with these least possible p, so that any is wrong
 * with probability `alpha` at most. Tests that cannot reach it cost nothing (Tarone 1990).
 */
export function taroneLevel(least: readonly number[], alpha: number): number {
  let tests = 1;
  while (least.filter((p) => p <= alpha / tests).length > tests) tests++;
  return alpha / tests;
}
