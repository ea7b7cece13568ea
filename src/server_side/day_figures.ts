import { formatRange, type LookBack } from "../client/format_range.ts";
import type { Binding, Household } from "../household.ts";
import { formatSelector } from "../selector.ts";
import { dailyExpression, overBindings, sampledEnergy } from "./daily_expression.ts";
import { spelledOut } from "./spelled_out.ts";

/**
 * What a server is asked for a day: the three energies [kWh], and what tells whether they are whole.
 *
 * - `grid_minutes`: minutes at which there is a grid power
 * - `import_reading`, `export_reading`: the register at the end of the day [kWh]
 * - `lifetime`: the lifetime counter at the end of the day [kWh]
 * - `opening`: the lifetime counter at midnight by the day's own counters, lifetime − day counter
 *   [kWh]
 */
export type Figure =
  | "import"
  | "export"
  | "yield"
  | "grid_minutes"
  | "import_reading"
  | "export_reading"
  | "lifetime"
  | "opening";

/**
 * The expressions of a day for the series of a household; those that it has no series for are left
 * out. Raw series are read, never a recording rule in their stead.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseHousehold } from "../household.ts";
 * import { dayFigures } from "./day_figures.ts";
 *
 * const roles = { yield_today: null, yield_total: null, generation_power: null };
 * const house = parseHousehold({ zone: "Europe/Berlin", roles });
 * assert.deepEqual(Object.keys(dayFigures(house, { window: 86_400_000 })), [
 *   "import", "export", "grid_minutes", "import_reading",
 * ]);
 * ```
 */
export function dayFigures(
  household: Pick<Household, "bindings">,
  day: LookBack,
): Partial<Record<Figure, string>> {
  const { import_energy, export_energy, yield_total } = household.bindings;
  const { grid_power, generation_power } = household.bindings;
  const grid = spelledOut(household, "grid_power");
  const generation = spelledOut(household, "generation_power");
  const total = spelledOut(household, "yield_total");
  const today = spelledOut(household, "yield_today");
  const greatest = (range: string) => `max(max_over_time(${range}))`;
  const isCounted = total !== null || today !== null;
  const figures: Record<Figure, string | null> = {
    import: dailyExpression(household, "import", day) ??
      (grid && whereSampled(sampledEnergy(grid, day), grid_power, day)),
    export: export_energy.length > 0
      ? dailyExpression(household, "export", day)
      : grid && whereSampled(dailyExpression(household, "export", day)!, grid_power, day),
    yield: dailyExpression(household, "yield", day) ??
      (isCounted
        ? null
        : generation && whereSampled(sampledEnergy(generation, day), generation_power, day)),
    grid_minutes: grid &&
      whereSampled(`count_over_time((${grid})${formatRange(day, "1m")})`, grid_power, day),
    import_reading: overBindings(import_energy, greatest, day),
    export_reading: overBindings(export_energy, greatest, day),
    lifetime: overBindings(yield_total, greatest, day),
    // Nearly the least of the day: just after midnight and where the day counter is reset late,
    // it still shows the day before; where the inverter starts anew, the difference grows.
    opening: total && today &&
      `quantile_over_time(0.1, ((${total}) - (${today}))${formatRange(day, "1m")})`,
  };
  return Object.fromEntries(Object.entries(figures).filter(([, one]) => one !== null));
}

/**
 * An expression over the minutes of a day, for days with samples only: on the others, its first
 * minutes still have the last value of the day before.
 */
function whereSampled(expression: string, bindings: readonly Binding[], day: LookBack): string {
  const samples = bindings.map(({ selector }) =>
    ` and on () count(present_over_time(${formatSelector(selector)}${formatRange(day)}))`
  );
  return expression + samples.join("");
}
