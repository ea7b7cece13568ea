import { describe, expect, test } from "vitest";
import { likeForLike } from "../../src/energy/records.ts";
import { rollUp } from "../../src/energy/table.ts";
import { energyRow, tableOf, UNKNOWN } from "./energy_rows.ts";

describe("likeForLike()", () => {
  const table = tableOf([
    energyRow("2024-02-28", { yield_kwh: 1 }),
    energyRow("2024-02-29", { yield_kwh: 100 }),
    energyRow("2024-03-01", { yield_kwh: 2 }),
    energyRow("2024-03-02", { yield_kwh: 4 }),
    energyRow("2024-03-03", { yield_kwh: 8 }),
    energyRow("2025-02-28", { yield_kwh: 10 }),
    energyRow("2025-03-01", UNKNOWN),
    energyRow("2025-03-02", { yield_kwh: 20, complete: false }),
    energyRow("2025-03-03", { yield_kwh: 40 }),
  ]);

  test("counts only days that are complete in every year", () => {
    const { days, leftOut, years } = likeForLike(table);
    expect(days).toEqual(["02-28", "03-03"]);
    expect(leftOut).toEqual(["02-29", "03-01", "03-02"]);
    expect(years).toEqual([
      { year: "2024", cumulative: [1, 9], total: 9 },
      { year: "2025", cumulative: [10, 50], total: 50 },
    ]);
  });

  test("compares the energy that is asked for", () => {
    expect(likeForLike(table, { of: "import_kwh" }).years.map(({ total }) => total)).toEqual([
      4,
      4,
    ]);
  });

  test("compares days only", () => {
    expect(() => likeForLike(rollUp(table, "month"))).toThrow(RangeError);
  });
});
