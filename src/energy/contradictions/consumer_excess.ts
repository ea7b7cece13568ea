/**
 * Consumers that draw more than the meter lets in.
 *
 * @module
 */

import type { TimeRange } from "../../time.ts";
import type { Facts } from "./facts.ts";
import { powerAt } from "./instants.ts";

/** A consumer draws this much more than the meter lets in, and at so many instants, on so many days. [W] */
const EXCESS = 300, EXCESSES = 6, EXCESS_DAYS = 2;
/** So much of a consumer's power is its error, and its least power that is compared. [0–1], [W] */
const CONSUMER_ERROR = 0.2, CONSUMER = 500;

/** When named consumers draw more than the grid delivers. */
export interface ConsumerExcess {
  readonly names: string;
  /** Share of the time in which they are on. [0–1] */
  readonly share: number;
}

/**
 * How often the named consumers use more than the meter lets in; `null` if hardly ever.
 *
 * @param when Times in which nothing else gives power, ascending.
 */
export function consumerExcess(
  { at, day, grid_w, signals: { devices } }: Facts,
  when: readonly TimeRange[],
): ConsumerExcess | null {
  const consumers = devices.consumers.filter(({ power }) => power.time.length > 0);
  if (consumers.length === 0) return null;
  const used_w = powerAt(consumers.map(({ power }) => power), at), days = new Set<number>();
  let on = 0, count = 0;
  for (let i = 1, next = 0; i + 1 < at.length; i++) {
    while (next < when.length && when[next]!.end < at[i + 1]!) next++;
    if (next === when.length || when[next]!.start > at[i - 1]!) continue;
    // One of them may have been switched since its last sample, so it is compared while it stays on.
    const least = Math.min(used_w[i - 1]!, used_w[i]!, used_w[i + 1]!);
    if (!(least >= CONSUMER) || Number.isNaN(grid_w[i]!)) continue;
    on++;
    if (least * (1 - CONSUMER_ERROR) - grid_w[i]! <= EXCESS) continue;
    count++;
    days.add(day[i]!);
  }
  if (count < EXCESSES || days.size < EXCESS_DAYS) return null;
  return { names: consumers.map(({ name }) => name).join(" and "), share: count / on };
}
