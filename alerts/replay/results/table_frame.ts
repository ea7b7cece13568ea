import pl, { type DataFrame } from "nodejs-polars";
import type { Table } from "./table.ts";

/** A table as a Polars frame: `String`, `Float64` and `Int32`. */
export function tableFrame(table: Table): DataFrame {
  return pl.DataFrame(table.map(({ name, type, values }) => {
    if (type === "text") return pl.Series(name, [...values], pl.Utf8);
    const numbers = pl.Series(name, [...values], pl.Float64);
    // `Int32` would turn `null` into 0.
    return type === "integer" ? numbers.cast(pl.Int32) : numbers;
  }));
}
