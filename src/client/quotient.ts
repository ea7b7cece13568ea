/**
 * Decimals with more digits than a double holds.
 *
 * @module
 */

/**
 * What {@linkcode quotient} counts its digits in. A power of two rounds nothing, but sums of digits are
 * no whole numbers any more: those V8 would convert to integers and back, each time, to see whether
 * they stay safe ones. Without it, full doubles take half as long again.
 */
export const UNIT: number = 2 ** -20;

const POWER = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`) * UNIT);
const INVERSE = POWER.map((power) => 1 / power);

/** Veltkamp's constant: splits a double into two halves whose products are exact. */
const SPLITTER = 2 ** 27 + 1;

/**
 * More than the correction below can be wrong by, in proportion to itself: five roundings of 2^-53 each.
 * The one of the remainder can weigh more, but only in a correction too small to change a double.
 */
const MARGIN = 2 ** -46;

/** As a constant: the global `NaN`, in a branch that never ran, would make V8 box every result. */
const UNDECIDED = NaN;

/**
 * The double nearest to `(high + low) / 10^decimals`, or `NaN` in the rare case (one in some 2^46) that
 * it lies so near to the middle of two doubles that this way cannot tell.
 *
 * A multiplication by the inverse gives a quotient that is at most a few units in the last place off.
 * Dekker's product gives its remainder, and that times the inverse is the correction. If a slightly
 * larger and a slightly smaller correction lead to the same double, so does the exact one.
 *
 * @param high A double, zero or not below `low`. [{@linkcode UNIT}]
 * @param low The digits behind those of `high`, a double too. [{@linkcode UNIT}]
 * @param decimals 0 to 22: powers of ten that a double holds exactly.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { quotient, UNIT } from "./quotient.ts";
 *
 * // Its 17 digits are more than 2^53.
 * assert(quotient(12_345_678e9 * UNIT, 901_234_567 * UNIT, 13) === 1234.5678901234567);
 * ```
 */
export function quotient(high: number, low: number, decimals: number): number {
  const divisor = POWER[decimals]!, inverse = INVERSE[decimals]!;
  const sum = high + low, lost = low - (sum - high);
  const rough = sum * inverse, product = rough * divisor;
  const roughHigh = highHalf(rough), roughLow = rough - roughHigh;
  const divisorHigh = highHalf(divisor), divisorLow = divisor - divisorHigh;
  const error = roughHigh * divisorHigh - product + roughHigh * divisorLow +
    roughLow * divisorHigh + roughLow * divisorLow;
  const correction = (sum - product - error + lost) * inverse;
  const result = rough + correction * (1 + MARGIN);
  return result === rough + correction * (1 - MARGIN) ? result : UNDECIDED;
}

function highHalf(factor: number): number {
  const shifted = SPLITTER * factor;
  return shifted - (shifted - factor);
}
