/**
 * A comparison with the server as a frame.
 *
 * @module
 */

import pl from "nodejs-polars";
import type { Frame } from "../frames/frame.ts";
import type { Quantity } from "../server_side/expressions.ts";
import type { DayKind, Verification } from "./compare.ts";
import { type Reason, REASONS } from "./retrace.ts";

/** Options of {@linkcode comparisonFrame}. */
export interface ComparisonFrameOptions {
  /**
   * Which energy.
   *
   * @default {"import"}
   */
  readonly quantity?: Quantity;
  /**
   * The household's local days, or the server's own steps of `1d`.
   *
   * @default {"local"}
   */
  readonly days?: DayKind;
  /**
   * Least share of the difference of any day for which a reason gets a column. [Wh]
   *
   * @default {0.5}
   */
  readonly least?: number;
}

/**
 * One energy of each day by Wattbook and by the server, and why they differ.
 *
 * @param verification What {@linkcode compareDays} found.
 * @returns Columns `date`, `wattbook_kwh`, `server_kwh`, `difference_wh` (server minus Wattbook), one
 * per reason that moves any day (`late_reset_wh`), and `rest_wh`, which no reason explains. No rows if
 * the energy was not compared, because the household has no series for it.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { comparisonFrame } from "./comparison_frame.ts";
 *
 * const parts = [{ reason: "restarts" as const, kwh: 1 }];
 * const frame = comparisonFrame({
 *   comparisons: [{
 *     quantity: "import",
 *     days: "local",
 *     expression: "sum(increase(register[1d]))",
 *     withoutRule: [],
 *     spelledOut: "",
 *     rows: [{ day: "2025-06-01", local: 5, server: 6, parts, rest: 0 }],
 *   }],
 * });
 * assert.equal(
 *   frame.columns.join(),
 *   "date,wattbook_kwh,server_kwh,difference_wh,restarts_wh,rest_wh",
 * );
 * ```
 */
export function comparisonFrame(
  { comparisons }: Pick<Verification, "comparisons">,
  { quantity = "import", days = "local", least = 0.5 }: ComparisonFrameOptions = {},
): Frame {
  const found = comparisons.find((one) => one.quantity === quantity && one.days === days);
  const rows = found?.rows ?? [];
  const numbers = (name: string, values: readonly (number | null)[]) =>
    pl.Series(name, [...values], pl.Float64);
  const share = (reason: Reason) =>
    rows.map(({ parts }) => {
      const shares = parts.filter((part) => part.reason === reason);
      return shares.length === 0 ? null : shares.reduce((sum, { kwh }) => sum + 1000 * kwh, 0);
    });
  const reasons = (Object.keys(REASONS) as Reason[])
    .map((reason) => ({ reason, shares: share(reason) }))
    .filter(({ shares }) => shares.some((wh) => Math.abs(wh ?? 0) >= least));
  return pl.DataFrame([
    pl.Series("date", rows.map(({ day }) => day), pl.String),
    numbers("wattbook_kwh", rows.map(({ local }) => local)),
    numbers("server_kwh", rows.map(({ server }) => server)),
    numbers(
      "difference_wh",
      rows.map(({ local, server }) =>
        local === null || server === null ? null : 1000 * (server - local)
      ),
    ),
    ...reasons.map(({ reason, shares }) => numbers(`${reason}_wh`, shares)),
    numbers("rest_wh", rows.map(({ rest }) => rest === null ? null : 1000 * rest)),
  ]);
}
