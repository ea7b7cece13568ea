import type { Frame } from "../frames/polars.ts";

/** A row of a frame. */
export type NamedRow = Readonly<Record<string, unknown>>;

/**
 * The rows of a frame that must have some columns.
 *
 * @param names Columns that a plot needs.
 * @throws {RangeError} If the frame has not all of them.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { rowsWith } from "./named_columns.ts";
 *
 * const frame = pl.DataFrame({ variant: ["short"], score: [0.6] });
 * assert.deepEqual(rowsWith(frame, ["score"]), [{ variant: "short", score: 0.6 }]);
 * assert.throws(() => rowsWith(frame, ["usd"]), /no column 'usd'/);
 * ```
 */
export function rowsWith(frame: Frame, names: readonly string[]): NamedRow[] {
  const missing = names.find((name) => !frame.columns.includes(name));
  if (missing !== undefined) {
    throw new RangeError(`The frame has no column '${missing}': ${frame.columns.join(", ")}`);
  }
  return frame.toRecords() as NamedRow[];
}
