/**
 * Power as devices write it that write changes only.
 *
 * @module
 */

import type { Samples } from "../../src/columns.ts";
import { random } from "../simulator/house/random.ts";

const chance = random("held");
const noise = Float64Array.from({ length: 8640 }, () => Math.round(chance.between(-3, 3)));

/** Whole watts of a house that is busy from 6 to 20 o'clock and at 300 W else, every 10 s of a day. */
export const watts = noise.map((one, i) =>
  i < 2160 || i >= 7200 ? 300 : 800 + 100 * (i >> 7 & 3) + one
);

/** The same as samples at fixed times. */
export const sampled: Samples = { time: watts.map((_, i) => 10_000 * i), value: watts };

/**
 * What a device writes that writes changes only.
 *
 * @param deadband Smaller changes are not written. [W]
 */
export function onChange({ time, value }: Samples, deadband = 0): Samples {
  let last = NaN;
  const rows = [...time.keys()].filter((row) => {
    if (Math.abs(value[row]! - last) <= deadband) return false;
    last = value[row]!;
    return true;
  });
  return {
    time: Float64Array.from(rows, (row) => time[row]!),
    value: Float64Array.from(rows, (row) => value[row]!),
  };
}

/** The day of the house, written on change. */
export const changes = onChange(sampled);
