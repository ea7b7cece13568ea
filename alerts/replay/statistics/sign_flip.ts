/**
 * A permutation test of paired differences.
 *
 * @module
 */

import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Clustered } from "./cluster_mean.ts";

/** Up to so many clusters all sign flips are tried. */
const MOST_EXACT = 16;
/** Sums that differ by rounding alone are equal. */
const TOLERANCE = 1e-9;

/** Options of {@linkcode signFlipP}. */
export interface SignFlipOptions {
  /** The same seed gives the same p. */
  readonly seed: number;
  /** How many flips are drawn where there are too many to try them all. @default {10_000} */
  readonly draws?: number;
}

/**
 * How likely a mean difference at least as large is if the two variants are equally good. Then each
 * cluster could as well have come out the other way round: its sum of differences keeps its size and
 * its sign is a coin. All sign flips are tried up to 16 clusters; beyond that they are drawn, and the
 * one that was seen counts as one of them, so that p is never 0 (Phipson and Smyth 2010).
 *
 * @returns Two-sided p. With fewer than six clusters that differ it cannot fall below 0.05.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { signFlipP } from "./sign_flip.ts";
 *
 * const values = ["a", "b", "c", "d", "e", "f"].map((cluster) => ({ cluster, value: 0.1 }));
 * assert.equal(signFlipP(values, { seed: 1 }), 2 / 2 ** 6);
 * ```
 */
export function signFlipP(
  values: readonly Clustered[],
  { seed, draws = 10_000 }: SignFlipOptions,
): number {
  const byCluster = new Map<string, number>();
  for (const { cluster, value } of values) {
    byCluster.set(cluster, (byCluster.get(cluster) ?? 0) + value);
  }
  // A cluster without a difference has nothing to flip.
  const sums = Float64Array.from(
    [...byCluster.values()].filter((sum) => Math.abs(sum) > TOLERANCE),
  );
  const seen = Math.abs(sums.reduce((total, sum) => total + sum, 0));
  return sums.length <= MOST_EXACT
    ? exact(sums, seen - TOLERANCE)
    : drawn(sums, seen - TOLERANCE, { seed, draws });
}

function exact(sums: Float64Array, seen: number): number {
  const flips = 2 ** sums.length;
  let extreme = 0;
  let total = sums.reduce((sum, one) => sum + one, 0);
  const signs = new Int8Array(sums.length).fill(1);
  // In the order of a Gray code: each step flips one cluster.
  for (let step = 1; step <= flips; step++) {
    if (Math.abs(total) >= seen) extreme++;
    const at = 31 - Math.clz32(step & -step);
    if (at >= sums.length) continue;
    total -= 2 * signs[at]! * sums[at]!;
    signs[at] = -signs[at]!;
  }
  return extreme / flips;
}

function drawn(
  sums: Float64Array,
  seen: number,
  { seed, draws }: Required<SignFlipOptions>,
): number {
  const generator = xoroshiro128plus(seed);
  let extreme = 0;
  for (let draw = 0; draw < draws; draw++) {
    let total = 0, bits = 0;
    for (let at = 0; at < sums.length; at++) {
      if (at % 32 === 0) bits = generator.next();
      total += bits & 1 ? sums[at]! : -sums[at]!;
      bits >>>= 1;
    }
    if (Math.abs(total) >= seen) extreme++;
  }
  return (extreme + 1) / (draws + 1);
}
