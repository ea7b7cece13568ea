/**
 * Signals added up, such as the phases of a meter.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { gapCap } from "./integrate.ts";

/** Options of {@linkcode addSignals}. */
export interface AddOptions {
  /**
   * Longest distance of samples across which a signal is interpolated. [ms]
   *
   * @default {gapCap of each signal}
   */
  readonly maxGap?: number;
}

/**
 * Adds signals at every time at which one of them has a sample. The others are interpolated there;
 * where one of them is not known, neither is the sum.
 *
 * @param signals Ascending in time, without absent values.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { addSignals } from "./add.ts";
 *
 * const time = Float64Array.of(0, 10);
 * const sum = addSignals([{ time, value: Float64Array.of(1, 2) }, { time, value: Float64Array.of(3, 4) }]);
 * assert(sum.value.join() === "4,6");
 * ```
 */
export function addSignals(signals: readonly Samples[], options: AddOptions = {}): Samples {
  if (signals.length === 1) return signals[0]!;
  const time = Float64Array.from(new Set(signals.flatMap((signal) => [...signal.time]))).sort();
  const value = new Float64Array(time.length);
  for (const signal of signals) {
    const part = valuesAt(signal, time, options.maxGap ?? gapCap(signal));
    for (let i = 0; i < value.length; i++) value[i]! += part[i]!;
  }
  return { time, value };
}

/**
 * A signal's values at given times, on the straight line between its samples.
 *
 * @param times Ascending. [ms]
 * @param maxGap Longest distance of samples that is bridged. [ms]
 * @returns Values; NaN outside of the samples and within longer gaps.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { valuesAt } from "./add.ts";
 *
 * const signal = { time: Float64Array.of(0, 10, 99), value: Float64Array.of(0, 20, 20) };
 * assert(valuesAt(signal, [5, 50], 10).join() === "10,NaN");
 * ```
 */
export function valuesAt(
  signal: Samples,
  times: ArrayLike<number>,
  maxGap: number,
): Float64Array {
  const { time, value } = signal;
  const out = new Float64Array(times.length).fill(NaN);
  let next = 0;
  for (let i = 0; i < times.length; i++) {
    const at = times[i]!;
    while (next < time.length && time[next]! < at) next++;
    if (next === time.length) break;
    if (time[next] === at) out[i] = value[next]!;
    else if (next > 0 && time[next]! - time[next - 1]! <= maxGap) {
      const t0 = time[next - 1]!, v0 = value[next - 1]!;
      out[i] = v0 + (value[next]! - v0) * ((at - t0) / (time[next]! - t0));
    }
  }
  return out;
}
