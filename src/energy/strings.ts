/**
 * The DC side: the strings of the roof.
 *
 * @module
 */

import { eachSeries } from "../columns.ts";
import { integrate } from "../frames/integrate.ts";
import { mergeRestarts } from "../frames/restarts.ts";
import { present } from "../frames/slots.ts";
import type { Household } from "../household.ts";
import type { Period } from "../time.ts";
import type { Source, SourceOptions } from "./source.ts";

/**
 * DC energy of all strings per day, by integration.
 *
 * @param days Local days, ascending, without gap.
 * @returns One value per day; `null` where no string has a sample. [kWh]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { localDays } from "../time.ts";
 * import { dcEnergies } from "./strings.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const days = localDays("2025-06-01", "2025-06-01", "UTC");
 * assert((await dcEnergies(nothing, defaultHousehold({ zone: "UTC" }), days))[0] === null);
 * ```
 */
export async function dcEnergies(
  source: Source,
  household: Household,
  days: readonly Period[],
  options: SourceOptions & { readonly now?: number } = {},
): Promise<(number | null)[]> {
  const { now = Infinity, signal } = options;
  const borders = [...days.map(({ start }) => start), days.at(-1)!.end];
  const range = { start: borders[0]!, end: Math.min(borders.at(-1)!, now) };
  const energies = new Float64Array(days.length), covered = new Float64Array(days.length);
  for (const { selector, factor } of household.bindings.string_power) {
    const { columns } = await source.samples(selector, range, signal ? { signal } : {});
    for (const string of eachSeries(mergeRestarts(columns, { identity: ["string"] }))) {
      const part = integrate(present(string), borders);
      days.forEach((_, d) => {
        energies[d]! += part.energy[d]! * factor / 1000;
        covered[d]! += part.covered[d]!;
      });
    }
  }
  return days.map((_, d) => covered[d]! > 0 ? energies[d]! : null);
}
