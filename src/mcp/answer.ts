/**
 * What all answers begin and end with.
 *
 * @module
 */

import { type Caveat, caveatsOf, type Subject } from "./caveats.ts";
import { coverage } from "./figures.ts";

/** The period of an answer, as absolute local days. */
export interface PeriodFacts {
  readonly asked: string;
  /** First local day. */
  readonly from: string;
  /** Last local day, inclusive. */
  readonly to: string;
  /** How many local days it has. */
  readonly days: number;
  /** Their real length, which changes of the clock make an hour shorter or longer. [h] */
  readonly hours: number;
  /** IANA zone of the house. */
  readonly zone: string;
}

/** How far the numbers of an answer can be trusted. */
export interface Trust {
  /** Days on which every energy is known and nothing is missing. */
  readonly complete_days: number;
  /** Share of the time with grid power samples, rounded down. */
  readonly grid_coverage_percent: number | null;
  /** Share of the daylight with inverter samples, rounded down. */
  readonly pv_coverage_percent: number | null;
}

/** The period, echoed. */
export function periodFacts({ days, period }: Pick<Subject, "days" | "period">): PeriodFacts {
  const { from, to, asked } = period, { rows, total } = days;
  return { asked, from, to, days: rows.length, hours: total?.hours ?? 0, zone: days.zone };
}

/** Coverage and completeness of the days of an answer. */
export function trustOf({ days }: Pick<Subject, "days">): Trust {
  const { rows, total } = days;
  return {
    complete_days: rows.filter(({ complete }) => complete).length,
    grid_coverage_percent: coverage(total?.coverage_grid ?? null),
    pv_coverage_percent: coverage(total?.coverage_pv ?? null),
  };
}

/** How each energy was obtained, in words. */
export function methodsOf({ days }: Pick<Subject, "days">): Record<string, string> {
  const found = new Map<string, Set<string>>();
  for (const { method } of days.rows) {
    for (const [, energy, way] of method.matchAll(/(\S+):(\S+)/g)) {
      const ways = found.get(energy!) ?? new Set();
      found.set(energy!, ways.add(METHODS[way!] ?? way!));
    }
  }
  return Object.fromEntries(
    [...found].map(([energy, ways]) => [energy, [...ways].join("; or ")]),
  );
}

const METHODS: Readonly<Record<string, string>> = {
  counter: "counter readings",
  integral: "integrated from power samples",
  day_counter: "the inverter's day counter",
  lifetime_counter: "the inverter's lifetime counter",
  none: "no PV",
  unknown: "not known",
};

/** Whether a house has samples of some days. */
export function hasData({ days }: Pick<Subject, "days">): boolean {
  return days.rows.some(({ flags }) => !flags.includes("no_data"));
}

/** An answer to what the house cannot know. */
export interface NotKnown {
  readonly known: false;
  /** Why not, as a sentence. */
  readonly reason: string;
  /** What would be needed, as a sentence. */
  readonly needed: string;
  readonly caveats?: readonly Caveat[];
}

/** Says that something is not known. */
export function notKnown(reason: string, needed: string, caveats?: readonly Caveat[]): NotKnown {
  return { known: false, reason, needed, ...caveats && { caveats } };
}

/** The answer for a period without any sample. */
export function noSamples(subject: Subject): NotKnown & { readonly period: PeriodFacts } {
  const { period, calendar: { today, first } } = subject;
  const begins = first === null ? "" : ` Its first whole day is ${first}.`;
  return {
    period: periodFacts(subject),
    ...notKnown(
      `The house has no samples from ${period.from} to ${period.to}.`,
      `Ask for days that it has.${begins} Its calendar says that today is ${today}.`,
      caveatsOf(subject),
    ),
  };
}
