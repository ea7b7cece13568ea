import {
  currentExport,
  currentGeneration,
  currentGrid,
  currentLoad,
  exportedSinceMidnight,
  selfSufficiency,
} from "../client/promql.ts";
import type { Household } from "../household.ts";
import { localDay, SECOND, startOfDay } from "../time.ts";
import { spelledOut } from "../server_side/expressions.ts";

/** What is told of the present as one number each. */
export type PresentQuantity =
  | "generation"
  | "grid"
  | "load"
  | "export"
  | "autarky"
  | "yield_today"
  | "exported_today";

/** The unit of each. */
export const QUANTITIES: Readonly<Record<PresentQuantity, "W" | "%" | "kWh">> = {
  generation: "W",
  grid: "W",
  load: "W",
  export: "W",
  autarky: "%",
  yield_today: "kWh",
  exported_today: "kWh",
};

/** A way to ask for a quantity. */
export interface Candidate {
  /** PromQL. */
  readonly expression: string;
  /** What to say when this way was taken. */
  readonly remark?: string;
}

/**
 * The ways to ask for each quantity, the preferred one first: the recording rule, then its
 * expression spelled out from raw series. A rule has no past before its creation, so that what was
 * exported since midnight is asked the other way round.
 *
 * @param now The present, Unix time. [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { defaultHousehold } from "../household.ts";
 * import { candidates } from "./candidates.ts";
 *
 * const { grid } = candidates(defaultHousehold({ zone: "Europe/Berlin" }), Date.now());
 * assert.deepEqual(grid.map(({ expression }) => expression), [
 *   "home:power_grid_import:watts",
 *   "max(gridbox_ha_multimeter_power_W)",
 * ]);
 * ```
 */
export function candidates(
  household: Household,
  now: number,
): Readonly<Record<PresentQuantity, readonly Candidate[]>> {
  const { grid_power, generation_power } = household.bindings;
  // The rules speak of the specification's series; other bindings have none.
  const gridRule = grid_power.some(({ fallback }) => fallback !== undefined);
  const generationRule = generation_power.some(({ fallback }) => fallback !== undefined);

  const grid = spelledOut(household, "grid_power");
  const power = spelledOut(household, "generation_power");
  const generation = power && `(${power} or vector(0))`;
  const load = grid && generation && `(${grid} + ${generation})`;
  const exported = grid && `clamp_min(-(${grid}), 0)`;

  const midnight = startOfDay(localDay(now, household.zone), household.zone);
  const today = `${Math.max(1, Math.floor((now - midnight) / SECOND))}s`;
  return {
    generation: [
      ...rule(generationRule, currentGeneration()),
      ...raw(power),
      { expression: "vector(0)", remark: "the inverter is silent, taken as zero" },
    ],
    grid: [...rule(gridRule, currentGrid()), ...raw(grid)],
    load: [...rule(gridRule && generationRule, currentLoad()), ...raw(load)],
    export: [...rule(gridRule, currentExport()), ...raw(exported)],
    autarky: [
      ...rule(gridRule && generationRule, selfSufficiency()),
      ...raw(load && `clamp_max(${generation} / ${load}, 1) * 100`),
    ],
    yield_today: [
      ...raw(spelledOut(household, "yield_today"), {}),
      // The series vanish at night; the day's last reading stays true until midnight.
      ...raw(spelledOut(household, "yield_today", { lastWithin: today }), {
        remark: "last reading, the inverter is silent",
      }),
    ],
    exported_today: [
      ...raw(exported && `sum_over_time(${exported}[${today}:1m]) / 60 / 1000`, {}),
      ...rule(gridRule, exportedSinceMidnight(now, household.zone)).map((one) => ({
        ...one,
        remark: "from the recording rule, since it exists",
      })),
    ],
  };
}

function rule(exists: boolean, expression: string): Candidate[] {
  return exists ? [{ expression }] : [];
}

function raw(
  expression: string | null,
  rest: Partial<Candidate> = { remark: "no recording rule, spelled out from raw series" },
): Candidate[] {
  return expression === null ? [] : [{ expression, ...rest }];
}
