/**
 * A comparison with the server as a frame.
 *
 * @module
 */

import { type Frame, rowFrame } from "../frames/frame.ts";
import type { Quantity } from "../server_side/expressions.ts";
import type { ComparedDay, DayKind, Verification } from "./compare.ts";
import { DIFFERENCE_REASONS, type DifferenceReason } from "./retrace.ts";

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
 */
export function comparisonFrame(
  { comparisons }: Pick<Verification, "comparisons">,
  { quantity = "import", days = "local", least = 0.5 }: ComparisonFrameOptions = {},
): Frame {
  const found = comparisons.find((one) => one.quantity === quantity && one.days === days);
  const rows = found?.rows ?? [];
  const share = (reason: DifferenceReason) => ({ parts }: ComparedDay) => {
    const shares = parts.filter((part) => part.reason === reason);
    return shares.length === 0 ? null : shares.reduce((sum, { kwh }) => sum + 1000 * kwh, 0);
  };
  const reasons = (Object.keys(DIFFERENCE_REASONS) as DifferenceReason[])
    .filter((reason) => rows.some((row) => Math.abs(share(reason)(row) ?? 0) >= least));
  return rowFrame<ComparedDay>(rows, {
    date: ["text", ({ day }) => day],
    wattbook_kwh: ["number", ({ local }) => local],
    server_kwh: ["number", ({ server }) => server],
    difference_wh: [
      "number",
      ({ local, server }) => local === null || server === null ? null : 1000 * (server - local),
    ],
    ...Object.fromEntries(
      reasons.map((reason) => [`${reason}_wh`, ["number", share(reason)] as const]),
    ),
    rest_wh: ["number", ({ rest }) => rest === null ? null : 1000 * rest],
  });
}
