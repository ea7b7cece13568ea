/**
 * Bisection.
 *
 * @module
 */

/**
 * The least whole number at which a test holds, found by halving.
 *
 * @param low The test does not hold here, nor anywhere below.
 * @param high The test holds here and everywhere above.
 * @param within How far above that number the result may lie.
 */
export function bisect(
  low: number,
  high: number,
  holds: (middle: number) => boolean,
  within = 1,
): number {
  while (high - low > within) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
