/**
 * Sums up verdicts per kind of house and per trait, and compares them with the limits.
 *
 * @module
 */

import { BANDED, type Banded } from "../../src/catalogue/columns.ts";
import { TOO_RARE } from "../../src/energy/load_curve.ts";
import type { Verdict } from "./judge.ts";
import { HIDDEN } from "./tags.ts";
import {
  LEAST_COMPLETE,
  LEAST_FOUND,
  LEAST_INSIDE,
  MOST_FALSE_ALARMS,
  MOST_FAR,
} from "./limits.ts";

/** Sums over some houses. */
export interface Tally {
  readonly months: number;
  readonly refused: number;
  readonly days: number;
  readonly complete: number;
  /** Complete days with a value that is far from the truth. */
  readonly far: number;
  readonly flagged: number;
  /** Months with a notice. */
  readonly noticed: number;
  readonly columns: Readonly<Record<Banded, ColumnTally>>;
}

/** Sums for one column. */
export interface ColumnTally {
  readonly known: number;
  readonly inside: number;
  readonly far: number;
  readonly unknown: number;
  /** Median width of the bands. */
  readonly width: number;
}

/** Sums up verdicts. */
export function tallyOf(verdicts: readonly Verdict[]): Tally {
  const sum = (of: (one: Verdict) => number) => verdicts.reduce((all, one) => all + of(one), 0);
  return {
    months: verdicts.length,
    refused: sum(({ refused }) => refused === null ? 0 : 1),
    days: sum(({ days }) => days),
    complete: sum(({ complete }) => complete),
    far: sum(({ wrongDays }) => wrongDays),
    flagged: sum(({ flagged }) => flagged),
    noticed: sum(({ notices }) => notices.length > 0 ? 1 : 0),
    columns: Object.fromEntries(BANDED.map((name) => [name, {
      known: sum(({ columns }) => columns[name].known),
      inside: sum(({ columns }) => columns[name].inside),
      far: sum(({ columns }) => columns[name].far),
      unknown: sum(({ columns }) => columns[name].unknown),
      width: median(verdicts.flatMap(({ columns }) => columns[name].widths)),
    }])) as unknown as Tally["columns"],
  };
}

/**
 * Whether Wattbook found a mistake: it refuses the month, or no day is complete on which the mistake
 * changes anything, the right flag is set and the notice has the line that mends the file.
 */
export function isFound({ refused, complete, unmoved, mistake }: Verdict): boolean {
  return refused === "AMBIGUOUS_SERIES" ||
    complete === unmoved && mistake !== null && mistake.isNamed && mistake.isMended;
}

/** An efficiency is wrong if it is farther from the truth. */
const OFF = 0.1;

/**
 * Whether the load curve or the efficiency of a house is wrong. A load curve may be wrong if Wattbook
 * says so: power that is sampled rarely does not show the course of the load.
 */
export function hasOddCurves({ loads, efficiency, notices }: Verdict): boolean {
  const isSaid = notices.some((notice) => notice.includes(TOO_RARE));
  return loads.off > loads.known / 5 && !isSaid ||
    efficiency !== null && !(Math.abs(efficiency.says - efficiency.is) <= OFF);
}

/** A goal and its result. */
export interface Goal {
  readonly what: string;
  readonly goal: string;
  readonly result: string;
  readonly isMet: boolean;
}

/** Compares a run with the limits. */
export function goalsOf(verdicts: readonly Verdict[]): Goal[] {
  const of = (kind: Verdict["kind"]) => verdicts.filter((one) => one.kind === kind);
  const healthy = tallyOf(of("healthy"));
  const isTold = ({ tags }: Verdict) => !tags.some((tag) => tag.endsWith(HIDDEN));
  const mistakes = of("mistake").filter(isTold);
  const traits = tallies(of("healthy"));
  const poor = traits.flatMap(([tag, { columns }]) =>
    BANDED.filter((name) => columns[name].known > 0 && !(insideOf(columns[name]) >= LEAST_INSIDE))
      .map((name) => `${tag} (${name})`)
  );
  // With the same samples, the file of a hidden mistake is right for another house.
  const far = tallyOf(verdicts.filter(isTold)).far, found = mistakes.filter(isFound).length;
  return [
    {
      what: "complete days of healthy houses",
      goal: `≥ ${percent(LEAST_COMPLETE)}`,
      result: besideGoal(healthy.complete / healthy.days, LEAST_COMPLETE),
      isMet: healthy.complete / healthy.days >= LEAST_COMPLETE,
    },
    {
      what: "traits of healthy houses whose bands contain the truth on less than 95 % of the days",
      goal: "0",
      result: `${poor.length}`,
      isMet: poor.length === 0,
    },
    {
      what:
        "complete days with a truth outside a band by more than its width (without hidden mistakes)",
      goal: `${MOST_FAR}`,
      result: `${far}`,
      isMet: far <= MOST_FAR,
    },
    {
      what: "mistakes found, of those that samples contradict",
      goal: `≥ ${percent(LEAST_FOUND)}`,
      result: besideGoal(found / mistakes.length, LEAST_FOUND),
      isMet: found / mistakes.length >= LEAST_FOUND,
    },
    {
      what: "days of healthy houses flagged as contradictory",
      goal: `≤ ${percent(MOST_FALSE_ALARMS)}`,
      result: besideGoal(healthy.flagged / healthy.days, MOST_FALSE_ALARMS),
      isMet: healthy.flagged / healthy.days <= MOST_FALSE_ALARMS,
    },
    none(
      "healthy months with a wrong load curve or efficiency, of which nothing is said",
      of("healthy").filter(hasOddCurves),
    ),
    none("months with NaN as a value or band", verdicts.filter(({ hasNaN }) => hasNaN)),
  ];
}

function none(what: string, found: readonly Verdict[]): Goal {
  return { what, goal: "0", result: `${found.length}`, isMet: found.length === 0 };
}

/** Share of the days with a value on which the band contains the truth. */
function insideOf({ known, inside }: ColumnTally): number {
  return inside / known;
}

/** Sums per trait, sorted by name. */
export function tallies(verdicts: readonly Verdict[]): [string, Tally][] {
  const tags = [...new Set(verdicts.flatMap((one) => one.tags))].sort(byName);
  return tags.map((tag) => [tag, tallyOf(verdicts.filter((one) => one.tags.includes(tag)))]);
}

/**
 * A share in percent, with as many digits as it takes to look unlike its goal: 0.103 % and not 0.10 %
 * beside a goal of 0.10 %.
 */
export function besideGoal(share: number, goal: number): string {
  const [plain, limit] = [share, goal].map(percent) as [string, string];
  if (plain !== limit || share === goal) return plain;
  for (let places = 2; places < 8; places++) {
    const [result, other] = [share, goal].map((one) => (100 * one).toFixed(places));
    if (result !== other) return `${result} %`;
  }
  return plain;
}

/** A share in percent. */
export function percent(value: number): string {
  return `${(100 * value).toFixed(value > 0 && value < 0.01 ? 2 : 1)} %`;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? NaN;
}

function byName(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
