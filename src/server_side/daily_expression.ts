/**
 * The specification's daily expressions (section 2.6), for the series of a household.
 *
 * @module
 */

import { dailyExport } from "../client/promql.ts";
import { formatDuration } from "../client/format_seconds.ts";
import type { Binding, Household } from "../household.ts";
import { spelledOut } from "../report/now/spelled_out.ts";
import { formatSelector } from "../selector.ts";

/** The energies that server and Wattbook both know. */
export type Quantity = "yield" | "import" | "export";

/** Options of {@linkcode dailyExpression}. */
export interface DailyExpressionOptions {
  /** Length of the day. [ms] */
  readonly window: number;
  /**
   * Whether the recording rule of the grid power is read. A rule has no past: for days before it
   * existed, its expression is spelled out.
   *
   * @default {false}
   */
  readonly rule?: boolean;
}

/**
 * The expression of a day's energy. For the specification's house it is the specification's own; a
 * household that binds other series gets the same shape over them. [kWh]
 *
 * @returns PromQL, `null` if the household has no series for it.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { dailyYield } from "../client/promql.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { dailyExpression } from "./expressions.ts";
 *
 * const house = defaultHousehold({ zone: "Europe/Berlin" });
 * assert.equal(dailyExpression(house, "yield", { window: 86_400_000 }), dailyYield());
 * ```
 */
export function dailyExpression(
  household: Pick<Household, "bindings">,
  quantity: Quantity,
  { window, rule = false }: DailyExpressionOptions,
): string | null {
  const { yield_today, import_energy, export_energy } = household.bindings;
  const range = formatDuration(window);
  switch (quantity) {
    case "yield":
      return added(yield_today, (series) => `max(max_over_time(${series}[${range}]))`);
    case "import":
      return added(import_energy, (series) => `sum(increase(${series}[${range}]))`);
    case "export": {
      if (export_energy.length > 0) {
        return added(export_energy, (series) => `sum(increase(${series}[${range}]))`);
      }
      if (rule) return dailyExport({ window });
      const grid = spelledOut(household, "grid_power");
      return grid && `sum_over_time(clamp_min(-(${grid}), 0)[${range}:1m]) / 60 / 1000`;
    }
  }
}

function added(bindings: readonly Binding[], shape: (series: string) => string): string | null {
  const parts = bindings.map(({ selector, factor }) => {
    const energy = shape(formatSelector(selector));
    if (factor === 1) return energy;
    // 1 / 3_600_000 is not a round binary fraction, its inverse is a round number.
    return factor < 1 ? `${energy} / ${Math.round(1 / factor)}` : `${energy} * ${factor}`;
  });
  return parts.length === 0 ? null : parts.join(" + ");
}
