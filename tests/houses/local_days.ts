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
  const { daysInMonth } = Temporal.PlainYearMonth.from(month);
  return localDaysOf(`${month}-01`, `${month}-${daysInMonth}`, zone, around);
}

/** The days from one to another, both inclusive, with some days before and after. */
export function localDaysOf(from: string, to: string, zone: string, around = 0): LocalDay[] {
  const first = Temporal.PlainDate.from(from).subtract({ days: around });
  const count = first.until(Temporal.PlainDate.from(to)).days + 1 + around;
  return Array.from({ length: count }, (_, i) => {
    const day = first.add({ days: i });
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
