/**
 * The strings of the roof: energy, share, power by time of day.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { integrate } from "../frames/integrate.ts";
import { byTimeOfDay } from "../frames/time_of_day.ts";
import type { PvString } from "../household.ts";
import type { PowerTable } from "./power.ts";

/**
 * DC energy of all strings per day, by integration.
 *
 * @param borders The midnights of the days, and the one after the last. [ms]
 * @returns One value per day; `null` where no string has a sample. [kWh]
 */
export function dcEnergies(
  strings: readonly { readonly power: Samples }[],
  borders: readonly number[],
): (number | null)[] {
  const parts = strings.map(({ power }) => integrate(power, borders));
  return borders.slice(1).map((_, d) => {
    const sum = (of: (part: typeof parts[number]) => number) =>
      parts.reduce((all, part) => all + of(part), 0);
    return sum(({ covered }) => covered[d]!) > 0 ? sum(({ energy }) => energy[d]! / 1000) : null;
  });
}

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
 * the same slots for all, so that a gap in one string does not favour another.
 *
 * @param strings Nameplates of the strings. [kWp]
 * @returns One entry per string that gave power; none without energy.
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

/** The efficiency of a smaller part of the energy is not that of the inverter. [0–1] */
const ENOUGH = 0.2;

/**
 * Efficiency of the inverter: AC energy ÷ DC energy of all strings, summed over the slots in which
 * both are known. Weighting by energy keeps the inefficient minutes of dawn from counting too much.
 *
 * @returns Efficiency; `null` without strings, without energy, or if AC or DC power is unknown for most of it.
 * [0–1]
 */
export function inverterEfficiency(
  power: Pick<PowerTable, "strings" | "generation_w">,
): number | null {
  let ac = 0, dc = 0, allAc = 0, allDc = 0;
  power.generation_w.forEach((watts, slot) => {
    const sum = power.strings.reduce((all, { power_w }) => all + power_w[slot]!, 0);
    allAc += watts || 0;
    allDc += sum || 0;
    if (Number.isNaN(watts + sum)) return;
    ac += watts;
    dc += sum;
  });
  return ac > 0 && ac > ENOUGH * allAc && dc > ENOUGH * allDc ? ac / dc : null;
}

/** One string at one time of the day. */
export interface StringPoint {
  /** Value of the label `string`. */
  readonly name: string;
  /** Time of the day in local time. [h] */
  readonly hour: number;
  /** Mean power over the days on which all strings are known at this time; NaN without any. [W] */
  readonly power_w: number;
  /** Share of the power of all strings; NaN if they give next to nothing. [0–1] */
  readonly share: number;
}

/** Options of {@linkcode stringProfile}. */
export interface StringProfileOptions {
  /**
   * Shares are unknown while all strings together give less than this share of their maximum.
   * [0–1]
   *
   * @default {0.02}
   */
  readonly floor?: number;
}

/**
 * Mean power of each string by time of day, and its share. Shares come from the means, that is from
 * summed energies, not from the ratios of single slots.
 *
 * @returns All times of the first string, then of the next.
 */
export function stringProfile(
  power: PowerTable,
  options: StringProfileOptions = {},
): StringPoint[] {
  const { floor = 0.02 } = options, { strings } = power;
  // NaN where any string is unknown, else 0.
  const unknown = new Float64Array(power.time.length);
  for (const { power_w } of strings) {
    for (let slot = 0; slot < unknown.length; slot++) unknown[slot]! += 0 * power_w[slot]!;
  }
  const means = strings.map(({ power_w }) => {
    const value = power_w.map((watts, slot) => watts + unknown[slot]!);
    return meanDay(byTimeOfDay({ time: power.time, value }, power));
  });
  const slots = means[0]?.length ?? 0;
  const sums = Array.from(
    { length: slots },
    (_, slot) => means.reduce((sum, mean) => sum + mean[slot]!, 0),
  );
  const enough = floor * sums.reduce((a, b) => b > a ? b : a, 0);
  return strings.flatMap(({ name }, s) =>
    sums.map((sum, slot) => ({
      name,
      hour: slot * 24 / slots,
      power_w: means[s]![slot]!,
      share: sum > enough ? means[s]![slot]! / sum : NaN,
    }))
  );
}

/** Mean of each time of the day over the days that know it. */
function meanDay(
  { days, slots, value, second }: ReturnType<typeof byTimeOfDay>,
): Float64Array {
  return Float64Array.from({ length: slots }, (_, slot) => {
    let sum = 0, count = 0;
    for (let d = 0; d < days.length; d++) {
      for (const watts of [value[d * slots + slot]!, second[d * slots + slot]!]) {
        if (Number.isNaN(watts)) continue;
        sum += watts;
        count++;
      }
    }
    return count === 0 ? NaN : sum / count;
  });
}
