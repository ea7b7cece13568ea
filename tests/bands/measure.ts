/**
 * How often the truth lies within the bands, and how wide they are.
 *
 * @module
 */

import { BANDED } from "../../src/catalogue/columns.ts";
import { joinSeries } from "../../src/columns.ts";
import { analyseDays, type Analysis } from "../../src/energy/days.ts";
import { type Reconciled, rollUpReconciled } from "../../src/energy/accuracy/bands.ts";
import type { Band } from "../../src/energy/accuracy/estimate.ts";
import { type Energies, ratiosOf } from "../../src/energy/balance.ts";
import type { EnergyRow } from "../../src/energy/table.ts";
import { parseHousehold } from "../../src/household.ts";
import { demoHouse } from "../simulator/house/demo_house.ts";
import { simulate } from "../simulator/house/simulate.ts";
import { periodLabel } from "../../src/time.ts";
import { memorySource } from "../memory_source.ts";
import { houseOf, type PerBand, type Variation } from "./variations.ts";

/** True energies of a day. [kWh] */
export type TrueDay = { readonly label: string } & { readonly [name in keyof Energies]: number };

/** What was found. */
export interface Measured {
  readonly name: string;
  readonly analysis: Analysis;
  /** Number of days that were measured, and of whole weeks among them. */
  readonly days: number;
  readonly weeks: number;
  /** Days on which the truth lies within each band. */
  readonly inside: PerBand<number>;
  /** The same for weeks. */
  readonly weeksInside: PerBand<number>;
  /** Median width of each band: of energies, as a share of the mean day; of ratios, as it is. */
  readonly width: PerBand<number>;
  /** That median width, over the range that holds 95 % of the table's errors. */
  readonly slack: PerBand<number>;
}

/** Simulates a variation and measures its bands. */
export async function measure(variation: Variation): Promise<Measured> {
  const { range, options = {}, household, despite } = variation;
  const { series, truth } = simulate(houseOf(variation), { ...range, ...options });
  const { zone, latitude, longitude } = demoHouse;
  const analysis = await analyseDays(
    memorySource(joinSeries(series)),
    parseHousehold({ zone, latitude, longitude, ...household }),
    range,
  );
  const isMeasured = (row: EnergyRow) =>
    row.complete || (despite !== undefined && row.flags.includes(despite));
  return { name: variation.name, ...measureBands(analysis, truth, isMeasured) };
}

/** Measures the bands of an analysis against the truth of its days. */
export function measureBands(
  analysis: Analysis,
  truth: readonly TrueDay[],
  isMeasured = (row: EnergyRow): boolean => row.complete,
): Omit<Measured, "name"> {
  const trueDays = new Map(truth.map((day) => [day.label, day]));
  const days = analysis.reconciled.flatMap((period, d) => {
    const row = analysis.table.rows[d]!;
    return isMeasured(row) ? [{ period, row, is: sumOf([trueDays.get(period.date)!]) }] : [];
  });
  const periods = days.map(({ period }) => period);
  const weeks = [...Map.groupBy(periods, ({ date }) => periodLabel(date, "week"))]
    .filter(([, parts]) => parts.length === 7)
    .map(([, parts]) => ({
      period: rollUpReconciled(parts, "week")[0]!,
      is: sumOf(parts.map(({ date }) => trueDays.get(date)!)),
    }));
  return {
    analysis,
    days: days.length,
    weeks: weeks.length,
    inside: countInside(days),
    weeksInside: countInside(weeks),
    slack: perBand((name) => {
      const width = median(days.flatMap(({ period }) => widthOf(period.bands[name]) ?? []));
      const errors = days.flatMap(({ row, is }) =>
        row[name] === null || is[name] === null ? [] : [row[name] - is[name]]
      ).sort((a, b) => a - b);
      const cut = Math.floor(errors.length * 0.025);
      return width / (errors.at(-1 - cut)! - errors[cut]!);
    }),
    width: perBand((name) => {
      const mean = days.reduce((sum, { is }) => sum + (is[name] ?? 0), 0) / days.length;
      const width = median(days.flatMap(({ period }) => widthOf(period.bands[name]) ?? []));
      return name.endsWith("_kwh") ? width / mean : width;
    }),
  };
}

type Truth = PerBand<number | null>;

function sumOf(days: readonly TrueDay[]): Truth {
  const sum = (name: keyof Energies) => days.reduce((total, day) => total + day[name], 0);
  const energies = {
    import_kwh: sum("import_kwh"),
    export_kwh: sum("export_kwh"),
    yield_kwh: sum("yield_kwh"),
    self_consumed_kwh: sum("self_consumed_kwh"),
    consumption_kwh: sum("consumption_kwh"),
  };
  return { ...energies, ...ratiosOf(energies) };
}

function countInside(all: readonly { period: Reconciled; is: Truth }[]): PerBand<number> {
  return perBand((name) =>
    all.filter(({ period, is }) => holds(period.bands[name], is[name])).length
  );
}

/** Whether a band holds the truth; a ratio that does not exist has no band. */
function holds(band: Band | null, is: number | null): boolean {
  if (band === null || is === null) return band === is;
  return is >= band.low - 1e-9 && is <= band.high + 1e-9;
}

function perBand<T>(of: (name: typeof BANDED[number]) => T): PerBand<T> {
  return Object.fromEntries(BANDED.map((name) => [name, of(name)])) as PerBand<T>;
}

function widthOf(band: Band | null): number | null {
  return band && band.high - band.low;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}
