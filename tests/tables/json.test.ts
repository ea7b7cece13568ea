import { describe, expect, test } from "vitest";
import { DAILY_COLUMNS } from "../../src/catalogue/columns.ts";
import { toJson } from "../../src/tables/csv_json.ts";
import { days, emptyRow } from "./tables.ts";

describe("toJson()", () => {
  const json = JSON.parse(toJson({
    ...days("2025-06-01", "2025-06-02", {
      "2025-06-01": { import_kwh: 1.76100000000042, flags: ["grid_gap", "pv_gap"] },
      "2025-06-02": emptyRow({ date: "2025-06-02" }),
    }),
    notices: ["the server is tired"],
  }));

  test("says what the table is", () => {
    expect(json).toMatchObject({
      source: "hand-made",
      zone: "Europe/Berlin",
      period: "day",
      notices: ["the server is tired"],
      units: { import_kwh: "kWh", autarky: "0–1", hours: "h" },
    });
  });

  test("says where repairs were off, and only there", () => {
    const table = days("2025-06-01", "2025-06-01");
    expect(JSON.parse(toJson({ ...table, isRepaired: false })).repairs).toBe("off");
    expect(json).not.toHaveProperty("repairs");
  });

  test("has an object per row with the columns in their order", () => {
    expect(json.rows.map(Object.keys)).toEqual(
      Array(2).fill(DAILY_COLUMNS.map(({ name }) => name)),
    );
  });

  test("rounds as the CSV does, and keeps types", () => {
    expect(json.rows[0]).toMatchObject({
      date: "2025-06-01",
      start: "2025-06-01T00:00:00+02:00",
      hours: 24,
      import_kwh: 1.761,
      autarky: 0.6732,
      complete: true,
      flags: ["grid_gap", "pv_gap"],
    });
  });

  test("writes null for unknown", () => {
    expect(json.rows[1]).toMatchObject({ import_kwh: null, autarky: null, flags: ["no_data"] });
  });
});
