/**
 * How reliably two variants pass a gate.
 *
 * @module
 */

import type { Interval } from "./cluster_mean.ts";
import type { Pair } from "./paired_difference.ts";
import { mcnemarP, newcombePaired, type PairedCounts, wilson } from "./rates.ts";

/** Alerts that passed. An alert passes if every one of its answers does. */
export interface PassRates {
  /** Number of alerts by how both came out. */
  readonly counts: PairedCounts;
  /** Wilson's interval of the baseline's rate. */
  readonly baseline: Interval;
  /** Wilson's interval of the candidate's rate. */
  readonly candidate: Interval;
  /** Newcombe's interval of the difference, candidate minus baseline. */
  readonly difference: Interval;
  /** Of the exact McNemar test, two-sided. */
  readonly p: number;
}

/**
 * Compares how many alerts passed. These intervals take alerts for independent: with many alerts of
 * one name they are too narrow, and the cluster-robust one is to be read instead.
 *
 * @param pairs Means of zeros and ones.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { comparePassRates } from "./pass_rates.ts";
 *
 * const pair = { case: "a", cluster: "a", baseline: 1, candidate: 2 / 3 };
 * assert.deepEqual(comparePassRates([pair], 0.95).counts, { both: 0, gained: 0, lost: 1, neither: 0 });
 * ```
 */
export function comparePassRates(pairs: readonly Pair[], confidence: number): PassRates {
  const counts = { both: 0, gained: 0, lost: 0, neither: 0 };
  for (const { baseline, candidate } of pairs) {
    const old = baseline === 1, one = candidate === 1;
    counts[old && one ? "both" : one ? "gained" : old ? "lost" : "neither"]++;
  }
  const { both, gained, lost } = counts;
  return {
    counts,
    baseline: wilson(both + lost, pairs.length, confidence),
    candidate: wilson(both + gained, pairs.length, confidence),
    difference: newcombePaired(counts, confidence),
    p: mcnemarP(counts),
  };
}
