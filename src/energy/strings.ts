/**
 * The DC side: the strings of the roof.
 *
 * @module
 */

import { eachSeries } from "../columns.ts";
import { withoutImpossible } from "../frames/impossible.ts";
import { integrate } from "../frames/integrate.ts";
import { mergeRestarts } from "../frames/restarts.ts";
import { present } from "../frames/slots.ts";
import type { Household } from "../household.ts";
import type { Period } from "../time.ts";
import { type AuditRow, impossiblePower } from "./audit.ts";
import { limitsOf } from "./limits.ts";
import { monthlyPieces, sampleStream } from "./sample_stream.ts";
import type { Source, SourceOptions } from "./source.ts";
import { stretches } from "./stretches.ts";

/** DC energy of all strings per day. */
export interface DcEnergies {
  /** One value per day; `null` where no string has a sample. [kWh] */
  readonly kwh: readonly (number | null)[];
  /** Power samples that cannot be true, left out. */
  readonly repairs: readonly AuditRow[];
}

/**
 * DC energy of all strings per day, by integration.
 *
 * @param days Local days, ascending, without gap.
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
 * const { kwh } = await dcEnergies(nothing, defaultHousehold({ zone: "UTC" }), days);
 * assert(kwh[0] === null);
 * ```
 */
export async function dcEnergies(
  source: Source,
  household: Household,
  days: readonly Period[],
  options: SourceOptions & { readonly now?: number; readonly repair?: boolean } = {},
): Promise<DcEnergies> {
  const { now = Infinity, repair = true, signal } = options;
  const limit = repair ? limitsOf(household).generationPower : Infinity;
  const repairs: AuditRow[] = [];
  const range = { start: days[0]!.start, end: Math.min(days.at(-1)!.end, now) };
  const kwh: (number | null)[] = [];
  const bindings = household.bindings.string_power.map(({ selector, factor }) => ({
    factor,
    stream: sampleStream(source, selector, monthlyPieces(range), signal ? { signal } : {}),
  }));
  for (const some of stretches(days, 31)) {
    const start = some[0]!.start, end = some.at(-1)!.end;
    const borders = [...some.map((day) => day.start), end];
    const energies = new Float64Array(some.length), covered = new Float64Array(some.length);
    for (const { stream, factor } of bindings) {
      const columns = await stream.window({ start, end });
      for (const string of eachSeries(mergeRestarts(columns, { identity: ["string"] }))) {
        const power = { time: string.time, value: string.value.map((one) => one * factor) };
        const { samples, runs } = withoutImpossible(present(power), limit);
        const rows = impossiblePower("string_power", runs);
        repairs.push(...rows.filter(({ time }) => time >= start && time < end));
        const part = integrate(samples, borders);
        some.forEach((_, d) => {
          energies[d]! += part.energy[d]! / 1000;
          covered[d]! += part.covered[d]!;
        });
      }
    }
    kwh.push(...some.map((_, d) => covered[d]! > 0 ? energies[d]! : null));
  }
  return { kwh, repairs };
}
