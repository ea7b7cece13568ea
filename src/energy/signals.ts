/**
 * Everything that the daily table needs from a source.
 *
 * @module
 */

import type { Role } from "../catalogue.ts";
import type { Samples } from "../columns.ts";
import { addSignals } from "../frames/add.ts";
import { type Daylight, daylightByHabit, daylightBySun } from "../frames/daylight.ts";
import { withoutImpossible } from "../frames/impossible.ts";
import { mergeByMax } from "../frames/restarts.ts";
import type { Household } from "../household.ts";
import { addDays, localDays, MINUTE, type Period } from "../time.ts";
import { type AuditRow, impossiblePower } from "./audit.ts";
import { limitsOf } from "./limits.ts";
import { pullRole, type RoleSignals } from "./roles.ts";
import type { Source, SourceOptions } from "./source.ts";

/** Signals of a household around some days. */
export interface HouseholdSignals {
  /** Grid power: positive import, negative export. [W] */
  readonly grid: Samples;
  /** Import registers, to be added. [kWh] */
  readonly imports: readonly Samples[];
  /** Export registers, to be added; none where the meter has none. [kWh] */
  readonly exports: readonly Samples[];
  /** Generation power of all inverters together. [W] */
  readonly generation: Samples;
  /** Generation power, one per inverter. [W] */
  readonly inverters: readonly Samples[];
  /** The inverters' day counters, one per inverter. [kWh] */
  readonly today: readonly Samples[];
  /** The inverters' lifetime counters, in the same order. [kWh] */
  readonly total: readonly Samples[];
  /** When it was light and dark. */
  readonly daylight: Daylight;
  /** Power samples that cannot be true and are left out of `grid` and `generation`. */
  readonly impossible: readonly AuditRow[];
  /** Roles for which a recording rule stands in. */
  readonly fallbacks: readonly Role[];
  /** What the source had to say, and what a reader should know. */
  readonly notices: readonly string[];
}

/** Days that {@linkcode daylightByHabit} looks at on either side. */
const NEIGHBOURS = 7;

/**
 * Pulls the signals of all roles that the daily table reads, one after the other (a source keeps
 * several requests in flight by itself).
 *
 * @param days Local days, ascending.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { localDays } from "../time.ts";
 * import { pullSignals } from "./signals.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const days = localDays("2025-06-01", "2025-06-02", "UTC");
 * const signals = await pullSignals(nothing, defaultHousehold({ zone: "UTC" }), days);
 * assert(signals.grid.time.length === 0);
 * ```
 */
export async function pullSignals(
  source: Source,
  household: Household,
  days: readonly Period[],
  options: SourceOptions & { readonly now?: number; readonly repair?: boolean } = {},
): Promise<HouseholdSignals> {
  const { now = Infinity, repair = true, onProgress, signal } = options;
  const range = { start: days[0]!.start, end: Math.min(days.at(-1)!.end, now) };
  const { zone, latitude, longitude } = household;
  const sun = latitude === undefined || longitude === undefined ? null : { latitude, longitude };
  // Without coordinates, the neighbours of a day tell when the inverter usually generates.
  const seen = sun ? days : withNeighbours(days, zone);
  const seenRange = { start: seen[0]!.start, end: Math.min(seen.at(-1)!.end, now) };
  const roles: Role[] = [
    "grid_power",
    "import_energy",
    "export_energy",
    "generation_power",
    "yield_today",
    "yield_total",
  ];
  const pulled = {} as Record<Role, RoleSignals>;
  for (const [index, role] of roles.entries()) {
    const wanted = role === "generation_power" ? seenRange : range;
    pulled[role] = await pullRole(source, household, role, wanted, {
      ...(signal && { signal }),
      ...(onProgress && {
        onProgress: (done, total) => onProgress(index + done / total, roles.length),
      }),
    });
    onProgress?.(index + 1, roles.length);
  }
  const impossible: AuditRow[] = [];
  const power = (role: Role, limit: number) => {
    const possible = (one: Samples) => {
      if (!repair) return one;
      const { samples, runs } = withoutImpossible(one, limit);
      impossible.push(...impossiblePower(role, runs));
      return samples;
    };
    const parts = orNone(pulled[role].signals).map(possible);
    // Phases that are possible each by itself may not be so together.
    return { parts, sum: parts.length === 1 ? parts[0]! : possible(addSignals(parts)) };
  };
  const limits = limitsOf(household);
  const generation = power("generation_power", limits.generationPower);
  const fallbacks = roles.filter((role) => pulled[role].isFallback);
  return {
    grid: power("grid_power", limits.gridPower).sum,
    imports: pulled.import_energy.signals,
    exports: pulled.export_energy.signals,
    generation: generation.sum,
    inverters: generation.parts,
    today: pulled.yield_today.signals,
    total: pulled.yield_total.signals,
    daylight: sun
      ? daylightBySun(range, sun)
      // Light is when any of the inverters generates.
      : daylightByHabit(seen, mergeByMax(generation.parts, 5 * MINUTE), { neighbours: NEIGHBOURS }),
    impossible,
    fallbacks,
    notices: [...new Set(roles.flatMap((role) => pulled[role].notices))],
  };
}

function withNeighbours(days: readonly Period[], zone: string): Period[] {
  return localDays(
    addDays(days[0]!.label, -NEIGHBOURS),
    addDays(days.at(-1)!.label, NEIGHBOURS),
    zone,
  );
}

function orNone(signals: readonly Samples[]): readonly Samples[] {
  return signals.length > 0 ? signals : [{ time: new Float64Array(), value: new Float64Array() }];
}
