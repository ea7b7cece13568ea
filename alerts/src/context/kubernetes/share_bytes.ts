/**
 * One limit for several texts.
 *
 * @module
 */

/**
 * Shares a limit among texts: each gets an equal part, and what one does not need goes to the
 * others.
 *
 * @param lengths Lengths of the texts. [bytes]
 * @param limit All together. [bytes]
 * @returns What each may have. [bytes]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { shareBytes } from "./share_bytes.ts";
 *
 * assert.deepEqual(shareBytes([100, 10, 5000], 1000), [100, 10, 890]);
 * ```
 */
export function shareBytes(lengths: readonly number[], limit: number): number[] {
  const shares = lengths.map(() => 0);
  const order = [...lengths.keys()].sort((a, b) => lengths[a]! - lengths[b]!);
  let left = limit;
  order.forEach((index, done) => {
    shares[index] = Math.min(lengths[index]!, Math.floor(left / (order.length - done)));
    left -= shares[index]!;
  });
  return shares;
}
