import { Buffer } from "node:buffer";
import pl from "nodejs-polars";
import { describe, expect, test } from "vitest";
import { DAILY_COLUMNS } from "../../src/catalogue/columns.ts";
import { energyFrame } from "../../src/energy/table.ts";
import { toParquet } from "../../src/tables/parquet.ts";
import { days, emptyRow } from "./tables.ts";

const table = days("2025-03-29", "2025-03-31", {
  "2025-03-30": { import_kwh: 1 / 3, flags: ["grid_gap", "pv_gap"], complete: false },
  "2025-03-31": emptyRow({ date: "2025-03-31" }),
});
const read = (bytes: Uint8Array) => pl.readParquet(Buffer.from(bytes));

describe("toParquet()", () => {
  test("is read by Polars as the frame of the same table, in full precision", () => {
    const frame = read(toParquet(table)), expected = energyFrame(table);
    expect(frame.columns).toEqual(DAILY_COLUMNS.map(({ name }) => name));
    expect(frame.dtypes.map(String)).toEqual(expected.dtypes.map(String));
    expect(frame.toRecords()).toEqual(expected.toRecords());
    expect(frame.getColumn("import_kwh").get(1)).toBe(1 / 3);
    expect(frame.getColumn("import_kwh").nullCount()).toBe(1);
  });

  test("keeps its columns and types without rows or without any known value", () => {
    const types = energyFrame(table).dtypes.map(String);
    expect(read(toParquet({ ...table, rows: [] })).dtypes.map(String)).toEqual(types);
    expect(read(toParquet({ ...table, rows: [emptyRow()] })).dtypes.map(String)).toEqual(types);
  });

  test("says in its metadata where the numbers came from", () => {
    const text = new TextDecoder("latin1").decode(toParquet(table));
    expect(text).toContain("wattbook.source");
    expect(text).toContain("hand-made");
    expect(text).toContain("Europe/Berlin");
    expect(text).not.toContain("wattbook.repairs");
    expect(new TextDecoder("latin1").decode(toParquet({ ...table, isRepaired: false })))
      .toContain("wattbook.repairs");
  });
});
