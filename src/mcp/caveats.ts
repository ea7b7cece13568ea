/**
 * What an assistant must say beside a number, as sentences that it can repeat.
 *
 * @module
 */

import { type Flag, FLAGS } from "../catalogue/flags.ts";
import { CONTRADICTION_FLAGS, type EnergyRow, INCOMPLETE_FLAGS } from "../energy/table.ts";
import type { Days } from "../house/days.ts";
import { counted } from "../text.ts";
import { addDays } from "../time.ts";
import { ENERGIES, type EnergyName } from "./figures.ts";
import type { Calendar, ResolvedPeriod } from "./period.ts";

/** One caveat. */
export interface Caveat {
  /** Stable word for programs. */
  readonly code: string;
  /** A sentence for people. */
  readonly text: string;
}

/** What an answer is about. */
export interface Subject {
  readonly days: Days;
  readonly period: ResolvedPeriod;
  readonly calendar: Calendar;
  /** Whether it is a demo household. */
  readonly isDemo: boolean;
  /** Whether the days know what they cost. */
  readonly hasMoney: boolean;
}

/** For a simulated household. */
export const SIMULATED: Caveat = {
  code: "simulated",
  text: "These are simulated numbers of Wattbook's demo household.",
};

const TITLES: Readonly<Record<EnergyName, string>> = {
  grid_import: "Grid import",
  grid_export: "Grid export",
  pv_yield: "PV yield",
  self_consumed: "Self-consumed energy",
  consumption: "Consumption",
};

/** Everything that limits the numbers of a period, the most important first. */
export function caveatsOf({ days, period, calendar, isDemo, hasMoney }: Subject): Caveat[] {
  const { rows } = days;
  const known = rows.filter(({ flags }) => !flags.includes("no_data"));
  const demo = isDemo ? [SIMULATED] : [];
  if (known.length === 0) {
    return [...demo, {
      code: "no_data",
      text: `There are no samples from ${period.from} to ${period.to}` +
        (calendar.first === null ? "." : `; they begin on ${calendar.first}.`),
    }];
  }
  return [
    ...demo,
    ...cut(period, calendar),
    ...contradictions(rows),
    ...unknownEnergies(rows),
    ...incomplete(rows),
    ...running(rows, calendar),
    ...integrated(rows),
    ...hasMoney ? unpriced(days) : [],
  ];
}

function cut({ from, to, asked, isCut }: ResolvedPeriod, { first }: Calendar): Caveat[] {
  const late = first !== null && from < first && first <= to;
  return [
    ...late
      ? [{
        code: "cut_period",
        text: `The samples begin on ${first}, so the period is not covered from its start.`,
      }]
      : [],
    ...isCut
      ? [{ code: "cut_period", text: `The period '${asked}' is not over; it is counted to ${to}.` }]
      : [],
  ];
}

/** The samples contradict the household file: numbers may be wrong altogether. */
function contradictions(rows: readonly EnergyRow[]): Caveat[] {
  return CONTRADICTION_FLAGS.flatMap((flag) => {
    const count = rows.filter(({ flags }) => flags.includes(flag)).length;
    if (count === 0) return [];
    return [{ code: flag, text: `${FLAGS[flag]} (${counted(count, "day")}).` }];
  });
}

function unknownEnergies(rows: readonly EnergyRow[]): Caveat[] {
  const lacking = (Object.keys(ENERGIES) as EnergyName[]).map((name) =>
    [name, rows.filter((row) => row[ENERGIES[name]] === null).length] as const
  ).filter(([, count]) => count > 0);
  // Names that lack the same number of days share a sentence.
  return [...Map.groupBy(lacking, ([, count]) => count)].map(([count, names]) => {
    const titles = names.map(([name]) => TITLES[name]).join(", ");
    return {
      code: "days_missing",
      text: count === rows.length
        ? `${titles}: not known on any day.`
        : `${titles}: not known on ${count} of ${
          counted(rows.length, "day")
        }; sums cover the others.`,
    };
  });
}

/** So many days are named. */
const NAMED = 5;

function incomplete(rows: readonly EnergyRow[]): Caveat[] {
  const lacking = rows.filter(({ complete }) => !complete);
  if (lacking.length === 0) return [];
  const names = lacking.slice(0, NAMED).map(({ date }) => date).join(", ");
  const rest = lacking.length > NAMED ? ` and ${lacking.length - NAMED} more` : "";
  return [{
    code: "incomplete_days",
    text: `${lacking.length} of ${counted(rows.length, "day")} ${
      lacking.length === 1 ? "is" : "are"
    } incomplete: ${names}${rest}. Most frequent reason: ${mostFrequent(lacking)}.`,
  }];
}

function mostFrequent(rows: readonly EnergyRow[]): string {
  const counts = new Map<Flag, number>();
  for (const { flags } of rows) {
    const reason = INCOMPLETE_FLAGS.find((flag) => flags.includes(flag));
    if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const [reason] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  if (reason === undefined) return "not known";
  return `${FLAGS[reason][0]!.toLowerCase()}${FLAGS[reason].slice(1)}`;
}

function running(rows: readonly EnergyRow[], { today }: Calendar): Caveat[] {
  if (rows.at(-1)?.date !== today) return [];
  return [{
    code: "running_day",
    text: `${today} is not over; complete days end with ${addDays(today, -1)}.`,
  }];
}

const INTEGRATED: readonly (readonly [RegExp, string, string])[] = [
  [/import:integral/, "import_integrated", "Grid import is integrated from power samples"],
  [/export:integral/, "export_integrated", "Grid export is integrated from power samples"],
  [/yield:integral/, "yield_integrated", "PV yield is integrated from power samples"],
];

function integrated(rows: readonly EnergyRow[]): Caveat[] {
  return INTEGRATED.flatMap(([method, code, text]) => {
    const count = rows.filter((row) => method.test(row.method)).length;
    if (count === 0) return [];
    const on = count === rows.length ? "" : ` on ${count} of ${counted(rows.length, "day")}`;
    return [{ code, text: `${text}${on}, so its error band is wider.` }];
  });
}

/** Energy below this is rounding. [kWh] */
const LITTLE = 0.01;

/** Energy that the tariff has no price for is in no amount. */
function unpriced({ money: { total } }: Days): Caveat[] {
  if (total === null) return [];
  const kwh = total.unpriced_import_kwh + total.unpriced_export_kwh;
  return [
    ...kwh > LITTLE
      ? [{
        code: "unpriced",
        text: `The tariff has no price for ${kwh.toFixed(2)} kWh; no amount contains them.`,
      }]
      : [],
    ...total.uncovered_h > 0
      ? [{
        code: "uncovered",
        text: `Import or export is not known for ${total.uncovered_h.toFixed(1)} h.`,
      }]
      : [],
  ];
}
