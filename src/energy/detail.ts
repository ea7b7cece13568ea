/**
 * Reconciled periods as columns.
 *
 * @module
 */

import pl from "nodejs-polars";
import { BANDED, DETAIL_COLUMNS, WAY_COLUMNS } from "../catalogue.ts";
import type { Frame } from "../frames/frame.ts";
import type { Reconciled } from "./reconciled.ts";

/**
 * A period as the detail columns of the catalogue.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { detailCells } from "./detail.ts";
 *
 * const unknown = {
 *   import_kwh: null, export_kwh: null, yield_kwh: null,
 *   self_consumed_kwh: null, consumption_kwh: null,
 * };
 * const cells = detailCells({
 *   date: "2025-06-01",
 *   import_counter_kwh: 5, import_integral_kwh: 6, import_residual_kwh: 1,
 *   export_integral_kwh: null, yield_day_counter_kwh: null, yield_lifetime_kwh: null,
 *   yield_integral_kwh: null, dc_integral_kwh: null,
 *   estimates: unknown,
 *   balanced: null,
 *   bands: { ...unknown, import_kwh: { low: 4, high: 7 }, autarky: null, self_consumption_rate: null },
 * });
 * assert(cells["import_kwh_high"] === 7 && cells["autarky_low"] === null);
 * ```
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
 * import { reconciledFrame } from "./detail.ts";
 *
 * assert(reconciledFrame([]).columns[1] === "import_counter_kwh");
 * ```
 */
export function reconciledFrame(periods: readonly Reconciled[]): Frame {
  const cells = periods.map(detailCells);
  return pl.DataFrame([
    pl.Series("date", periods.map(({ date }) => date), pl.String),
    ...DETAIL_COLUMNS.map(({ name }) =>
      pl.Series(name, cells.map((one) => one[name]!), pl.Float64)
    ),
  ]);
}
