/**
 * The specification's daily expressions (section 2.6), for the series of a household.
 *
 * @module
 */

import { formatRange, type LookBack } from "../client/format_range.ts";
import { dailyExport } from "../client/promql.ts";
import type { Binding, Household } from "../household.ts";
import { formatSelector } from "../selector.ts";
import { spelledOut } from "./spelled_out.ts";

/** The energies that a server computes. */
export type Quantity = "yield" | "import" | "export";

/** Options of {@linkcode dailyExpression}. */
export interface DailyExpressionOptions extends LookBack {
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
 * import { dailyExpression } from "./daily_expression.ts";
 *
 * const house = defaultHousehold({ zone: "Europe/Berlin" });
 * assert.equal(dailyExpression(house, "yield", { window: 86_400_000 }), dailyYield());
 * ```
 */
export function dailyExpression(
  household: Pick<Household, "bindings">,
  quantity: Quantity,
  { window, offset = 0, rule = false }: DailyExpressionOptions,
): string | null {
  const { yield_today, import_energy, export_energy } = household.bindings;
  const day = { window, offset };
  switch (quantity) {
    case "yield":
      return overBindings(yield_today, (series) => `max(max_over_time(${series}))`, day);
    case "import":
      return overBindings(import_energy, (series) => `sum(increase(${series}))`, day);
    case "export": {
      if (export_energy.length > 0) {
        return overBindings(export_energy, (series) => `sum(increase(${series}))`, day);
      }
      if (rule) return dailyExport(day);
      const grid = spelledOut(household, "grid_power");
      return grid && sampledEnergy(`-(${grid})`, day);
    }
  }
}

/**
 * An expression over the samples that each binding has in a window, in kWh, all added.
 *
 * @param shape Writes it around a range of samples.
 * @returns PromQL, `null` if nothing is bound.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { defaultHousehold } from "../household.ts";
 * import { overBindings } from "./daily_expression.ts";
 *
 * const { import_energy } = defaultHousehold({ zone: "UTC" }).bindings;
 * const reading = overBindings(import_energy, (range) => `max(max_over_time(${range}))`, {
 *   window: 3_600_000,
 * });
 * assert(reading === "max(max_over_time(gridbox_ha_multimeter_energy_Wh[3600s])) / 1000");
 * ```
 */
export function overBindings(
  bindings: readonly Binding[],
  shape: (range: string) => string,
  window: LookBack,
): string | null {
  const parts = bindings.map(({ selector, factor }) => {
    const energy = shape(formatSelector(selector) + formatRange(window));
    if (factor === 1) return energy;
    // 1 / 3_600_000 is not a round binary fraction, its inverse is a round number.
    return factor < 1 ? `${energy} / ${Math.round(1 / factor)}` : `${energy} * ${factor}`;
  });
  return parts.length === 0 ? null : parts.join(" + ");
}

/**
 * The energy of the positive part of a power, looked at once a minute. [kWh]
 *
 * @param power PromQL. [W]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { sampledEnergy } from "./daily_expression.ts";
 *
 * const energy = sampledEnergy("max(power)", { window: 86_400_000 });
 * assert(energy === "sum_over_time(clamp_min(max(power), 0)[1d:1m]) / 60 / 1000");
 * ```
 */
export function sampledEnergy(power: string, window: LookBack): string {
  return `sum_over_time(clamp_min(${power}, 0)${formatRange(window, "1m")}) / 60 / 1000`;
}
