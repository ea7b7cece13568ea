/**
 * Power, as far as a counter shows it.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { HOUR, MINUTE } from "../time.ts";
import { resolutionOf } from "./counters.ts";
import { gapCap, type IntegrateOptions } from "./integrate.ts";

/** In the shortest window in which one step is less than this, a counter is read twice. [kW] */
const STEP_POWER = 0.12;
/** Wake-up and nightfall are over soon; a coarse counter needs longer to show anything. [ms] */
const SHORTEST = 5 * MINUTE, LONGEST = 30 * MINUTE;

/**
 * The power that a counter proves at each of its samples: what it rose in the minutes before, less
 * the one step that may be older; in the first minutes after a silence, what it rose in these. It
 * tells whether and about how much a device works that reports no power; it is no measurement to be
 * integrated.
 *
 * @param counter Ascending in time. [kWh]
 * @returns A sample for each of the counter's; 0 where it stands still or falls. [W]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { counterPower } from "./counter_power.ts";
 *
 * const time = Float64Array.from({ length: 31 }, (_, minute) => minute * 60_000);
 * const { value } = counterPower({ time, value: time.map((_, minute) => minute / 100) });
 * assert.equal(Math.round(value[0]!), 480);
 * ```
 */
export function counterPower(
  counter: Samples,
  options: Pick<IntegrateOptions, "maxGap"> = {},
): Samples {
  const { maxGap = gapCap(counter) } = options;
  const { time, value } = counter;
  const step = resolutionOf(counter);
  const window = Math.min(Math.max(step / STEP_POWER * HOUR, SHORTEST), LONGEST);
  const power = new Float64Array(time.length);
  let from = 0, early = 0;
  for (let row = 0; row < time.length; row++) {
    if (row === 0 || time[row]! - time[row - 1]! > maxGap) {
      from = row;
      early = endOfWindow(time, row, { window, maxGap });
    }
    while (from + 1 < row && time[row]! - time[from]! > window) from++;
    const to = Math.max(row, early), rise = value[to]! - value[from]! - step;
    if (rise > 0) power[row] = 1000 * rise * HOUR / (time[to]! - time[from]!);
  }
  return { time, value: power };
}

/** The last row of the window that begins with a row; at least the next row without a silence. */
function endOfWindow(
  time: Float64Array,
  first: number,
  { window, maxGap }: { window: number; maxGap: number },
): number {
  let last = first;
  while (
    last + 1 < time.length && time[last + 1]! - time[last]! <= maxGap &&
    (last === first || time[last + 1]! - time[first]! <= window)
  ) last++;
  return last;
}
