import { describe, expect, test } from "vitest";
import { dayRecords } from "../../src/energy/records.ts";
import { energyRow, tableOf, UNKNOWN } from "./energy_rows.ts";

describe("dayRecords()", () => {
  const records = dayRecords(tableOf([
    energyRow("2025-06-01", { yield_kwh: 5 }),
    energyRow("2025-06-02", { yield_kwh: 50 }),
    energyRow("2025-06-03", { yield_kwh: 1, complete: false }),
    energyRow("2025-06-04", { yield_kwh: 90, complete: false }),
    energyRow("2025-06-05", UNKNOWN),
    energyRow("2025-06-06", { yield_kwh: 50, autarky: null }),
  ]));
  const of = (column: string, kind: string) =>
    records.find((one) => one.column === column && one.kind === kind);

  test("are held by complete days only, the first of several", () => {
    expect(of("yield_kwh", "highest")).toMatchObject({ date: "2025-06-02", value: 50 });
    expect(of("yield_kwh", "lowest")).toMatchObject({ date: "2025-06-01", value: 5 });
  });

  test("pass over what a complete day does not know", () => {
    expect(of("autarky", "lowest")).toMatchObject({ date: "2025-06-01", value: 0.6 });
  });

  test("are none without a complete day", () => {
    expect(dayRecords(tableOf([energyRow("2025-06-01", UNKNOWN)]))).toEqual([]);
  });
});
