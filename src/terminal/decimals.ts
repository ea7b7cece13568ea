import { DAILY_COLUMNS, DETAIL_COLUMNS } from "../catalogue.ts";

/** Decimals per unit in text formats. Enough to add up days, and no float noise. */
const DECIMALS: Readonly<Record<string, number>> = { "kWh": 3, "0–1": 4 };

/** Columns with a fixed number of decimals: 3 for energies (Wh), 4 for ratios. */
const byColumn: ReadonlyMap<string, number> = new Map(
  [...DAILY_COLUMNS, ...DETAIL_COLUMNS].flatMap(({ name, unit }) =>
    unit in DECIMALS ? [[name, DECIMALS[unit]!]] : []
  ),
);

/**
 * How many decimals a column of the table has in CSV and JSON, `undefined` for a column without a
 * fixed number.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { decimalsOf } from "./decimals.ts";
 *
 * assert(decimalsOf("import_kwh") === 3 && decimalsOf("autarky") === 4);
 * assert(decimalsOf("date") === undefined);
 * ```
 */
export function decimalsOf(column: string): number | undefined {
  return byColumn.get(column);
}

/**
 * Writes a number with fixed decimals, never as `-0.000`.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { fixed } from "./decimals.ts";
 *
 * assert(fixed(1.76100000000042, 3) === "1.761");
 * assert(fixed(-0.0001, 3) === "0.000");
 * ```
 */
export function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 && text.startsWith("-") ? text.slice(1) : text;
}
