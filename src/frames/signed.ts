/**
 * Signed grid power, split into its two directions.
 *
 * @module
 */

import pl from "nodejs-polars";
import type { Frame } from "./polars.ts";

/**
 * Import of signed grid power: `max(power, 0)` per raw sample. Splitting after averaging would lose
 * whatever both directions had in common within the interval.
 *
 * @param power Positive import, negative export. [W]
 * @returns Import; absent values stay absent. [W]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { importOf } from "./signed.ts";
 *
 * assert(importOf(Float64Array.of(300, -200)).join() === "300,0");
 * ```
 */
export function importOf(power: Float64Array): Float64Array {
  const imported = new Float64Array(power.length);
  // Without a callback: this looks at every sample there is.
  for (let row = 0; row < power.length; row++) {
    const watts = power[row]!;
    imported[row] = watts > 0 ? watts : watts <= 0 ? 0 : NaN;
  }
  return imported;
}

/**
 * Export of signed grid power: `max(−power, 0)` per raw sample.
 *
 * @param power Positive import, negative export. [W]
 * @returns Export; absent values stay absent. [W]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { exportOf } from "./signed.ts";
 *
 * assert(exportOf(Float64Array.of(300, -200)).join() === "0,200");
 * ```
 */
export function exportOf(power: Float64Array): Float64Array {
  const exported = new Float64Array(power.length);
  for (let row = 0; row < power.length; row++) {
    const watts = power[row]!;
    exported[row] = watts < 0 ? -watts : watts >= 0 ? 0 : NaN;
  }
  return exported;
}

/** Options of {@linkcode splitGrid}. */
export interface SplitGridOptions {
  /**
   * Column with the signed power. [W]
   *
   * @default {"value"}
   */
  readonly column?: string;
}

/**
 * Adds the columns `import_w` and `export_w` to a frame of signed grid power, clipped per row.
 *
 * @returns A new frame; `null` where the power is `null`. [W]
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { splitGrid } from "./signed.ts";
 *
 * const grid = splitGrid(pl.DataFrame({ value: [300, -200] }));
 * assert(grid.getColumn("export_w").toArray().join() === "0,200");
 * ```
 */
export function splitGrid(frame: Frame, options: SplitGridOptions = {}): Frame {
  const power = pl.col(options.column ?? "value");
  const clipped = (expression: pl.Expr) => expression.clip(0, Infinity);
  return frame.withColumns(
    clipped(power).alias("import_w"),
    clipped(power.mul(-1)).alias("export_w"),
  );
}
