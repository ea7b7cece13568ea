/**
 * Which samples lie in which period.
 *
 * @module
 */

import { rowAt, type Samples } from "../columns.ts";

/**
 * Index of the first sample at or after each border.
 *
 * @param borders Ascending. [ms]
 * @returns One index per border; slot `i` holds the samples from index `i` to before index `i + 1`.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { slotIndexes } from "./slots.ts";
 *
 * const time = Float64Array.of(0, 10, 20, 30);
 * assert(slotIndexes({ time, value: time }, [5, 20, 99]).join() === "1,2,4");
 * ```
 */
export function slotIndexes({ time }: Samples, borders: ArrayLike<number>): Uint32Array {
  return Uint32Array.from(borders, (border) => rowAt(time, border));
}

/**
 * Rows `from` to before `to`, as views on the same memory.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { rowsOf } from "./slots.ts";
 *
 * const time = Float64Array.of(0, 10, 20);
 * assert(rowsOf({ time, value: time }, 1, 2).value.join() === "10");
 * ```
 */
export function rowsOf({ time, value }: Samples, from: number, to: number): Samples {
  return { time: time.subarray(from, to), value: value.subarray(from, to) };
}

/**
 * Leaves out absent values (NaN).
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { present } from "./slots.ts";
 *
 * const samples = { time: Float64Array.of(0, 1), value: Float64Array.of(NaN, 5) };
 * assert(present(samples).time.join() === "1");
 * ```
 */
export function present(samples: Samples): Samples {
  const { time, value } = samples;
  if (!hasAbsent(value)) return samples;
  const isPresent = (_: number, row: number) => !Number.isNaN(value[row]!);
  return { time: time.filter(isPresent), value: value.filter(isPresent) };
}

/** Without a callback: this looks at every sample there is. */
function hasAbsent(value: Float64Array): boolean {
  for (let row = 0; row < value.length; row++) if (Number.isNaN(value[row]!)) return true;
  return false;
}
