import type { Samples } from "../columns.ts";
import { addDays, HOUR, localDay, MINUTE, startOfDay } from "../time.ts";

/** A reset of a day counter that is not at local midnight. */
export interface OddReset {
  /** First sample after it. [ms] */
  readonly at: number;
  /** How long after the nearest local midnight it happened; negative before it. [ms] */
  readonly offset: number;
  /**
   * `late`: after a night the counter went on to show the day before. `shifted`: the inverter's day
   * begins at another time. `restart`: in the middle of the day.
   */
  readonly kind: "late" | "shifted" | "restart";
}

/** All resets of a day counter. */
export interface CounterResets {
  /** Number of resets, those at midnight included. */
  readonly count: number;
  /** Those that are not at midnight, in ascending time. */
  readonly odd: readonly OddReset[];
}

/** An inverter's clock may go wrong by this, and it may be scraped this late. [ms] */
const TOLERANCE = 15 * MINUTE;
/** A clock or a zone is wrong by hours, but not by half a day. [ms] */
const LARGEST_SHIFT = 5 * HOUR;
/** Longer silence is a night's. [ms] */
const NIGHT = 2 * HOUR;

/**
 * Looks when a day counter starts anew. While the inverter is silent nobody sees the reset: it then
 * counts as right if midnight lies in the silence.
 *
 * @param counter Restarts merged. [kWh]
 * @param zone IANA zone of the household.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { counterResets } from "./counter_resets.ts";
 *
 * const time = [20, 22.9, 23, 25].map((hour) => Date.UTC(2025, 5, 1) + hour * 3_600_000);
 * const counter = { time: Float64Array.from(time), value: Float64Array.of(21, 21.5, 0, 0) };
 * const { odd } = counterResets(counter, "UTC");
 * assert(odd[0]?.kind === "shifted" && odd[0].offset === -3_600_000);
 * ```
 */
export function counterResets({ time, value }: Samples, zone: string): CounterResets {
  const odd: OddReset[] = [];
  let count = 0, wokeAt = -Infinity, atNightfall = NaN;
  for (let i = 1; i < time.length; i++) {
    const from = time[i - 1]!, at = time[i]!, before = value[i - 1]!;
    if (at - from > NIGHT) {
      wokeAt = at;
      atNightfall = before;
    }
    if (!(before > 0.2 && value[i]! <= 0.1 * before)) continue;
    count++;
    const offset = offsetFromMidnight(from, at, zone);
    if (Math.abs(offset) <= TOLERANCE) continue;
    // It woke up with yesterday's reading and shows it still.
    const isLate = offset > 0 && at - wokeAt < 12 * HOUR && before <= atNightfall + 0.1;
    const kind = isLate ? "late" : Math.abs(offset) <= LARGEST_SHIFT ? "shifted" : "restart";
    odd.push({ at, offset, kind });
  }
  return { count, odd };
}

/** How far the stretch in which a reset happened is from the nearest local midnight. */
function offsetFromMidnight(from: number, at: number, zone: string): number {
  const day = localDay(at, zone);
  return [day, addDays(day, 1)].map((one) => startOfDay(one, zone)).map((midnight) => {
    return from <= midnight && midnight <= at ? 0 : at - midnight;
  }).reduce((a, b) => Math.abs(b) < Math.abs(a) ? b : a);
}
