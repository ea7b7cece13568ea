/**
 * Self-consumption and consumption out of the three measured energies.
 *
 * @module
 */

import type { Flag } from "../catalogue.ts";
import type { Energies } from "./table.ts";

/** The energies of a day, balanced. */
export interface DayBalance {
  readonly energies: Energies;
  readonly flags: readonly Flag[];
}

/** Export over yield that the resolution of the counters explains. [kWh] */
const RESOLUTION = 0.02;
/** Export over yield that the error of an integral explains. */
const INTEGRAL_ERROR = 0.02;

/**
 * self-consumed = yield − export, consumption = self-consumed + import.
 *
 * More export than yield cannot be in a house without a battery. Within the measuring error the
 * less certain number gives way: an integrated export to the yield, else the yield, read from a
 * coarse counter, to the export register. Beyond it, self-consumption is unknown.
 *
 * @param imported Import. [kWh]
 * @param exported Export. [kWh]
 * @param generated Yield. [kWh]
 * @param exportMethod Whether the export is read or integrated.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { dayBalance } from "./day_balance.ts";
 *
 * const { energies } = dayBalance(2, 6, 8, "integral");
 * assert(energies.self_consumed_kwh === 2 && energies.consumption_kwh === 4);
 * ```
 */
export function dayBalance(
  imported: number | null,
  exported: number | null,
  generated: number | null,
  exportMethod: "counter" | "integral" | "unknown",
): DayBalance {
  const known = { import_kwh: imported, export_kwh: exported, yield_kwh: generated };
  const unknown = { self_consumed_kwh: null, consumption_kwh: null };
  if (exported === null || generated === null) {
    return { energies: { ...known, ...unknown }, flags: [] };
  }
  const excess = exported - generated;
  const error = RESOLUTION + (exportMethod === "integral" ? INTEGRAL_ERROR * exported : 0);
  if (excess > error) {
    return { energies: { ...known, ...unknown }, flags: ["export_exceeds_yield"] };
  }
  if (excess > 0) {
    if (exportMethod === "integral") known.export_kwh = generated;
    else known.yield_kwh = exported;
  }
  const self_consumed_kwh = known.yield_kwh! - known.export_kwh!;
  const consumption_kwh = imported === null ? null : self_consumed_kwh + imported;
  return {
    energies: { ...known, self_consumed_kwh, consumption_kwh },
    flags: excess > 0 ? ["balanced"] : [],
  };
}
