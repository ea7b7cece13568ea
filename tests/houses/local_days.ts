/**
 * Local days, computed with Temporal. Wattbook uses another library, so the two check each other.
 *
 * @module
 */

/** A local day. */
export interface LocalDay {
  /** `2025-06-01`. */
  readonly label: string;
  /** First instant. [ms] */
  readonly start: number;
  /** First instant of the next day. [ms] */
  readonly end: number;
}

/** The days of a month, with some days before and after. */
export function daysOfMonth(month: string, zone: string, around = 0): LocalDay[] {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  const count = first.daysInMonth + 2 * around;
  return Array.from({ length: count }, (_, i) => {
    const day = first.add({ days: i - around });
    return {
      label: day.toString(),
      start: startOf(day, zone),
      end: startOf(day.add({ days: 1 }), zone),
    };
  });
}

function startOf(day: Temporal.PlainDate, zone: string): number {
  return day.toZonedDateTime(zone).startOfDay().epochMilliseconds;
}
