/**
 * The series that decoding and pulling are measured with.
 *
 * @module
 */

import type { Samples } from "../src/columns.ts";

/** Begin of the month, 2025-01-01. [ms] */
export const START: number = 1_735_689_600_000;
/** End of the month, 30 days on. [ms] */
export const END: number = START + 30 * 86_400_000;

const STEP = 15_000;
/** Scrapes hit no whole second. [ms] */
const PHASE = 123;

/**
 * 30 days of a power at 15 s: 172,800 samples between -1500 and 3500 W that nothing connects, so that
 * no processor learns what comes next.
 *
 * @param digits `decimals`: two and three decimals in turn; `doubles`: all digits of a double.
 */
export function month(digits: "decimals" | "doubles"): Samples {
  const random = generator();
  const rows = (END - START) / STEP;
  const time = Float64Array.from({ length: rows }, (_, row) => START + PHASE + row * STEP);
  const value = time.map((_, row) => {
    const watts = (random() - 0.3) * 5000;
    return digits === "doubles" ? watts : Number(watts.toFixed(2 + row % 2));
  });
  return { time, value };
}

/** Mulberry32: the same numbers in [0, 1) each time, with all 53 bits. */
function generator(): () => number {
  let state = 1;
  const word = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return () => (word() * 2 ** 21 + (word() >>> 11)) / 2 ** 53;
}
