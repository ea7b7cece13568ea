/**
 * Energy per period from a meter's register.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { readingsAt } from "../frames/counter_readings.ts";
import type { Repair, RepairedCounter } from "../frames/counters.ts";
import { gapCap, slotIndexes } from "../frames/samples.ts";

/** Energy of one period by a register. */
export interface RegisterEnergy {
  /** Difference of the readings at both ends; `null` without a sample in the period. [kWh] */
  readonly kwh: number | null;
  /** The reading at an end is interpolated over a gap. */
  readonly isInterpolated: boolean;
  /** The register is known for a part of the period only. */
  readonly isPartial: boolean;
  /** Standard deviation of `kwh`: the register's resolution and the interpolation at both ends. */
  readonly sigma: number;
  /** Share of the period before the first or after the last reading. [0–1] */
  readonly unheard: number;
  /** What had to be repaired in the period. */
  readonly repairs: readonly Repair[];
}

/**
 * Energy per period as the difference of a register's readings at its two ends. Adjacent periods
 * share a reading, so that the days of a month add up to the month. A period without any sample is
 * unknown, even if the register shows how much it missed.
 *
 * @param register Register, repaired. [kWh]
 * @param borders Ends of the periods; period `i` is [borders[i], borders[i + 1]). [ms]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { repairCounter } from "../frames/counters.ts";
 * import { registerEnergy } from "./register.ts";
 *
 * const register = { time: Float64Array.of(-50, 50, 150), value: Float64Array.of(10, 12, 16) };
 * const [first] = registerEnergy(repairCounter(register), [0, 100]);
 * assert(first?.kwh === 3);
 * ```
 */
export function registerEnergy(
  register: RepairedCounter,
  borders: ArrayLike<number>,
): RegisterEnergy[] {
  const { reading, gap, sigma } = readingsAt(trusted(register), borders);
  const index = slotIndexes(register, borders);
  const near = gapCap(register), truncation = register.resolution / Math.sqrt(6);
  return Array.from({ length: Math.max(0, borders.length - 1) }, (_, i) => {
    const start = borders[i]!, end = borders[i + 1]!;
    const from = index[i]!, to = index[i + 1]!;
    const repairs = register.repairs.filter(({ time }) => time >= start && time < end);
    if (from === to) return { ...UNHEARD, repairs };
    const knowsStart = !Number.isNaN(reading[i]!), knowsEnd = !Number.isNaN(reading[i + 1]!);
    const opening = knowsStart ? reading[i]! : register.value[from]!;
    const early = knowsStart ? 0 : register.time[from]! - start;
    const late = knowsEnd ? 0 : end - register.time[to - 1]!;
    const closing = knowsEnd ? reading[i + 1]! : register.value[to - 1]!;
    return {
      kwh: closing - opening,
      isInterpolated: (knowsStart && gap[i]! > near) || (knowsEnd && gap[i + 1]! > near),
      isPartial: early > near || late > near,
      sigma: Math.hypot(truncation, sigma[i]!, sigma[i + 1]!),
      unheard: (early + late) / (end - start),
      repairs,
    };
  });
}

const UNHEARD = { kwh: null, isInterpolated: false, isPartial: false, sigma: 0, unheard: 1 };

/**
 * The samples of a register but those at which it only seemed to stand still, because a leap shows
 * later that it was counting: its reading at a midnight among them is not what they say.
 */
function trusted({ time, value, repairs }: RepairedCounter): Samples {
  const late = repairs.filter(({ since }) => since !== undefined);
  if (late.length === 0) return { time, value };
  const kept = { time: new Float64Array(time.length), value: new Float64Array(time.length) };
  let next = 0, rows = 0;
  for (let row = 0; row < time.length; row++) {
    const at = time[row]!;
    while (next < late.length && late[next]!.time <= at) next++;
    if (next < late.length && at > late[next]!.since!) continue;
    kept.time[rows] = at;
    kept.value[rows++] = value[row]!;
  }
  return { time: kept.time.subarray(0, rows), value: kept.value.subarray(0, rows) };
}
