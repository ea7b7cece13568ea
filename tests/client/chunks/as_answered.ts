/**
 * What the query API gives of stored samples.
 *
 * @module
 */

import { type BitSample, bitsOf, STALE } from "./encode.ts";

const EXPONENT = 0x7ff0000000000000n, DIGITS = 0xfffffffffffffn;

/** Leaves out stale markers; every other NaN becomes the one that JavaScript has. */
export function asAnswered(samples: readonly BitSample[]): BitSample[] {
  return samples.filter(([, bits]) => bits !== STALE).map(([time, bits]) => [
    time,
    (bits & EXPONENT) === EXPONENT && (bits & DIGITS) !== 0n ? bitsOf(NaN) : bits,
  ]);
}
