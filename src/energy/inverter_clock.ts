/**
 * An inverter whose days are not the house's, told to people.
 *
 * @module
 */

import type { DayClock, DayOffset } from "../frames/day_counter.ts";
import { HOUR, MINUTE } from "../time.ts";
import type { AuditRow } from "./audit.ts";

/**
 * When the inverter's day begins, in words.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { offsetText } from "./inverter_clock.ts";
 *
 * const hour = 3_600_000;
 * assert.equal(offsetText({ earliest: -1.01 * hour, latest: -hour }), "1 h before midnight");
 * assert.equal(
 *   offsetText({ earliest: 1.2 * hour, latest: 8.4 * hour }),
 *   "between 1 h 12 min and 8 h 24 min after midnight",
 * );
 * ```
 */
export function offsetText({ earliest, latest }: DayOffset): string {
  if (latest - earliest <= HOUR / 2) {
    const offset = Math.round((earliest + latest) / 2 / (15 * MINUTE)) * 15 * MINUTE;
    return `${spanText(offset)} ${offset < 0 ? "before" : "after"} midnight`;
  }
  if (earliest >= 0) return `between ${spanText(earliest)} and ${spanText(latest)} after midnight`;
  if (latest <= 0) return `between ${spanText(earliest)} and ${spanText(latest)} before midnight`;
  return `between ${spanText(earliest)} before and ${spanText(latest)} after midnight`;
}

function spanText(span: number): string {
  const minutes = Math.round(Math.abs(span) / MINUTE);
  const parts = [[Math.floor(minutes / 60), "h"], [minutes % 60, "min"]] as const;
  return parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`).join(" ");
}

/**
 * What a person should know of an inverter whose days are not the house's, and do about it.
 *
 * @param zone IANA zone of the house.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { clockNotice } from "./inverter_clock.ts";
 *
 * const hour = 3_600_000;
 * assert.match(clockNotice({ earliest: hour, latest: hour }, "Europe/Berlin"), /Europe\/Berlin/);
 * ```
 */
export function clockNotice(offset: DayOffset, zone: string): string {
  return `The inverter's day counter is reset ${offsetText(offset)} of ${zone}. ` +
    "Either the inverter's clock is wrong: set its time, zone and summer time. " +
    `Or ${zone} is not the zone of the house: correct --zone, HOUSEHOLD_ZONE or the household file`;
}

/**
 * The same as a row of the audit.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { clockRow } from "./inverter_clock.ts";
 *
 * const first = { from: 0, at: 5, before: 20, after: 0.5, isLate: false };
 * assert(clockRow({ first, isOff: [true], earliest: 0, latest: 5 }).rule === "clock");
 * ```
 */
export function clockRow({ first }: DayClock): AuditRow {
  const { at, before, after } = first;
  return { time: at, role: "yield_today", rule: "clock", before, after, kwh: 0 };
}
