/**
 * How far off energies and ratios may be, of days and of longer periods.
 *
 * @module
 */

import { BANDED, type Banded, DETAIL_COLUMNS, WAY_COLUMNS } from "../../catalogue.ts";
import { type Frame, rowFrame } from "../../frames/frame.ts";
import { type PeriodKind, periodLabel } from "../../time.ts";
import { ENERGIES, type Energies } from "../balance.ts";

/**
 * An energy and its error. A systematic error may have the same sign every day; noise differs from day
 * to day and partly cancels over many.
 */
export interface Estimate {
  /** The number in the table. [kWh] */
  readonly kwh: number;
  /** How much too high it may be, systematically; ∞ if nothing bounds it. [kWh] */
  readonly below: number;
  /** How much too low it may be, systematically; ∞ if nothing bounds it. [kWh] */
  readonly above: number;
  /** Standard deviation of the noise. [kWh] */
  readonly sigma: number;
}

/** Standard deviations on either side of a band. */
export const WIDTH = 2.5;

/**
 * The band of an energy, never below zero: the systematic error and 2.5 standard deviations of noise
 * on either side.
 */
export function bandOf({ kwh, below, above, sigma }: Estimate): Band {
  const noise = WIDTH * sigma;
  return { low: Math.max(0, kwh - below - noise), high: Math.max(0, kwh + above + noise) };
}

/** Whether an energy has a band at all: one of which nothing was heard has none. */
function isBounded({ below, above }: Estimate): boolean {
  return Number.isFinite(below + above);
}

/**
 * The sum of energies whose noise is independent, such as those of several days: variances add up,
 * and so do systematic errors.
 */
export function addEstimates(parts: readonly Estimate[]): Estimate {
  const sum = (of: (part: Estimate) => number) => parts.reduce((total, one) => total + of(one), 0);
  return {
    kwh: sum(({ kwh }) => kwh),
    below: sum(({ below }) => below),
    above: sum(({ above }) => above),
    sigma: Math.hypot(...parts.map(({ sigma }) => sigma)),
  };
}

/**
 * The sum of two energies that come from the same samples: their noise is assumed not to cancel.
 */
export function addDependent(a: Estimate, b: Estimate): Estimate {
  return { ...addEstimates([a, b]), sigma: a.sigma + b.sigma };
}

/**
 * The difference of two energies that different devices measure.
 */
export function subtract(whole: Estimate, part: Estimate): Estimate {
  return {
    kwh: whole.kwh - part.kwh,
    below: whole.below + part.above,
    above: whole.above + part.below,
    sigma: Math.hypot(whole.sigma, part.sigma),
  };
}

/** A range that holds the truth, on nearly all days. [kWh, or a ratio 0–1] */
export interface Band {
  /** Lower end. */
  readonly low: number;
  /** Upper end. */
  readonly high: number;
}

/**
 * The band of the self-sufficiency (autarky), self-consumed ÷ (self-consumed + import). It rises with
 * the self-consumption and falls with the import, so its low end has the least self-consumption and
 * the most import. If both are integrated, their errors partly cancel in the ratio, and the band is
 * wider than necessary.
 *
 * @returns Band; `null` if nothing may have been consumed. [0–1]
 */
export function autarkyBand(selfConsumed: Band, imported: Band): Band | null {
  if (selfConsumed.high + imported.high <= 0) return null;
  return {
    low: ratio(selfConsumed.low, selfConsumed.low + imported.high, 0),
    high: ratio(selfConsumed.high, selfConsumed.high + imported.low, 1),
  };
}

/**
 * The band of the self-consumption rate, 1 − export ÷ yield: it rises with the yield and falls with
 * the export, which are measured by different devices.
 *
 * @returns Band; `null` if nothing may have been generated. [0–1]
 */
export function selfConsumptionBand(exported: Band, generated: Band): Band | null {
  if (generated.high <= 0) return null;
  return {
    low: ratio(generated.low - exported.high, generated.low, 0),
    high: ratio(generated.high - exported.low, generated.high, 1),
  };
}

/** A ratio within 0–1; `otherwise` where there is nothing to divide by. */
function ratio(part: number, whole: number, otherwise: number): number {
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : otherwise;
}

/** Error bands of a period; `null` where the number or its error is unknown. [kWh, ratios 0–1] */
export type Bands = Readonly<Record<Banded, Band | null>>;

/**
 * Error bands of energies and of the ratios that follow from them.
 *
 * @param estimates Energies of a period.
 * @param balanced Energies of its days on which all are known; only these make the ratios.
 */
export function bandsOf(estimates: Estimates, balanced: Estimates | null): Bands {
  const of = (one: Estimate | null | undefined) => one && isBounded(one) ? bandOf(one) : null;
  const imported = of(balanced?.import_kwh), own = of(balanced?.self_consumed_kwh);
  const exported = of(balanced?.export_kwh), generated = of(balanced?.yield_kwh);
  return {
    import_kwh: of(estimates.import_kwh),
    export_kwh: of(estimates.export_kwh),
    yield_kwh: of(estimates.yield_kwh),
    self_consumed_kwh: of(estimates.self_consumed_kwh),
    consumption_kwh: of(estimates.consumption_kwh),
    autarky: own && imported && autarkyBand(own, imported),
    self_consumption_rate: exported && generated && selfConsumptionBand(exported, generated),
  };
}

/** One period by every method. `null` is unknown. [kWh, ratios 0–1] */
export interface Reconciled {
  /** Local day, ISO week, month or year. */
  readonly date: string;
  /** Import by the register. */
  readonly import_counter_kwh: number | null;
  /** Import by integration. */
  readonly import_integral_kwh: number | null;
  /** Integral − register: the measured error of this installation's integrals. */
  readonly import_residual_kwh: number | null;
  /** Export by integration. */
  readonly export_integral_kwh: number | null;
  /** Yield by the day counter. */
  readonly yield_day_counter_kwh: number | null;
  /** Yield by the lifetime counter. */
  readonly yield_lifetime_kwh: number | null;
  /** Yield by integration of the AC power. */
  readonly yield_integral_kwh: number | null;
  /** DC energy of all strings, by integration; `null` unless asked for. */
  readonly dc_integral_kwh: number | null;
  /** Error bands of the numbers in the table. */
  readonly bands: Bands;
  /** The errors behind the bands of the energies. */
  readonly estimates: Estimates;
  /** The same for the days whose energies are all known; the ratios follow from them. */
  readonly balanced: Estimates | null;
}

type Way = typeof WAY_COLUMNS[number]["name"];

/**
 * Rolls reconciled days up to longer periods. Systematic errors add up; noise adds up in quadrature.
 */
export function rollUpReconciled(days: readonly Reconciled[], kind: PeriodKind): Reconciled[] {
  if (kind === "day") return [...days];
  return [...Map.groupBy(days, ({ date }) => periodLabel(date, kind))].map(([date, parts]) => {
    const ways = WAY_COLUMNS.map(({ name }) => {
      const known = parts.map((part) => part[name]).filter((kwh) => kwh !== null);
      return [name, known.length === 0 ? null : known.reduce((a, b) => a + b, 0)];
    });
    const estimates = sumEstimates(parts.map((part) => part.estimates));
    const whole = parts.map((part) => part.balanced).filter((one) => one !== null);
    const balanced = whole.length === 0 ? null : sumEstimates(whole);
    return {
      ...Object.fromEntries(ways) as Record<Way, number | null>,
      date,
      estimates,
      balanced,
      bands: bandsOf(estimates, balanced),
    };
  });
}

/** Sums of the days that know each energy; `null` if none does. */
function sumEstimates(days: readonly Estimates[]): Estimates {
  const sums = ENERGIES.map((name) => {
    const known = days.map((day) => day[name]).filter((one) => one !== null);
    return [name, known.length === 0 ? null : addEstimates(known)];
  });
  return Object.fromEntries(sums);
}

/**
 * A period as the detail columns of the catalogue.
 */
export function detailCells(period: Reconciled): Record<string, number | null> {
  return Object.fromEntries([
    ...WAY_COLUMNS.map(({ name }) => [name, period[name]]),
    ...BANDED.flatMap((name) => [
      [`${name}_low`, period.bands[name]?.low ?? null],
      [`${name}_high`, period.bands[name]?.high ?? null],
    ]),
  ]);
}

/**
 * Reconciled periods as a frame.
 *
 * @returns Column `date` and the detail columns of the catalogue.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { reconciledFrame } from "./bands.ts";
 *
 * assert(reconciledFrame([]).columns[1] === "import_counter_kwh");
 * ```
 */
export function reconciledFrame(periods: readonly Reconciled[]): Frame {
  const rows = periods.map((period) => ({ date: period.date, ...detailCells(period) }));
  const numbers = DETAIL_COLUMNS.map(({ name }) => [name, "number"] as const);
  return rowFrame(rows, { date: "text", ...Object.fromEntries(numbers) });
}

/** Energies with their errors; `null` is unknown. */
export type Estimates = Readonly<Record<keyof Energies, Estimate | null>>;
