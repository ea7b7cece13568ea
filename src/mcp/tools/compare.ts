import { sumReconciled } from "../../energy/accuracy/bands.ts";
import { type EnergyRow, totalRow } from "../../energy/table.ts";
import type { Days } from "../../house/days.ts";
import { localDays } from "../../time.ts";
import { hasData, noSamples, periodFacts } from "../answer.ts";
import { type Caveat, caveatsOf, type Subject } from "../caveats.ts";
import {
  type BandedEnergy,
  ENERGIES,
  type EnergyName,
  energyOf,
  type PeriodFigures,
  rounded,
  shareOf,
} from "../figures.ts";
import { resolvePeriod, yearBefore } from "../period.ts";
import { PERIOD, subjectOf, text, tool } from "../tool.ts";

/** Two periods on the days that both know. */
export const compare = tool({
  name: "compare_periods",
  title: "Compare two periods like for like",
  description:
    "Use for 'more or less than', 'declining', 'why higher'. Compares the period with a second one, " +
    "by default the same days a year before. Only pairs of days that are complete in both count, so " +
    "the sums are comparable. 'certain' is false where the difference is within the error bands.",
  input: {
    ...PERIOD,
    with_period: text("second period, same words"),
    with_from: text("first day of the second period"),
    with_to: text("its last day"),
  },
  async answer({ with_period, with_from, with_to, ...asked }, context) {
    const subject = await subjectOf(asked, context);
    const { calendar, period } = subject;
    const other = (with_period ?? "") + (with_from ?? "") + (with_to ?? "") === ""
      ? { ...yearBefore(period), asked: "the same days a year before", isCut: false }
      : resolvePeriod({ period: with_period, from: with_from, to: with_to }, calendar);
    const days = await context.book.days(other, { signal: context.signal });
    const second: Subject = { ...subject, days, period: other };
    for (const one of [subject, second]) {
      if (!hasData(one)) return { data: noSamples(one) };
    }
    return { data: comparison(subject, second) };
  },
});

function comparison(first: Subject, second: Subject) {
  const pairs = pairsOf(first, second);
  const known = pairs.filter(([a, b]) => a?.complete && b?.complete) as [EnergyRow, EnergyRow][];
  const both = { first: periodFacts(first), second: periodFacts(second) };
  if (known.length === 0) {
    return {
      ...both,
      known: false,
      reason: "No day is complete in both periods, so they cannot be compared like for like.",
      needed: "Choose periods with complete days; data_quality tells which days are.",
    };
  }
  const [a, b] = [0, 1].map((side) =>
    figuresOn(known.map((pair) => pair[side]!), (side === 0 ? first : second).days)
  ) as [PeriodFigures, PeriodFigures];
  return {
    ...both,
    compared_days: known.length,
    left_out_days: pairs.length - known.length,
    energy: Object.fromEntries(
      (Object.keys(ENERGIES) as EnergyName[]).map((name) => [
        name,
        difference(energyOf(a, ENERGIES[name]), energyOf(b, ENERGIES[name])),
      ]),
    ),
    self_sufficiency_percent: {
      first: shareOf(a, "autarky").percent,
      second: shareOf(b, "autarky").percent,
    },
    caveats: caveats(first, second, pairs, known.length),
  };
}

type Pair = readonly [EnergyRow | undefined, EnergyRow | undefined];

/**
 * Pairs of days. Periods in different years whose days are the same of the calendar are paired by
 * them, others by their place from the start.
 */
function pairsOf(first: Subject, second: Subject): Pair[] {
  const [a, b] = [first, second].map(({ period }) => localDays(period.from, period.to, "UTC"))
    .map((days) => days.map(({ label }) => label)) as [string[], string[]];
  const rowOf = ({ days }: Subject) => new Map(days.rows.map((row) => [row.date, row]));
  const ofA = rowOf(first), ofB = rowOf(second);
  if (isSameCalendar(first, second)) {
    const byDay = new Map(b.map((day) => [day.slice(5), day]));
    return a.flatMap((day): Pair[] => {
      const same = byDay.get(day.slice(5));
      return same === undefined ? [] : [[ofA.get(day), ofB.get(same)]];
    });
  }
  return a.slice(0, b.length).map((day, index) => [ofA.get(day), ofB.get(b[index]!)]);
}

/** Whether two periods lie in different years and share days of the calendar. */
function isSameCalendar({ period: a }: Subject, { period: b }: Subject): boolean {
  const isWithinYear = ({ from, to }: typeof a) =>
    Date.parse(to) - Date.parse(from) < 366 * 86_400_000;
  const overlap = a.from.slice(5) === b.from.slice(5);
  return overlap && a.from.slice(0, 4) !== b.from.slice(0, 4) && isWithinYear(a) && isWithinYear(b);
}

/** Sums and bands of some of the days. */
function figuresOn(rows: readonly EnergyRow[], { table, analysis }: Days): PeriodFigures {
  const dates = new Set(rows.map(({ date }) => date));
  const reconciled = analysis?.reconciled.filter(({ date }) => dates.has(date)) ?? [];
  return {
    row: totalRow({ ...table, rows }),
    reconciled: reconciled.length > 0 ? sumReconciled("total", reconciled) : null,
  };
}

function difference(first: BandedEnergy, second: BandedEnergy) {
  if (first.kwh === null || second.kwh === null) return { first, second, change_kwh: null };
  const low = first.low === null || second.high === null ? null : first.low - second.high;
  const high = first.high === null || second.low === null ? null : first.high - second.low;
  const change = first.kwh - second.kwh;
  return {
    first,
    second,
    change_kwh: rounded(change, 2),
    change_percent: second.kwh > 0 ? rounded(100 * change / second.kwh, 1) : null,
    certain: low !== null && high !== null && (low > 0 || high < 0),
  };
}

/** Caveats of both, each once, with those of the second named as such. */
function caveats(
  first: Subject,
  second: Subject,
  pairs: readonly Pair[],
  known: number,
): Caveat[] {
  const own = caveatsOf(first), codes = new Set(own.map(({ text }) => text));
  const leftOut = pairs.length - known;
  const unpaired = first.days.rows.length + second.days.rows.length - 2 * pairs.length;
  return [
    ...own,
    ...caveatsOf(second).filter(({ text }) => !codes.has(text))
      .map(({ code, text }) => ({ code, text: `Second period: ${text}` })),
    ...leftOut > 0
      ? [{
        code: "days_left_out",
        text: `Pairs of days left out because one of the two is not complete: ${leftOut}.`,
      }]
      : [],
    ...unpaired > 0
      ? [{
        code: "days_unpaired",
        text: `Days left out because the other period has no day for them: ${unpaired}.`,
      }]
      : [],
  ];
}
