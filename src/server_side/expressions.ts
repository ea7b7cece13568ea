/**
 * PromQL for the series of a household.
 *
 * @module
 */

import type { Role } from "../catalogue/roles.ts";
import { formatRange, type LookBack } from "../client/expression.ts";
import { dailyExport } from "../client/promql.ts";
import type { Binding, Household } from "../household.ts";
import { formatSelector } from "../selector.ts";

/** Options of {@linkcode spelledOut}. */
export interface SpelledOutOptions {
  /** Label by which the series of the role differ. */
  readonly by?: string;
  /** Takes the last value within this window, as PromQL writes it, instead of the present one. */
  readonly lastWithin?: string;
  /** Takes zero for series that have no present value but had one within this window. */
  readonly zeroWithin?: string;
}

/**
 * A role's present value in W, kWh or 0/1, spelled out from its raw series: series that restarts
 * split are merged by `max`, several bindings are added. For the specification's house, these are
 * the query shapes of the specification.
 *
 * @returns PromQL, `null` if the household has no series for the role.
 */
export function spelledOut<Of extends Role>(
  { bindings }: { readonly bindings: Readonly<Record<Of, readonly Binding[]>> },
  role: Of,
  { by, lastWithin, zeroWithin }: SpelledOutOptions = {},
): string | null {
  const merge = by === undefined ? "max" : `max by (${by}) `;
  const parts = bindings[role].map(({ selector, factor }) => {
    const series = formatSelector(selector);
    const merged = `${merge}(${lastWithin ? `last_over_time(${series}[${lastWithin}])` : series})`;
    const scaled = factor === 1 ? merged : `${merged} * ${factor}`;
    if (zeroWithin === undefined) return scaled;
    return `(${scaled} or 0 * ${merge}(last_over_time(${series}[${zeroWithin}])))`;
  });
  if (parts.length < 2) return parts[0] ?? null;
  // A sum stays a sum wherever it is written, such as before a division.
  return `(${parts.join(" + ")})`;
}

/** The energies that a server computes. */
export type Quantity = "yield" | "import" | "export";

/** Options of {@linkcode dailyExpression}. */
export interface DailyExpressionOptions extends LookBack {
  /**
   * Whether the recording rule of the grid power is read. For days before the rule
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
 */
export function overBindings(
  bindings: readonly Binding[],
  shape: (range: string) => string,
  window: LookBack,
): string | null {
  const parts = bindings.map(({ selector, factor }) => {
    const energy = shape(formatSelector(selector) + formatRange(window));
    if (factor === 1) return energy;
    // 1 / 3_600_000 is no exact binary fraction, but its inverse is a whole number.
    return factor < 1 ? `${energy} / ${Math.round(1 / factor)}` : `${energy} * ${factor}`;
  });
  return parts.length === 0 ? null : parts.join(" + ");
}

/**
 * The energy of the positive part of a power, sampled once a minute. [kWh]
 *
 * @param power PromQL. [W]
 */
export function sampledEnergy(power: string, window: LookBack): string {
  return `sum_over_time(clamp_min(${power}, 0)${formatRange(window, "1m")}) / 60 / 1000`;
}

/**
 * What a server computes for a day: the three energies [kWh], and what shows if they are complete.
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
 * The expressions of a day for the series of a household, without those that it has no series for.
 * They read raw series, never a recording rule instead.
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
    // Nearly the minimum of the day. The difference is too small just after midnight and before a
    // late reset, and too large after the inverter restarts.
    opening: total && today &&
      `quantile_over_time(0.1, ((${total}) - (${today}))${formatRange(day, "1m")})`,
  };
  return Object.fromEntries(Object.entries(figures).filter(([, one]) => one !== null));
}

/**
 * An expression over the minutes of a day, for days with samples only: on the others, its first
 * minutes still have the last value of the day before.
 */
export function whereSampled(
  expression: string,
  bindings: readonly Binding[],
  day: LookBack,
): string {
  const samples = bindings.map(({ selector }) =>
    ` and on () count(present_over_time(${formatSelector(selector)}${formatRange(day)}))`
  );
  return expression + samples.join("");
}
