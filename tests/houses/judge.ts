/**
 * Runs Wattbook on a month of a house and compares the results with the truth.
 *
 * @module
 */

import { BANDED, type Banded } from "../../src/catalogue/columns.ts";
import type { Flag } from "../../src/catalogue/flags.ts";
import { analyseDays, type Analysis, type AnalysisOptions } from "../../src/energy/days.ts";
import type { Band } from "../../src/energy/accuracy/estimate.ts";
import type { PowerTable } from "../../src/energy/power.ts";
import { inverterEfficiency } from "../../src/energy/strings.ts";
import { CONTRADICTION_FLAGS } from "../../src/energy/table.ts";
import { isWattbookError } from "../../src/errors.ts";
import { parseHousehold } from "../../src/household.ts";
import { type FoundMistake, foundMistake } from "./found.ts";
import type { House } from "./house.ts";
import { type HouseMonth, simulateMonth } from "./house_month.ts";
import { daysOfMonth } from "./local_days.ts";
import { sourceOf } from "./memory.ts";
import { type Kind, kindOf, tagsOf } from "./tags.ts";
import type { TrueDay } from "./truth.ts";

/** Flags that report contradictions between samples. */
const CONTRADICTIONS: readonly Flag[] = [
  "export_exceeds_yield",
  "yield_mismatch",
  "register_mismatch",
  "counter_replaced",
  "impossible_power",
  ...CONTRADICTION_FLAGS,
];

/** A value on a complete day that is far from the truth. */
export interface WrongDay {
  readonly date: string;
  readonly column: Banded;
  readonly is: number;
  readonly says: number;
  readonly low: number;
  readonly high: number;
}

/** Result for one column on the complete days of a month. */
export interface ColumnVerdict {
  /** Complete days with a value. */
  known: number;
  /** Days on which the band contains the truth. */
  inside: number;
  /** Days on which the truth is outside the band by more than the band's width. */
  far: number;
  /** Complete days without a value. */
  unknown: number;
  /** Width of each band; for energies relative to the mean of the month. */
  widths: number[];
}

/** Result for a month of a house. */
export interface Verdict {
  readonly seed: string;
  readonly kind: Kind;
  readonly tags: readonly string[];
  readonly days: number;
  readonly complete: number;
  /** Complete days that begin and end as those of the household file's zone, if this is the mistake. */
  readonly unmoved: number;
  /** Number of incomplete days with each flag. */
  readonly incomplete: Readonly<Record<string, number>>;
  /** Days with a flag of {@linkcode CONTRADICTIONS}. */
  readonly flagged: number;
  readonly notices: readonly string[];
  /** Contradictions of {@linkcode CONTRADICTION_FLAGS} that were reported. */
  readonly contradictions: readonly Flag[];
  /** Days with one of these flags. */
  readonly contradicted: number;
  /** What is said of the mistake in the file; `null` without one, or if the month is refused. */
  readonly mistake: FoundMistake | null;
  /** Code of the error if Wattbook refused the month. */
  readonly refused: string | null;
  readonly columns: Readonly<Record<Banded, ColumnVerdict>>;
  readonly wrong: readonly WrongDay[];
  /** Complete days with a value that is far from the truth. */
  readonly wrongDays: number;
  /** Lowest quarter-hour mean of the load. [W] */
  readonly leastLoad: number | null;
  /** Days with a complete load curve, and those whose energy is wrong by more than a quarter. */
  readonly loads: { readonly known: number; readonly off: number };
  /** AC energy ÷ DC energy, if it is known: what Wattbook says, and the truth. */
  readonly efficiency: { readonly says: number; readonly is: number } | null;
  /** Whether a value or a band is NaN. */
  readonly hasNaN: boolean;
}

/** Duration of simulation and analysis. */
export interface Took {
  /** [ms] */
  readonly took: { readonly live: number; readonly product: number };
}

/** Simulates a house and judges the analysis of it. */
export async function judgeHouse(house: House): Promise<Verdict & Took> {
  const start = performance.now(), month = simulateMonth(house), lived = performance.now();
  const outcome = await analyse(month);
  const took = { live: lived - start, product: performance.now() - lived };
  return { ...verdictOf(month, outcome), took };
}

/** Judges the outcome of {@linkcode analyse}. */
export function verdictOf(month: HouseMonth, outcome: Analysis | string): Verdict {
  const { house, days, truth } = month;
  const mistake = typeof outcome === "string" ? null : foundMistake(house, outcome.contradictions);
  const about = { mistake, seed: house.seed, kind: kindOf(house), tags: tagsOf(house) };
  if (typeof outcome === "string") {
    return {
      ...about,
      days: days.length,
      complete: 0,
      unmoved: 0,
      incomplete: { [outcome]: days.length },
      flagged: 0,
      notices: [],
      contradictions: [],
      contradicted: 0,
      refused: outcome,
      columns: noColumns(),
      wrong: [],
      wrongDays: 0,
      leastLoad: null,
      loads: { known: 0, off: 0 },
      efficiency: null,
      hasNaN: false,
    };
  }
  return { ...about, unmoved: unmovedDays(month, outcome), ...judge(outcome, truth) };
}

/** A zone whose clock is wrong for a part of a month says nothing wrong of its other days. */
function unmovedDays({ house, file, days }: HouseMonth, { table }: Analysis): number {
  if (!house.mistake?.endsWith("_zone")) return 0;
  const said = daysOfMonth(house.month, file.zone!);
  return days.filter(({ start, end }, d) =>
    table.rows[d]!.complete && said[d]!.start === start && said[d]!.end === end
  ).length;
}

/** Analyses a month; returns the error's code if Wattbook refuses it. */
export async function analyse(
  { file, series, days }: HouseMonth,
  options: Pick<AnalysisOptions, "intervals" | "stretch"> = {},
): Promise<Analysis | string> {
  try {
    return await analyseDays(sourceOf(series), parseHousehold(file), {
      from: days[0]!.label,
      to: days.at(-1)!.label,
      now: days.at(-1)!.end + 24 * 3_600_000,
      strings: true,
      power: [{ step: 900_000 }],
      ...options,
    });
  } catch (error) {
    if (isWattbookError(error)) return error.code;
    throw error;
  }
}

/** Compares an analysis with the truth of its days. */
export function judge(
  { table, reconciled, power, contradictions }: Analysis,
  truth: readonly TrueDay[],
): Omit<Verdict, "seed" | "kind" | "tags" | "mistake" | "unmoved"> {
  const columns = noColumns(), wrong: WrongDay[] = [], incomplete: Record<string, number> = {};
  const means = Object.fromEntries(BANDED.map((name) => [name, meanOf(truth, name)]));
  let complete = 0, flagged = 0, contradicted = 0, wrongDays = 0, hasNaN = false;
  table.rows.forEach((row, d) => {
    const is = truth[d]!;
    if (is.label !== row.date) throw new RangeError(`${row.date} is not ${is.label}`);
    if (row.flags.some((flag) => CONTRADICTIONS.includes(flag))) flagged++;
    if (row.flags.some((flag) => CONTRADICTION_FLAGS.includes(flag))) contradicted++;
    for (const name of BANDED) {
      const says = row[name], band = reconciled[d]!.bands[name];
      if (Number.isNaN(says) || (band && Number.isNaN(band.low + band.high))) hasNaN = true;
    }
    if (!row.complete) {
      for (const flag of row.flags) incomplete[flag] = (incomplete[flag] ?? 0) + 1;
      return;
    }
    complete++;
    let isWrong = false;
    for (const name of BANDED) {
      const says = row[name], band = reconciled[d]!.bands[name], true_ = trueOf(is, name);
      const column = columns[name];
      if (true_ === null) continue;
      if (says === null || band === null) {
        column.unknown++;
        continue;
      }
      column.known++;
      const width = band.high - band.low;
      const off = Math.max(band.low - true_, true_ - band.high);
      // NaN counts as far outside.
      const isNumber = !Number.isNaN(says) && !Number.isNaN(off);
      const share = name.endsWith("_kwh") ? width / means[name]! : width;
      if (isNumber && share < Infinity) column.widths.push(share);
      if (isNumber && off <= 1e-9) column.inside++;
      if (isNumber && off <= width + 1e-9) continue;
      column.far++;
      isWrong = true;
      wrong.push({ date: row.date, column: name, is: true_, says, low: band.low, high: band.high });
    }
    if (isWrong) wrongDays++;
  });
  const table_ = power[0]!;
  return {
    days: table.rows.length,
    complete,
    incomplete,
    flagged,
    notices: table.notices,
    contradictions: contradictions.map(({ flag }) => flag),
    contradicted,
    refused: null,
    columns,
    wrong,
    wrongDays,
    leastLoad: least(table_.load_w),
    loads: loadsOf(table_, truth, reconciled.map(({ bands }) => bands.consumption_kwh)),
    efficiency: efficiencyOf(table_, truth),
    hasNaN,
  };
}

function efficiencyOf(table: PowerTable, truth: readonly TrueDay[]): Verdict["efficiency"] {
  const says = inverterEfficiency(table);
  if (says === null) return null;
  const sum = (of: "yield_kwh" | "dc_kwh") => truth.reduce((all, day) => all + day[of], 0);
  return { says, is: sum("yield_kwh") / sum("dc_kwh") };
}

/** The true value of a column; `null` for a ratio that is not defined. */
function trueOf(day: TrueDay, name: Banded): number | null {
  const { import_kwh, consumption_kwh, self_consumed_kwh, yield_kwh } = day;
  if (name === "autarky") return consumption_kwh > 0 ? 1 - import_kwh / consumption_kwh : null;
  if (name === "self_consumption_rate") return yield_kwh > 0 ? self_consumed_kwh / yield_kwh : null;
  return day[name];
}

function noColumns(): Record<Banded, ColumnVerdict> {
  return Object.fromEntries(
    BANDED.map((name) => [name, { known: 0, inside: 0, far: 0, unknown: 0, widths: [] }]),
  ) as unknown as Record<Banded, ColumnVerdict>;
}

function meanOf(truth: readonly TrueDay[], name: Banded): number {
  return truth.reduce((sum, day) => sum + (trueOf(day, name) ?? 0), 0) / truth.length;
}

function least(values: Float64Array): number | null {
  let found = Infinity;
  for (const value of values) if (value < found) found = value;
  return found === Infinity ? null : found;
}

/**
 * The energy of a load curve is wrong if it exceeds both tolerances, from the truth and from the day's band,
 * which may be wide, such as by what a hybrid inverter converts.
 */
const LOAD = { share: 0.25, kwh: 1 } as const;

function loadsOf(
  { time, load_w }: { readonly time: Float64Array; readonly load_w: Float64Array },
  truth: readonly TrueDay[],
  bands: readonly (Band | null)[],
): Verdict["loads"] {
  let known = 0, off = 0, slot = 0;
  for (const [d, day] of truth.entries()) {
    const end = slotsUntil(time, day.end);
    let sum = 0;
    for (; slot < end; slot++) sum += load_w[slot]! / 4000;
    if (Number.isNaN(sum)) continue;
    known++;
    const truth = day.consumption_kwh, band = bands[d] ?? { low: truth, high: truth };
    const outside = Math.max(Math.min(truth, band.low) - sum, sum - Math.max(truth, band.high));
    if (outside > LOAD.kwh && outside > LOAD.share * truth) off++;
  }
  return { known, off };
}

function slotsUntil(time: Float64Array, end: number): number {
  let slots = 0;
  while (slots < time.length && time[slots]! < end) slots++;
  return slots;
}
