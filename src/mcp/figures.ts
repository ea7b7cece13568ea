/**
 * Numbers as an assistant gets them: rounded, with the unit in their name and with their error band.
 *
 * @module
 */

import type { Banded } from "../catalogue/columns.ts";
import { type Reconciled, sumReconciled } from "../energy/accuracy/bands.ts";
import { deviceColumns, type EnergyRow, type EnergyTable } from "../energy/table.ts";
import type { Days } from "../house/days.ts";

/** An energy and the band that holds the truth in 95 of 100 cases; `null` is unknown. [kWh] */
export interface BandedEnergy {
  readonly kwh: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** A share and its band; `null` is unknown. [%] */
export interface BandedShare {
  readonly percent: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** Rounds; `null` and NaN stay unknown. */
export function rounded(value: number | null | undefined, decimals: number): number | null {
  if (value === null || value === undefined || Number.isNaN(value)) return null;
  const text = value.toFixed(decimals);
  // No minus in front of zero.
  return Number(text) === 0 ? 0 : Number(text);
}

/** A share as per cent, rounded. */
export function percent(share: number | null | undefined): number | null {
  return rounded(share === null || share === undefined ? null : 100 * share, 1);
}

/** A coverage as per cent, rounded down, so that a gap never shows as 100 %. */
export function coverage(share: number | null): number | null {
  return share === null ? null : Math.floor(1000 * share) / 10;
}

/** The energies that every house has, by the name that an assistant sees. */
export const ENERGIES = {
  grid_import: "import_kwh",
  grid_export: "export_kwh",
  pv_yield: "yield_kwh",
  self_consumed: "self_consumed_kwh",
  consumption: "consumption_kwh",
} as const;

/** Name of such an energy. */
export type EnergyName = keyof typeof ENERGIES;

/** Everything about some days as one period. */
export interface PeriodFigures {
  /** Their sums; `null` without any day. */
  readonly row: EnergyRow | null;
  /** Error bands of the sums; `null` where the server computed the days. */
  readonly reconciled: Reconciled | null;
}

/** The sums of some days and their error bands. */
export function figuresOf({ total, analysis }: Pick<Days, "total" | "analysis">): PeriodFigures {
  const reconciled = analysis && analysis.reconciled.length > 0
    ? sumReconciled("total", analysis.reconciled)
    : null;
  return { row: total, reconciled };
}

/** An energy with its band. */
export function energyOf(
  { row, reconciled }: PeriodFigures,
  name: typeof ENERGIES[EnergyName],
): BandedEnergy {
  const band = reconciled?.bands[name] ?? null;
  return banded(row?.[name] ?? null, band);
}

/** A value and its band; a band without a value is none. */
export function banded(
  kwh: number | null,
  band: { readonly low: number; readonly high: number } | null | undefined,
): BandedEnergy {
  const isKnown = kwh !== null && band;
  return {
    kwh: rounded(kwh, 2),
    low: isKnown ? rounded(band.low, 2) : null,
    high: isKnown ? rounded(band.high, 2) : null,
  };
}

/** A ratio with its band. */
export function shareOf(
  { row, reconciled }: PeriodFigures,
  name: Extract<Banded, "autarky" | "self_consumption_rate">,
): BandedShare {
  const share = row?.[name] ?? null, band = share === null ? null : reconciled?.bands[name];
  return { percent: percent(share), low: percent(band?.low), high: percent(band?.high) };
}

/** The energies of battery and consumers, by their names; none in a house without. */
export function deviceEnergies(
  { row, reconciled }: PeriodFigures,
  table: Pick<EnergyTable, "devices">,
): Record<string, BandedEnergy> {
  return Object.fromEntries(
    deviceColumns(table).filter(({ unit }) => unit === "kWh").map(({ name, valueOf }) => [
      name.replace(/_kwh$/, ""),
      banded(row && valueOf(row), reconciled?.devices?.bands[name]),
    ]),
  );
}
