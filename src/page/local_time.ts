import { periodName } from "../plots/period_ticks.ts";
import { formatInstant } from "../time.ts";

/**
 * An instant by the clock on the wall.
 *
 * @param instant Unix time. [ms]
 * @param zone IANA zone.
 */
export function localTime(instant: number, zone: string): string {
  const iso = formatInstant(instant, zone);
  return `${periodName(iso.slice(0, 10))}, ${iso.slice(11, 16)}`;
}
