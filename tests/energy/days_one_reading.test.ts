/** A register of which a day has one reading says nothing about the day. */
import { describe, expect, test } from "vitest";
import { detailCells } from "../../src/energy/accuracy/bands.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { parseHousehold } from "../../src/household.ts";
import { HOUR } from "../../src/time.ts";
import { load } from "../notation.ts";
import { memorySource } from "../memory_source.ts";

const start = Date.UTC(2025, 5, 1);
const house = parseHousehold({ zone: "UTC" });
const range = { from: "2025-06-01", to: "2025-06-01", now: start + 24 * HOUR };

describe("a day with one reading of the register", () => {
  test.each([
    ["500x1440", 12, "integral"],
    ["_x1440", null, "unknown"],
  ])("and the power %s", async (power, kwh, method) => {
    const source = memorySource(load(
      `gridbox_ha_multimeter_energy_Wh _x700 5000000
       gridbox_ha_multimeter_power_W ${power}`,
      { start },
    ));
    const { table, reconciled } = await analyseDays(source, house, range);
    const row = table.rows[0]!, detail = detailCells(reconciled[0]!);
    if (kwh === null) expect(row.import_kwh).toBeNull();
    else expect(row.import_kwh).toBeCloseTo(kwh, 9);
    expect(row.method).toContain(`import:${method} `);
    expect(row.complete).toBe(false);
    expect(Object.values({ ...row, ...detail }).filter((cell) => Number.isNaN(cell))).toEqual([]);
  });
});
