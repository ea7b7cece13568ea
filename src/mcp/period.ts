/**
 * The periods that an assistant may ask about, as local days of the house.
 *
 * @module
 */

import { WattbookError } from "../errors.ts";
import { addDays, checkDay, periodLabel } from "../time.ts";

/** How an assistant names a period: one word or label, or the first and the last day. */
export interface AskedPeriod {
  /** A word of {@linkcode PERIOD_WORDS}, a year, a month, an ISO week or a day. */
  readonly period?: string | undefined;
  /** First local day. */
  readonly from?: string | undefined;
  /** Last local day, inclusive. */
  readonly to?: string | undefined;
}

/** What the words are relative to. */
export interface Calendar {
  /** The running local day. */
  readonly today: string;
  /** The first day with samples, if it is known. */
  readonly first: string | null;
}

/** A period as local days, both inclusive. */
export interface ResolvedPeriod {
  readonly from: string;
  readonly to: string;
  /** What was asked for, in the words of the asker. */
  readonly asked: string;
  /** Whether days that are still to come were left out. */
  readonly isCut: boolean;
}

/** Spans in days relative to today; a span that is still running ends yesterday. */
const WORDS: Readonly<Record<string, (calendar: Calendar) => readonly [string, string]>> = {
  today: ({ today }) => [today, today],
  yesterday: ({ today }) => [addDays(today, -1), addDays(today, -1)],
  last_7_days: ({ today }) => [addDays(today, -7), addDays(today, -1)],
  last_30_days: ({ today }) => [addDays(today, -30), addDays(today, -1)],
  this_week: ({ today }) => wholePeriod(periodLabel(today, "week")),
  last_week: ({ today }) => wholePeriod(periodLabel(addDays(today, -7), "week")),
  this_month: ({ today }) => wholePeriod(today.slice(0, 7)),
  last_month: ({ today }) => wholePeriod(addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)),
  same_month_last_year: ({ today }) =>
    wholePeriod(`${Number(today.slice(0, 4)) - 1}${today.slice(4, 7)}`),
  this_year: ({ today }) => wholePeriod(today.slice(0, 4)),
  last_year: ({ today }) => wholePeriod(String(Number(today.slice(0, 4)) - 1)),
  heating_season: ({ today }) => heatingSeason(today, 0),
  last_heating_season: ({ today }) => heatingSeason(today, 1),
  all: ({ today, first }) => [first ?? addDays(today, -365), today],
};

/** The words for periods. */
export const PERIOD_WORDS: readonly string[] = Object.keys(WORDS);

const HOW =
  `Write ${PERIOD_WORDS.join(", ")}, a year (2025), a month (2025-06), a week (2025-W23), ` +
  "a day (2025-06-01), or give from and to.";

/** The period that ended most recently by this day, or still runs: October to April. */
function heatingSeason(today: string, back: number): readonly [string, string] {
  const year = Number(today.slice(0, 4)) - (today.slice(5, 7) >= "10" ? 0 : 1) - back;
  return [`${year}-10-01`, `${year + 1}-04-30`];
}

/** First and last day of a year, a month, an ISO week or a day; `null` if it is none of them. */
function wholePeriod(label: string): readonly [string, string] {
  const days = labelledPeriod(label);
  if (days !== null) return days;
  throw new WattbookError("BAD_RANGE", `'${label}' is not a period`, { hint: HOW });
}

function labelledPeriod(label: string): readonly [string, string] | null {
  if (/^\d{4}$/.test(label)) return [`${label}-01-01`, `${label}-12-31`];
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(label)) {
    const following = addDays(`${label}-01`, 31).slice(0, 7);
    return [`${label}-01`, addDays(`${following}-01`, -1)];
  }
  const week = /^(\d{4})-W(\d{2})$/.exec(label);
  if (week) {
    // The fourth of January is in the first week of every year.
    const fourth = `${week[1]}-01-04`, weekday = (new Date(fourth).getUTCDay() + 6) % 7;
    const monday = addDays(fourth, 7 * (Number(week[2]) - 1) - weekday);
    if (periodLabel(monday, "week") === label) return [monday, addDays(monday, 6)];
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(label)) return [checkDay(label), label];
  return null;
}

/**
 * Resolves a period in the calendar of the house. A period that is still running ends with the last
 * complete day; the running day belongs to it only if it is asked for by name, or as the last day.
 *
 * @param asked What was asked for; without anything the last 30 days.
 * @throws {WattbookError} `BAD_DAY`, `BAD_RANGE`
 */
export function resolvePeriod(
  { period = "", from = "", to = "" }: AskedPeriod,
  calendar: Calendar,
): ResolvedPeriod {
  // Some clients send every argument and leave empty what the model did not give.
  if (period !== "" && from + to !== "") {
    throw new WattbookError("BAD_RANGE", "period cannot be combined with from and to", {
      hint: "Give either period, or from and to.",
    });
  }
  if (from + to !== "") return explicitPeriod(from, to, calendar);
  const asked = period === "" ? "last_30_days" : period;
  const word = Object.hasOwn(WORDS, asked) ? WORDS[asked] : undefined;
  const [start, end] = word ? word(calendar) : wholePeriod(asked);
  const { today } = calendar, yesterday = addDays(today, -1);
  if (start > today) throw inFuture(start, today);
  // On the first day of a running period there is nothing but that day.
  const last = start <= yesterday ? yesterday : today;
  const isDay = start === today;
  return { from: start, to: isDay ? today : end < last ? end : last, asked, isCut: end > last };
}

function explicitPeriod(from: string, to: string, { today }: Calendar): ResolvedPeriod {
  if (from === "" || to === "") {
    throw new WattbookError("BAD_RANGE", "from and to belong together", {
      hint: "Give the first and the last day, both inclusive.",
    });
  }
  if (checkDay(from) > checkDay(to)) {
    throw new WattbookError("BAD_RANGE", `from ${from} is after to ${to}`, {
      hint: "Both days are inclusive; give the earlier one first.",
    });
  }
  if (from > today) throw inFuture(from, today);
  return { from, to: to < today ? to : today, asked: `${from} to ${to}`, isCut: to > today };
}

function inFuture(from: string, today: string): WattbookError {
  return new WattbookError("BAD_RANGE", `The period begins on ${from}, after today (${today})`, {
    hint: "Wattbook knows the past only; it makes no forecast.",
  });
}

/** The same period a year earlier: the same days of the calendar. */
export function yearBefore({ from, to }: { readonly from: string; readonly to: string }) {
  return { from: sameDay(from), to: sameDay(to) };
}

function sameDay(day: string): string {
  const year = Number(day.slice(0, 4)) - 1, rest = day.slice(4);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return `${year}${rest === "-02-29" && !isLeap ? "-02-28" : rest}`;
}
