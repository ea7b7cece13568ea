import pl, { type DataFrame } from "nodejs-polars";
import type { Table } from "./table.ts";

/**
 * A table as a Polars frame: texts as `String`, numbers as `Float64`, whole ones as `Int32`.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { tableFrame } from "./table_frame.ts";
 *
 * const frame = tableFrame([{ name: "score", type: "number", values: [0.5, null] }]);
 * assert.deepEqual(frame.getColumn("score").toArray(), [0.5, null]);
 * ```
 */
export function tableFrame(table: Table): DataFrame {
  return pl.DataFrame(
    table.map(({ name, type, values }) =>
      pl.Series(
        name,
        [...values],
        type === "text" ? pl.Utf8 : type === "integer" ? pl.Int32 : pl.Float64,
      )
    ),
  );
}
