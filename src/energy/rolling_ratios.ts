/**
 * Autarky and self-consumption rate over a moving window.
 *
 * @module
 */

import { type Energies, type EnergyTable, type Ratios, ratiosOf } from "./table.ts";

/** Options of {@linkcode rollingRatios}. */
export interface RollingRatiosOptions {
  /**
   * Length of the window, which ends with the day itself. [days]
   *
   * @default {30}
   */
  readonly window?: number;
  /**
   * Share of the days in the window whose energies must all be known. [0–1]
   *
   * @default {0.8}
   */
  readonly minKnown?: number;
}

/** The ratios of the window that ends with a day. */
export interface RollingRatios extends Ratios {
  /** Last local day of the window. */
  readonly date: string;
}

/**
 * Ratios of the last days, day after day: those of the summed energies, never means of the days'
 * ratios.
 *
 * @param table A table of days.
 * @returns One entry per day; `null` where the window is not full or too little is known.
 * @throws {RangeError} If the table is not one of days.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { rollingRatios } from "./rolling_ratios.ts";
 *
 * const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * assert(rollingRatios(none).length === 0);
 * ```
 */
export function rollingRatios(
  table: EnergyTable,
  options: RollingRatiosOptions = {},
): RollingRatios[] {
  const { window = 30, minKnown = 0.8 } = options;
  if (table.kind !== "day") throw new RangeError(`A window moves over days, not a ${table.kind}`);
  return table.rows.map(({ date }, last) => {
    const days = table.rows.slice(Math.max(0, last + 1 - window), last + 1);
    const known = days.filter((day) => day.consumption_kwh !== null);
    if (days.length < window || known.length < minKnown * window) {
      return { date, autarky: null, self_consumption_rate: null };
    }
    const sum = (name: keyof Energies) => known.reduce((kwh, day) => kwh + day[name]!, 0);
    const sums = {
      import_kwh: sum("import_kwh"),
      export_kwh: sum("export_kwh"),
      yield_kwh: sum("yield_kwh"),
      self_consumed_kwh: sum("self_consumed_kwh"),
      consumption_kwh: sum("consumption_kwh"),
    };
    return { date, ...ratiosOf(sums) };
  });
}
