import { periodName } from "../plots/period_ticks.ts";
import { formatInstant } from "../time.ts";

/**
 * An instant by the clock on the wall.
 *
 * @param instant Unix time. [ms]
 * @param zone IANA zone.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { localTime } from "./local_time.ts";
 *
 * assert(localTime(Date.UTC(2025, 5, 3, 11, 5), "Europe/Berlin") === "3 Jun 2025, 13:05");
 * ```
 */
export function localTime(instant: number, zone: string): string {
  const iso = formatInstant(instant, zone);
  return `${periodName(iso.slice(0, 10))}, ${iso.slice(11, 16)}`;
}
