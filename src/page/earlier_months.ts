import { addDays } from "../time.ts";
import { comparedMonths } from "./compared_months.tsx";

/** First and last local day, both inclusive. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/**
 * The days that a page lacks to show its last month beside the month before and beside the same month
 * a year before: the same days of these months.
 *
 * @param days Days of the page, ascending.
 */
export function earlierDays(days: readonly { readonly date: string }[]): DayRange[] {
  const first = days[0]?.date, last = days.at(-1)?.date;
  if (first === undefined || last === undefined) return [];
  return comparedMonths(last.slice(0, 7)).flatMap((month) => {
    const from = `${month}-01`, end = lastDayOf(month), same = month + last.slice(7);
    const before = addDays(first, -1);
    const to = [end, same, before].reduce((a, b) => a < b ? a : b);
    return from <= to ? [{ from, to }] : [];
  });
}

function lastDayOf(month: string): string {
  return addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1);
}
