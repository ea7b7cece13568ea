/**
 * The strings of the roof against each other.
 *
 * @module
 */

import type { PvString } from "../household.ts";
import type { PowerTable } from "./power_table.ts";

/** What one string gave. */
export interface StringRatio {
  /** Value of the label `string`. */
  readonly name: string;
  /** DC energy over the slots in which all strings are known. [kWh] */
  readonly dc_kwh: number;
  /** Share of the DC energy of all strings. [0–1] */
  readonly share: number;
  /** Array yield of the string: DC energy ÷ kWp; `null` where its kWp is not known. [kWh/kWp] */
  readonly array_yield: number | null;
}

/**
 * Share and array yield (IEC 61724: DC energy ÷ nameplate) of each string, from energies summed over
 * the same slots for all, so that a gap of one string favours no other.
 *
 * @param strings Nameplates of the strings. [kWp]
 * @returns One entry per string that gave power; none without energy.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../columns.ts";
 * import { defaultHousehold } from "../household.ts";
 * import { powerTable } from "./daily.ts";
 * import { stringRatios } from "./string_ratios.ts";
 *
 * const samples = () => Promise.resolve({ columns: joinSeries([]), notices: [] });
 * const nothing = { kind: "archive" as const, description: "an empty archive", samples };
 * const power = await powerTable(nothing, defaultHousehold({ zone: "UTC" }), {
 *   from: "2025-06-01",
 *   to: "2025-06-01",
 * });
 * assert(stringRatios(power).length === 0);
 * ```
 */
export function stringRatios(
  power: Pick<PowerTable, "strings" | "step">,
  strings: readonly PvString[] = [],
): StringRatio[] {
  const energies = power.strings.map(() => 0);
  const slots = power.strings[0]?.power_w.length ?? 0;
  for (let slot = 0; slot < slots; slot++) {
    const powers = power.strings.map(({ power_w }) => power_w[slot]!);
    if (powers.some(Number.isNaN)) continue;
    powers.forEach((watts, s) => energies[s]! += watts * power.step / 3.6e9);
  }
  const sum = energies.reduce((a, b) => a + b, 0);
  if (!(sum > 0)) return [];
  return power.strings.map(({ name }, s) => {
    const kwp = strings.find((one) => one.name === name)?.kwp;
    const dc_kwh = energies[s]!;
    return { name, dc_kwh, share: dc_kwh / sum, array_yield: kwp ? dc_kwh / kwp : null };
  });
}

/**
 * Efficiency of the inverter: AC energy ÷ DC energy of all strings, summed over the slots that know
 * both. Weighted by energy, so that the poor minutes of dawn count for the little that they are.
 *
 * @returns Efficiency; `null` without strings or without energy. [0–1]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { inverterEfficiency } from "./string_ratios.ts";
 *
 * const efficiency = inverterEfficiency({
 *   generation_w: Float64Array.of(960, NaN),
 *   strings: [{ name: "pv1", power_w: Float64Array.of(1000, 1000) }],
 * });
 * assert(efficiency === 0.96);
 * ```
 */
export function inverterEfficiency(
  power: Pick<PowerTable, "strings" | "generation_w">,
): number | null {
  let ac = 0, dc = 0;
  power.generation_w.forEach((watts, slot) => {
    const sum = power.strings.reduce((all, { power_w }) => all + power_w[slot]!, 0);
    if (Number.isNaN(watts) || Number.isNaN(sum)) return;
    ac += watts;
    dc += sum;
  });
  return dc > 0 ? ac / dc : null;
}
