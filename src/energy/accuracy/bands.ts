/**
 * How far off energies and ratios may be, of days and of longer periods.
 *
 * @module
 */

import {
  bandColumns,
  BANDED,
  type Banded,
  type ColumnInfo,
  DETAIL_COLUMNS,
  WAY_COLUMNS,
} from "../../catalogue/columns.ts";
import { type Frame, rowFrame } from "../../frames/frame.ts";
import { type PeriodKind, periodLabel } from "../../time.ts";
import { ENERGIES } from "../balance.ts";
import type { HouseDevices } from "../../household.ts";
import {
  addEstimates,
  type Band,
  bandOf,
  type Estimate,
  type Estimates,
  isBounded,
} from "./estimate.ts";
import { bandedDevices, deviceBands, type DeviceEstimates, sumDevices } from "./device_bands.ts";

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
 * @param devices The same of battery and consumers, in a house with such.
 */
export function bandsOf(
  estimates: Estimates,
  balanced: Estimates | null,
  devices?: DeviceEstimates | null,
): Bands {
  const of = (one: Estimate | null | undefined) => one && isBounded(one) ? bandOf(one) : null;
  const imported = of(balanced?.import_kwh), generated = of(balanced?.yield_kwh);
  const own = of(devices ? devices.own : balanced?.self_consumed_kwh);
  const exported = of(devices ? devices.pvExport : balanced?.export_kwh);
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
  /** The same of battery and consumers, in a house with such. */
  readonly devices?: {
    /** The errors. */
    readonly estimates: DeviceEstimates;
    /** The same for the days whose energies are all known. */
    readonly balanced: DeviceEstimates | null;
    /** Error bands, by column. */
    readonly bands: Readonly<Record<string, Band | null>>;
  };
}

type Way = typeof WAY_COLUMNS[number]["name"];

/**
 * Rolls reconciled days up to longer periods. Systematic errors add up; noise adds up in quadrature.
 */
export function rollUpReconciled(days: readonly Reconciled[], kind: PeriodKind): Reconciled[] {
  if (kind === "day") return [...days];
  return [...Map.groupBy(days, ({ date }) => periodLabel(date, kind))].map(([date, parts]) =>
    sumReconciled(date, parts)
  );
}

/**
 * Reconciled days as one period.
 *
 * @param date Name of the period.
 */
export function sumReconciled(date: string, days: readonly Reconciled[]): Reconciled {
  const ways = WAY_COLUMNS.map(({ name }) => {
    const known = days.map((day) => day[name]).filter((kwh) => kwh !== null);
    return [name, known.length === 0 ? null : known.reduce((a, b) => a + b, 0)];
  });
  const estimates = sumEstimates(days.map((day) => day.estimates));
  const whole = days.map((day) => day.balanced).filter((one) => one !== null);
  const balanced = whole.length === 0 ? null : sumEstimates(whole);
  return {
    ...Object.fromEntries(ways) as Record<Way, number | null>,
    date,
    estimates,
    balanced,
    ...rollUpDevices(days, estimates, balanced),
  };
}

/** Bands of a longer period, and the errors of its battery and consumers. */
function rollUpDevices(
  days: readonly Reconciled[],
  estimates: Estimates,
  balanced: Estimates | null,
): Pick<Reconciled, "bands" | "devices"> {
  const own = days.map(({ devices }) => devices).filter((one) => one !== undefined);
  if (own.length === 0) return { bands: bandsOf(estimates, balanced) };
  const known = own.map(({ balanced }) => balanced).filter((one) => one !== null);
  const all = sumDevices(own.map(({ estimates }) => estimates));
  const whole = known.length === 0 ? null : sumDevices(known);
  return {
    bands: bandsOf(estimates, balanced, isRated(whole) ? whole : null),
    devices: { estimates: all, balanced: whole, bands: deviceBands(all) },
  };
}

/** Whether a house has a battery, which changes what its ratios follow from. */
function isRated(devices: DeviceEstimates | null): boolean {
  return devices !== null && "battery_charged_kwh" in devices.columns;
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
export function detailCells(
  period: Reconciled,
  devices: HouseDevices = NO_DEVICES,
): Record<string, number | null> {
  return Object.fromEntries([
    ...WAY_COLUMNS.map(({ name }) => [name, period[name]]),
    ...BANDED.flatMap((name) => [
      [`${name}_low`, period.bands[name]?.low ?? null],
      [`${name}_high`, period.bands[name]?.high ?? null],
    ]),
    ...bandedDevices(devices).flatMap((name) => [
      [`${name}_low`, period.devices?.bands[name]?.low ?? null],
      [`${name}_high`, period.devices?.bands[name]?.high ?? null],
    ]),
  ]);
}

const NO_DEVICES: HouseDevices = { battery: false, consumers: [] };

/** What `--detail` adds to the daily table of a house. */
export function detailColumns(devices: HouseDevices = NO_DEVICES): ColumnInfo[] {
  return [...DETAIL_COLUMNS, ...bandColumns(bandedDevices(devices))];
}

/**
 * Reconciled periods as a frame.
 *
 * @param devices Battery and consumers of the house, which have columns of their own.
 * @returns Column `date` and the detail columns of the catalogue.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { reconciledFrame } from "./bands.ts";
 *
 * assert(reconciledFrame([]).columns[1] === "import_counter_kwh");
 * ```
 */
export function reconciledFrame(
  periods: readonly Reconciled[],
  devices: HouseDevices = NO_DEVICES,
): Frame {
  const rows = periods.map((period) => ({ date: period.date, ...detailCells(period, devices) }));
  const numbers = detailColumns(devices).map(({ name }) => [name, "number"] as const);
  return rowFrame(rows, { date: "text", ...Object.fromEntries(numbers) });
}
