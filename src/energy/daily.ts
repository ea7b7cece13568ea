/**
 * The daily table: energies per local day, with their coverage, method and flags.
 *
 * @module
 */

import type { Household } from "../household.ts";
import { MINUTE } from "../time.ts";
import { analyseDays, type AnalysisOptions } from "./analysis.ts";
import type { Source } from "./source.ts";
import type { PowerTable } from "./power_table.ts";
import type { EnergyTable } from "./table.ts";

/**
 * Computes the daily table of a household.
 *
 * Import comes from the meter's register, read at both midnights; yield from the inverter's day
 * counter, checked against its lifetime counter; export from a register where the meter has one,
 * else from signed power, clipped and then integrated, never across a gap. Then
 * self-consumed = yield − export and consumption = self-consumed + import. A number that cannot be
 * known is `null`, and a day without samples is there, empty.
 *
 * @throws {WattbookError} `BAD_DAY`, `BAD_RANGE`, `BAD_ZONE`, `AMBIGUOUS_SERIES`, and whatever the
 * source throws.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { dailyTable } from "./daily.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const table = await dailyTable(nothing, defaultHousehold({ zone: "Europe/Berlin" }), {
 *   from: "2025-03-29",
 *   to: "2025-03-30",
 * });
 * assert(table.rows.map((row) => row.hours).join() === "24,23");
 * assert(table.rows[0]?.import_kwh === null && table.rows[0]?.flags[0] === "no_data");
 * ```
 */
export async function dailyTable(
  source: Source,
  household: Household,
  options: AnalysisOptions,
): Promise<EnergyTable> {
  return (await analyseDays(source, household, options)).table;
}

/** Which days, and in what slots. */
export interface PowerTableOptions extends Omit<AnalysisOptions, "power"> {
  /**
   * Length of a slot. [ms]
   *
   * @default {900_000}
   */
  readonly step?: number;
  /**
   * Share of a slot that samples must cover. [0–1]
   *
   * @default {0.8}
   */
  readonly minCoverage?: number;
}

/**
 * Computes the mean power per slot: {@linkcode analyseDays} with one power table, and nothing else.
 *
 * @throws {WattbookError} `BAD_DAY`, `BAD_RANGE` (also for a step that is not between a second and a
 * day), `BAD_ZONE`, `AMBIGUOUS_SERIES`, and whatever the source throws.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { powerTable } from "./daily.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const power = await powerTable(nothing, defaultHousehold({ zone: "Europe/Berlin" }), {
 *   from: "2025-10-26",
 *   to: "2025-10-26",
 * });
 * assert(power.time.length === 100 && Number.isNaN(power.load_w[0]));
 * ```
 */
export async function powerTable(
  source: Source,
  household: Household,
  { step = 15 * MINUTE, minCoverage, ...options }: PowerTableOptions,
): Promise<PowerTable> {
  const slots = { step, ...minCoverage !== undefined && { minCoverage } };
  const { power } = await analyseDays(source, household, {
    strings: true,
    ...options,
    power: [slots],
  });
  return power[0]!;
}
