/**
 * When a server scrapes a target.
 *
 * @module
 */

import { SECOND, type TimeRange } from "../../../src/time.ts";
import { random } from "./random.ts";

/** How a server scrapes. */
export interface ScrapeOptions {
  /** Time between scrapes. [ms] @default 60_000 */
  readonly interval?: number;
  /** Share of scrapes that come late, by tens to hundreds of milliseconds. @default 0.01 */
  readonly late?: number;
}

/**
 * Instants at which a target is scraped, ascending. As with a real server each target has a phase
 * of its own, drawn from its name, and keeps it: a scrape that is on time by two milliseconds is
 * stamped with its planned time, so most intervals are exact.
 *
 * @param target Name of the target, the seed of its phase.
 * @param range First and last planned scrape lie in it. Unix times. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { scrapeTimes } from "./scrapes.ts";
 *
 * const times = scrapeTimes("demo/pod-a", { start: 0, end: 600_000 }, { late: 0 });
 * assert(times.length === 10 && times[1]! - times[0]! === 60_000);
 * ```
 */
export function scrapeTimes(
  target: string,
  { start, end }: TimeRange,
  { interval = 60 * SECOND, late = 0.01 }: ScrapeOptions = {},
): Float64Array {
  const chance = random(`${target}/scrapes`);
  const phase = Math.floor(chance.between(0, interval));
  const first = Math.ceil((start - phase) / interval), last = Math.ceil((end - phase) / interval);
  return Float64Array.from({ length: Math.max(0, last - first) }, (_, i) => {
    const planned = (first + i) * interval + phase;
    if (!chance.chance(late)) return planned;
    return planned + Math.min(3 + Math.round(chance.exponential(90)), 900);
  });
}
